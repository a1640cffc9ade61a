// The options of a call of multi-head attention, pairwise: kinds and axes of masks, alignments, forms of the call, bias.
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", at_most{17}}, src{"src", at_most{17}}, d_model{"d_model", 6}, heads{"heads", 2};

template <class... Options>
auto attention() {
  random::generator source{3};
  return nn::multi_head_attention<float, d_model, heads, Options...>(source);
}
auto queries(index_t count) { return random_like(tensor<float, batch, seq, d_model>(extents{count}), 1); }
auto memory(index_t count, std::uint64_t seed = 2) {
  return random_like(tensor<float, batch, src, d_model>(extents{count}), seed);
}

template <class Module, class Query, class Key, class Value, class... Options>
void agree(const Module& m, const Query& query, const Key& key, const Value& value, const Options&... options) {
  const auto wanted = m.composed(query, key, value, options...);
  with_each_instruction_set([&] {
    const auto [output, weights] = m(query, key, value, options..., nn::with_weights);
    CHECK(worst(output, wanted.output) < 2e-6);
    CHECK(worst(weights, wanted.weights) < 2e-6);
    CHECK(same_bits(m(query, key, value, options...), output));
  });
}

constexpr index_t lengths[][2] = {{1, 17}, {3, 5}, {7, 7}, {17, 3}, {5, 1}};

}  // namespace

TEST_CASE("[seq, keys] kept of a memory; [heads, seq, keys] kept of itself, without bias", "[nn]") {
  const auto m = attention();
  const auto without_bias = attention<nn::no_bias>();
  for (const auto [q, k] : lengths) {
    agree(m, queries(q), memory(k), memory(k), nn::keep(random_mask(tensor<bool, seq, src>(extents{q, k}), 5)));
    const auto x = queries(q);
    agree(without_bias, x, x, x, nn::keep(random_mask(tensor<bool, heads, seq, prime(seq)>(extents{q, q}), 6)));
  }
}

TEST_CASE("[batch, keys] ignored of keys and values apart, causal from the first key", "[nn]") {
  const auto m = attention();
  for (const auto [q, k] : lengths)
    agree(m, queries(q), memory(k), memory(k, 4), nn::ignore(random_mask(tensor<bool, batch, src>(extents{k}), 5)),
          nn::causal_top_left);
}

TEST_CASE("[batch, heads, seq, keys] added to the scores, causal to the last key, without bias", "[nn]") {
  const auto m = attention<nn::no_bias>();
  for (const auto [q, k] : lengths)
    agree(m, queries(q), memory(k), memory(k, 4), nn::causal_bottom_right,
          nn::score_bias(random_like(tensor<float, batch, heads, seq, src>(extents{q, k}), 5)));
}

TEST_CASE("a mask without names is matched by its extents", "[nn]") {
  constexpr axis five{"seq", 5}, seven{"src", 7};
  const auto m = attention();
  const auto x = random_like(tensor<float, batch, five, d_model>{}, 1);
  const auto keys = random_like(tensor<float, batch, seven, d_model>{}, 2);
  const auto mask = random_mask(tensor<bool, 5, 7>{}, 3);
  const tensor<bool, five, seven> named = mask;
  CHECK(same_bits(m(x, keys, nn::keep(mask)), m(x, keys, nn::keep(named))));
  // An axis of extent 1 stretches.
  const auto of_keys = random_mask(tensor<bool, 2, 1, 1, 7>{}, 4);
  tensor<bool, batch, seven> of_keys_named;
  for (index_t i = 0; i < 14; ++i) of_keys_named.data()[i] = of_keys.data()[i];
  CHECK(same_bits(m(x, keys, nn::keep(of_keys)), m(x, keys, nn::keep(of_keys_named))));
  agree(m, x, keys, keys, nn::keep(of_keys));
}
