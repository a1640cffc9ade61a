// Weights stored as bfloat16: a module calculates with them as one of floats does that were rounded.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis tokens{"tokens", at_most{21}}, seq{"seq", 3}, in{"in", 37}, out{"out", 19};
constexpr axis d_model{"d_model", 24}, heads{"heads", 3}, small{"d_model", 4}, d_k{"d_k", 5};

template <class Module>
constexpr Module seeded() {
  random::generator source{3};
  return Module(source);
}

/// The same module, its weights rounded to bfloat16, but stored as floats.
template <class Module>
constexpr Module rounded(Module m) {
  nn::for_each_parameter(m, [](const auto&, auto& parameter) {
    if constexpr (std::remove_cvref_t<decltype(parameter)>::axes.rank == 2)
      parameter = cast<float>(cast<bfloat16>(parameter));
  });
  return m;
}

template <class Stored, class... X>
void agrees_with_rounded_floats(const Stored& stored, const auto& floats, const X&... x) {
  with_each_instruction_set([&] { CHECK(same_bits(stored(x...), floats(x...))); });
}

// In constant evaluation too.
constexpr bool constant_agrees() {
  using floats = nn::multi_head_attention<float, small, axis{"heads", 2}>;
  using halves = nn::multi_head_attention<float, small, axis{"heads", 2}, nn::weights<bfloat16>>;
  const floats m = seeded<floats>();
  const tensor<float, seq, small> x = example<float, seq, small>();
  return halves(m)(x) == rounded(m)(x) && seeded<halves>()(x) == rounded(m)(x);
}
static_assert(constant_agrees());

using floats = nn::linear<float, in, out>;
using halves = nn::linear<float, in, out, nn::weights<bfloat16>>;
static_assert(std::is_same_v<decltype(halves::weight), panel_tensor<bfloat16, out, in>>);
static_assert(std::is_same_v<decltype(halves::bias), tensor<float, out>>);
static_assert(std::is_constructible_v<halves, floats> && std::is_constructible_v<floats, halves>);
static_assert(!std::is_convertible_v<halves, floats> && !std::is_convertible_v<floats, halves>);
static_assert(!std::is_constructible_v<halves, nn::linear<float, in, out, nn::no_bias>>);
// Maps that are equal have one type, however a module was told.
static_assert(std::is_same_v<decltype(nn::multi_head_attention<float, d_model, heads, nn::weights<float>, nn::with_bias>::W_q),
                             nn::linear<float, d_model, d_model>>);

}  // namespace

TEST_CASE("a linear map with weights of bfloat16", "[nn]") {
  const floats m = seeded<floats>();
  halves stored(m);
  agrees_with_rounded_floats(stored, rounded(m), random_like(tensor<float, in>{}, 1));
  agrees_with_rounded_floats(stored, rounded(m), random_like(tensor<float, seq, in>{}, 2));
  for (const index_t count : {0, 1, 2, 3, 4, 7, 21})
    agrees_with_rounded_floats(stored, rounded(m), random_like(tensor<float, tokens, in>(extents{count}), 3));
  tensor<float, seq, out> y;
  const auto x = random_like(tensor<float, seq, in>{}, 2);
  stored.forward(x, y);
  CHECK(same_bits(y, stored(x)));

  // Parameters are assigned one by one as well.
  halves assigned;
  assigned.weight = m.weight;
  assigned.bias = m.bias;
  CHECK(same_bits(assigned(x), y));
}

TEST_CASE("a linear map without bias with weights of bfloat16", "[nn]") {
  using module = nn::linear<float, in, out, nn::no_bias>;
  const module m = seeded<module>();
  const nn::linear<float, in, out, nn::no_bias, nn::weights<bfloat16>> stored(m);
  agrees_with_rounded_floats(stored, rounded(m), random_like(tensor<float, tokens, in>(extents{5}), 3));
}

TEST_CASE("a module of floats can be made of one with weights of bfloat16", "[nn]") {
  const auto as_floats = [](const auto& stored, const auto& x) {
    const auto made = [&]<template <class, axis, axis, class...> class Module, class T, axis A, axis B>(
                          const Module<T, A, B, nn::weights<bfloat16>>& other) { return Module<T, A, B>(other); };
    return made(stored)(x);
  };
  random::generator source{3};
  const halves map(source);
  const nn::multi_head_attention<float, d_model, heads, nn::weights<bfloat16>> attention(source);
  const nn::embedding<float, out, in, nn::weights<bfloat16>> table(source);
  const auto x = random_like(tensor<float, seq, in>{}, 3);
  const auto tokens_of_model = random_like(tensor<float, seq, d_model>{}, 3);
  const tensor<int, seq> ids{};
  CHECK(same_bits(as_floats(map, x), map(x)));
  CHECK(same_bits(as_floats(attention, tokens_of_model), attention(tokens_of_model)));
  CHECK(same_bits(as_floats(table, ids), table(ids)));
}

TEST_CASE("multi-head attention with weights of bfloat16", "[nn]") {
  using module = nn::multi_head_attention<float, d_model, heads>;
  const module m = seeded<module>();
  const nn::multi_head_attention<float, d_model, heads, nn::weights<bfloat16>> stored(m);
  const auto exact = rounded(m);
  for (const index_t count : {1, 4, 21}) {
    agrees_with_rounded_floats(stored, exact, random_like(tensor<float, tokens, d_model>(extents{count}), 5));
  }
}

TEST_CASE("multi-head attention of a few tokens with weights of bfloat16", "[nn]") {
  using module = nn::multi_head_attention<float, axis{"d_model", 8}, axis{"heads", 2}>;
  const module m = seeded<module>();
  const nn::multi_head_attention<float, axis{"d_model", 8}, axis{"heads", 2}, nn::weights<bfloat16>> stored(m);
  agrees_with_rounded_floats(stored, rounded(m), random_like(tensor<float, seq, axis{"d_model", 8}>{}, 5));
}

TEST_CASE("single-head attention with weights of bfloat16", "[nn]") {
  using module = nn::single_head_attention<float, d_model, d_k>;
  const nn::single_head_attention<float, d_model, d_k, nn::weights<bfloat16>> stored(seeded<module>());
  const auto x = random_like(tensor<float, tokens, d_model>(extents{6}), 5);
  CHECK(worst(stored(x), stored.composed(x, x, x).output) < 2e-6);
}
