// The same bits every time: again, on any executor, with a mask that hides nothing, and for a text alone and in a batch.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/row.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

// Heads of 12 and of 16: without and with planes of their own.
constexpr axis texts{"texts", at_most{3}}, tokens{"tokens", at_most{2048}};
template <index_t Width>
inline constexpr axis d_model{"d_model", 3 * Width};
template <index_t Width>
using input = tensor<float, texts, tokens, d_model<Width>>;
template <index_t Width>
using module = nn::multi_head_attention<float, d_model<Width>, axis{"heads", 3}>;

/// Runs its tasks from the last to the first.
struct backwards {
  static constexpr index_t width() { return 3; }
  template <class F>
  void for_each(index_t count, const F& f) const {
    for (index_t i = count; i-- > 0;) f(i);
  }
};

template <index_t Width>
void check(index_t count, index_t length) {
  static nn::workspace<module<Width>, input<Width>> memory;
  random::generator source{3};
  const module<Width> m(source);
  const auto x = random_like(input<Width>(extents{count, length}), 4);
  const tensor<bool, tokens, prime(tokens)> everything(extents{length, length}, [](index_t, index_t) { return true; });
  backwards executor;
  input<Width> wanted, out;
  m.forward(x, wanted, memory);
  m.forward(x, out, memory);
  CHECK(same_bits(out, wanted));
  m.forward(x, out, memory, nn::keep(everything));
  CHECK(same_bits(out, wanted));
  m.forward(x, out, memory, nn::on(executor));
  CHECK(same_bits(out, wanted));
  input<Width> alone;
  for (index_t text = 0; text < count; ++text) {
    input<Width> one(extents{1, length});
    std::memcpy(one.data(), row(x, text).data(), static_cast<std::size_t>(one.size()) * sizeof(float));
    m.forward(one, alone, memory);
    CHECK(same_bits(row(alone, 0), row(wanted, text)));
  }
}

}  // namespace

TEST_CASE("attention gives the same bits again, masked, on any executor, and in any batch", "[nn]") {
  with_each_instruction_set([] {
    for (const index_t length : {1, 2, 17, 130}) check<12>(3, length);
    for (const index_t length : {1, 17, 33}) check<16>(3, length);
  });
}

TEST_CASE("the same over 2048 tokens", "[nn]") {
  with_each_instruction_set([] { check<12>(1, 2048); });
}
