// Attention with one head and no output projection.
#include <tenon/nn/single_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, d_k{"d_k", 4};

template <class Module>
Module seeded() {
  random::generator source{3};
  return Module(source);
}

}  // namespace

TEST_CASE("single-head attention is scaled_dot_product_attention of three projections", "[nn]") {
  const auto m = seeded<nn::single_head_attention<float, d_model, d_k>>();
  const auto x = random_like(tensor<float, batch, seq, d_model>{}, 1);
  const auto memory = random_like(tensor<float, batch, src, d_model>{}, 2);
  with_each_instruction_set([&] {
    const auto itself = m(x, nn::with_weights);
    static_assert(same_axes<decltype(itself.output), batch, seq, d_k>);
    static_assert(same_axes<decltype(itself.weights), batch, seq, prime(seq)>);
    const auto wanted = nn::detail::scaled_dot_product::composed(m.W_q(x), m.W_k(x), m.W_v(x));
    CHECK(worst(itself.output, wanted.output) < 1e-6);
    CHECK(worst(itself.weights, wanted.weights) < 1e-6);
    CHECK(same_bits(m(x), itself.output));

    const auto other = m(x, memory, memory, nn::with_weights, nn::causal_bottom_right);
    static_assert(same_axes<decltype(other.weights), batch, seq, src>);
    const auto wanted_other =
        nn::detail::scaled_dot_product::composed(m.W_q(x), m.W_k(memory), m.W_v(memory), nn::causal_bottom_right);
    CHECK(worst(other.output, wanted_other.output) < 1e-6);
    CHECK(worst(other.weights, wanted_other.weights) < 1e-6);
    CHECK(same_bits(m(x, memory, nn::causal_bottom_right), other.output));
  });
}

TEST_CASE("a head is as wide as the model unless another width is given, with bias or without", "[nn]") {
  using wide = nn::single_head_attention<float, d_model>;
  static_assert(same_axes<decltype(wide{}(tensor<float, seq, d_model>{})), seq, d_model>);
  const auto m = seeded<nn::single_head_attention<float, d_model, d_k, nn::no_bias>>();
  CHECK(same(m(tensor<float, seq, d_model>{}), tensor<float, seq, d_k>{}));
}

TEST_CASE("a query that sees no key gets zeros", "[nn]") {
  const auto m = seeded<nn::single_head_attention<float, d_model, d_k>>();
  const auto x = random_like(tensor<float, seq, d_model>{}, 1);
  const tensor<bool, seq, prime(seq)> mask([](index_t query, index_t) { return query != 1; });
  with_each_instruction_set([&] {
    const auto [output, weights] = m(x, nn::keep(mask), nn::with_weights);
    for (index_t i = 0; i < 4; ++i) CHECK(output(1, i) == 0);
    for (index_t key = 0; key < 3; ++key) CHECK(weights(1, key) == 0);
    CHECK(output(0, 0) != 0);
  });
}

namespace {

// The first query of causal attention gives the first value.
static_assert([] {
  nn::single_head_attention<float, d_model, d_k> m;
  for (index_t i = 0; i < 4; ++i) m.W_v.weight(i, i) = 1;
  const tensor<float, seq, d_model> x([](index_t s, index_t i) { return s * 10 + i; });
  const auto y = m(x, nn::causal);
  return y(0, 0) == 0 && y(0, 3) == 3 && y(1, 0) == 5 && y(2, 1) == 11;
}());

}  // namespace
