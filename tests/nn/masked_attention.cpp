// What a mask hides is gone: nothing of it reaches a result, and a query that sees no key gets zeros.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/row.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", at_most{8}}, src{"src", at_most{9}}, d_model{"d_model", 6}, heads{"heads", 2};

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float poisons[] = {1e10F, infinity, -infinity, std::numeric_limits<float>::quiet_NaN()};

nn::multi_head_attention<float, d_model, heads> attention() {
  random::generator source{5};
  return nn::multi_head_attention<float, d_model, heads>(source);
}

// Spoils what the memory holds of some keys.
template <class X>
X poisoned(X x, std::initializer_list<index_t> keys, float poison) {
  for (index_t b = 0; b < 2; ++b)
    for (const index_t key : keys)
      for (index_t i = 0; i < x.extent(2); ++i) x(b, key, i) = poison;
  return x;
}

}  // namespace

TEST_CASE("whatever stands in a masked key and value, no bit of the results changes", "[nn]") {
  const auto m = attention();
  const auto x = random_like(tensor<float, batch, seq, d_model>(extents{5}), 1);
  const auto memory = random_like(tensor<float, batch, src, d_model>(extents{7}), 2);
  const tensor<bool, src> padding(extents{7}, [](index_t key) { return key != 1 && key != 6; });
  const tensor<bool, batch, heads, seq, src> everywhere(
      extents{5, 7}, [](index_t, index_t, index_t, index_t key) { return key == 1 || key == 6; });
  with_each_instruction_set([&] {
    const auto clean = m(x, memory, nn::with_weights, nn::keep(padding));
    const auto also_clean = m(x, memory, nn::with_weights, nn::ignore(everywhere));
    CHECK(same_bits(clean.output, also_clean.output));
    for (const float poison : poisons) {
      const auto spoilt = poisoned(memory, {1, 6}, poison);
      const auto kept = m(x, spoilt, nn::with_weights, nn::keep(padding));
      CHECK(same_bits(kept.output, clean.output));
      CHECK(same_bits(kept.weights, clean.weights));
      CHECK(same_bits(m(x, spoilt, nn::keep(padding)), clean.output));
      CHECK(same_bits(m(x, spoilt, nn::ignore(everywhere)), clean.output));
      const auto composed = m.composed(x, spoilt, spoilt, nn::keep(padding));
      CHECK(worst(composed.output, clean.output) < 2e-6);
      CHECK(worst(composed.weights, clean.weights) < 2e-6);
    }
  });
}

TEST_CASE("what causality hides changes no bit either", "[nn]") {
  const auto m = attention();
  const auto x = random_like(tensor<float, batch, seq, d_model>(extents{6}), 1);
  with_each_instruction_set([&] {
    const auto clean = m(x, nn::causal, nn::with_weights);
    for (const float poison : poisons) {
      const auto spoilt = m(poisoned(x, {4, 5}, poison), nn::causal, nn::with_weights);
      for (index_t b = 0; b < 2; ++b)
        for (index_t query = 0; query < 4; ++query) {
          CHECK(same_bits(row(row(spoilt.output, b), query), row(row(clean.output, b), query)));
          for (index_t head = 0; head < 2; ++head)
            CHECK(same_bits(row(row(row(spoilt.weights, b), head), query), row(row(row(clean.weights, b), head), query)));
        }
    }
  });
}

TEST_CASE("the same holds where the extents are static and small", "[nn]") {
  constexpr axis three{"seq", 3}, four{"src", 4};
  const auto m = attention();
  const auto x = random_like(tensor<float, batch, three, d_model>{}, 1);
  const auto memory = random_like(tensor<float, batch, four, d_model>{}, 2);
  const tensor<bool, batch, four> padding([](index_t, index_t key) { return key != 2; });
  const tensor<bool, batch, four> nothing{};
  with_each_instruction_set([&] {
    const auto clean = m(x, memory, nn::with_weights, nn::keep(padding));
    for (const float poison : poisons) {
      const auto spoilt = m(x, poisoned(memory, {2}, poison), nn::with_weights, nn::keep(padding));
      CHECK(same_bits(spoilt.output, clean.output));
      CHECK(same_bits(spoilt.weights, clean.weights));
    }
    const auto none = m(x, memory, nn::with_weights, nn::keep(nothing));
    CHECK(same(none.weights, tensor<float, batch, heads, three, four>{}));
    for (index_t query = 0; query < 3; ++query)
      CHECK(same_bits(row(row(none.output, 1), query), m.W_o.bias));
  });
}

TEST_CASE("weights of a query sum to 1, or are 0 where it sees no key", "[nn]") {
  const auto m = attention();
  const auto x = random_like(tensor<float, batch, seq, d_model>(extents{8}), 1);
  // Only the first four queries see keys: the first four.
  const tensor<bool, seq, prime(seq)> corner(extents{8, 8}, [](index_t query, index_t key) { return query < 4 && key < 4; });
  const auto check = [&](const auto& result) {
    for (index_t b = 0; b < 2; ++b)
      for (index_t head = 0; head < 2; ++head)
        for (index_t query = 0; query < 8; ++query) {
          double sum = 0;
          for (index_t key = 0; key < 8; ++key) {
            const double weight = static_cast<double>(result.weights(b, head, query, key));
            if (query >= 4 || key >= 4) CHECK(weight == 0);
            sum += weight;
          }
          CHECK(sum == Approx(query < 4 ? 1 : 0).margin(1e-6));
        }
    // Without a key the context is 0, so the output is the bias.
    for (index_t query = 4; query < 8; ++query) CHECK(same_bits(row(row(result.output, 0), query), m.W_o.bias));
  };
  with_each_instruction_set([&] { check(m(x, nn::keep(corner), nn::with_weights)); });
  check(m.composed(x, x, x, nn::keep(corner)));
}

TEST_CASE("the context of a query that sees no key is exactly 0", "[nn]") {
  constexpr axis eight{"seq", 8}, d{"d_k", 8};
  const auto x = random_like(tensor<float, eight, d>{}, 1);
  const tensor<bool, eight, prime(eight)> corner([](index_t query, index_t key) { return query < 4 && key < 4; });
  with_each_instruction_set([&] {
    const auto [context, weights] = nn::scaled_dot_product_attention(x, x, x, nn::keep(corner), nn::with_weights);
    for (index_t query = 4; query < 8; ++query)
      for (index_t i = 0; i < 8; ++i) {
        CHECK(context(query, i) == 0);
        CHECK(weights(query, i) == 0);
      }
    CHECK(context(3, 0) != 0);
  });
}

TEST_CASE("a mask whose leading axes lie in another order gives the same bits", "[nn]") {
  constexpr axis group{"group", 2};
  const auto m = attention();
  const auto x = random_like(tensor<float, group, batch, seq, d_model>(extents{5}), 1);
  // Two leading axes in the other order in memory: they cannot be counted as one.
  const auto flipped = random_mask(tensor<bool, batch, group, prime(seq)>(extents{5}), 2);
  const tensor<bool, group, batch, prime(seq)> packed = transpose<0, 1>(flipped);
  with_each_instruction_set([&] {
    const auto wanted = m(x, nn::keep(packed), nn::with_weights);
    const auto result = m(x, nn::keep(transpose<0, 1>(flipped)), nn::with_weights);
    CHECK(same_bits(result.output, wanted.output));
    CHECK(same_bits(result.weights, wanted.weights));
  });
}
