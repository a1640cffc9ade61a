// forward(x, out, workspace): the same numbers as m(x), in memory of the caller's.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/compare.hpp>

#include <limits>
#include <memory>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", 9}, src{"src", 5}, tokens{"tokens", at_most{9}}, d_model{"d_model", 12}, heads{"heads", 3};
using module = nn::multi_head_attention<float, d_model, heads>;
using fixed = tensor<float, seq, d_model>;
using memory_t = tensor<float, src, d_model>;
using ragged = tensor<float, tokens, d_model>;

constinit nn::workspace<module, fixed> for_fixed;
static_assert(nn::workspace_bytes<module, fixed> > 0 && nn::workspace_bytes<module, fixed> <= 4096);
static_assert(nn::workspace_bytes<module, ragged> == nn::workspace_bytes<module, fixed>);

static_assert(noexcept(std::declval<const module&>().forward(std::declval<const fixed&>(), std::declval<fixed&>(),
                                                             for_fixed)));
static_assert(!noexcept(std::declval<const module&>().forward(std::declval<const ragged&>(), std::declval<ragged&>(),
                                                              std::declval<nn::workspace<module, ragged>&>())));

/// Runs its tasks from the last to the first: the results must not depend on the order.
struct backwards {
  static constexpr index_t width() { return 3; }
  template <class F>
  void for_each(index_t count, const F& f) const {
    for (index_t i = count; i-- > 0;) f(i);
  }
};

module some_attention() {
  random::generator source{5};
  return module(source);
}

}  // namespace

TEST_CASE("forward gives what the call gives", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 1);
  const auto memory = random_like(memory_t(), 2);
  fixed out;
  m.forward(x, out, for_fixed);
  CHECK(out == m(x));
  m.forward(x, out, for_fixed, nn::causal);
  CHECK(out == m(x, nn::causal));
  nn::workspace<module, fixed, memory_t> for_both;
  m.forward(x, memory, out, for_both);
  CHECK(out == m(x, memory));
  nn::workspace<module, fixed, memory_t, memory_t> for_three;
  m.forward(x, memory, memory, out, for_three);
  CHECK(out == m(x, memory, memory));
}

TEST_CASE("forward gives a bounded output the extents of its input", "[nn]") {
  const module m = some_attention();
  nn::workspace<module, ragged> memory;
  ragged out;
  for (const index_t extent : {9, 1, 0, 4}) {
    const auto x = random_like(ragged(extents{extent}), 3);
    m.forward(x, out, memory);
    CHECK(out.extent(0) == extent);
    CHECK(out == m(x));
  }
}

TEST_CASE("forward writes through a packed view", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 4);
  fixed out;
  packed_view<float, seq, d_model> view(out.data());
  const packed_view<const float, seq, d_model> given(x.data());
  nn::workspace<module, packed_view<const float, seq, d_model>> memory;
  m.forward(given, view, memory);
  CHECK(out == m(x));
}

TEST_CASE("an executor changes no bit", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 6);
  backwards executor;
  CHECK(m(x, nn::on(executor)) == m(x));
  fixed out;
  m.forward(x, out, for_fixed, nn::on(executor), nn::causal);
  CHECK(out == m(x, nn::causal));
}

TEST_CASE("a mask that no kernel reads is refused before the output is touched", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(ragged(extents{5}), 7);
  const tensor<double, tokens, prime(tokens)> bias(extents{5, 5});
  nn::workspace<module, ragged> memory;
  ragged out(extents{2});
  CHECK_THROWS_AS(m.forward(x, out, memory, nn::score_bias(bias)), shape_mismatch);
  CHECK(out.extent(0) == 2);
  static_assert(!noexcept(m.forward(random_like(fixed(), 1), std::declval<fixed&>(), for_fixed,
                                    nn::keep(std::declval<const tensor<bool, seq, prime(seq)>&>()))));
}

TEST_CASE("scores of minus infinity hide, in the kernel and from parts", "[nn]") {
  constexpr axis one{"one", 2}, width{"width", 4};
  const auto q = random_like(tensor<float, one, width>(), 8);
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  const tensor<float, one, prime(one)> bias{0, hidden, hidden, hidden};
  const auto [output, weights] = nn::scaled_dot_product_attention(q, q, q, nn::score_bias(bias), nn::with_weights);
  CHECK(weights == tensor<float, one, prime(one)>{1, 0, 0, 0});
  const auto parts = nn::detail::scaled_dot_product::composed(q, q, q, nn::score_bias(bias));
  CHECK(parts.weights == weights);
  CHECK(output(1, 2) == 0);
}

TEST_CASE("a head that is wider than a kernel takes runs from parts", "[nn]") {
  constexpr axis one{"one", 3}, width{"width", 520};
  const auto q = random_like(tensor<float, one, width>(), 9);
  const auto output = nn::scaled_dot_product_attention(q, q, q);
  CHECK(output == nn::detail::scaled_dot_product::composed(q, q, q).output);
}
