// The unrolled kernels of small static sizes against the composed form.
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

template <axis... Leading, index_t Queries, index_t Keys, index_t DModel, index_t Heads>
void agree(std::integer_sequence<index_t, Queries, Keys, DModel, Heads>) {
  constexpr axis seq{"seq", Queries}, src{"src", Keys}, d_model{"d_model", DModel}, heads{"heads", Heads};
  random::generator source{1};
  const nn::multi_head_attention<float, d_model, heads> m(source);
  const auto x = random_like(tensor<float, Leading..., seq, d_model>{}, 2);
  const auto memory = random_like(tensor<float, Leading..., src, d_model>{}, 3);
  const auto wanted = m.composed(x, memory, memory);
  static_assert(same_axes<decltype(wanted.weights), Leading..., heads, seq, src>);
  with_each_instruction_set([&] {
    const auto [output, weights] = m(x, memory, nn::with_weights);
    CHECK(worst(output, wanted.output) < 2e-6);
    CHECK(worst(weights, wanted.weights) < 2e-6);
    CHECK(same_bits(m(x, memory), output));
  });
}
template <index_t... Sizes>
constexpr std::integer_sequence<index_t, Sizes...> sizes{};

}  // namespace

TEST_CASE("one token, one number", "[nn]") { agree(sizes<1, 1, 1, 1>); }
TEST_CASE("one query", "[nn]") { agree<2>(sizes<1, 5, 6, 2>); }
TEST_CASE("one key", "[nn]") { agree<axis{"batch", 3}>(sizes<3, 1, 3, 1>); }
TEST_CASE("more queries than lanes, two leading axes", "[nn]") { agree<2, axis{"batch", 2}>(sizes<7, 3, 5, 5>); }
