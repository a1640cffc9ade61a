// Attention without projections: against its formula in double, for the shapes and layouts that it takes.
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/slice.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", at_most{2}}, heads{"heads", 3}, seq{"seq", at_most{17}}, src{"src", at_most{17}}, d_k{"d_k", 5},
    d_v{"d_v", 3};

// softmax(q k^T / sqrt(d_k)) v in double, of one matrix each.
template <class Q, class K, class V>
std::vector<double> formula(const Q& q, const K& k, const V& v) {
  std::vector<double> result;
  for (index_t i = 0; i < q.extent(0); ++i) {
    std::vector<double> p;
    double sum = 0;
    for (index_t j = 0; j < k.extent(0); ++j) {
      double score = 0;
      for (index_t c = 0; c < q.extent(1); ++c) score += static_cast<double>(q(i, c)) * static_cast<double>(k(j, c));
      p.push_back(std::exp(score / std::sqrt(static_cast<double>(q.extent(1)))));
      sum += p.back();
    }
    for (index_t c = 0; c < v.extent(1); ++c) {
      double value = 0;
      for (index_t j = 0; j < k.extent(0); ++j) value += p[static_cast<std::size_t>(j)] / sum * static_cast<double>(v(j, c));
      result.push_back(value);
    }
  }
  return result;
}

template <class Q, class K, class V>
auto composed(const Q& q, const K& k, const V& v) {
  return nn::detail::scaled_dot_product::composed(q, k, v);
}

}  // namespace

TEST_CASE("scaled_dot_product_attention is its formula at every length", "[nn]") {
  for (const index_t queries : {1, 3, 5, 7, 17})
    for (const index_t keys : {1, 3, 5, 7, 17}) {
      const auto q = random_like(tensor<float, seq, d_k>(extents{queries}), 1);
      const auto k = random_like(tensor<float, src, d_k>(extents{keys}), 2);
      const auto v = random_like(tensor<float, src, d_v>(extents{keys}), 3);
      with_each_instruction_set([&] {
        const auto [output, weights] = nn::scaled_dot_product_attention(q, k, v, nn::with_weights);
        static_assert(same_axes<decltype(output), seq, d_v>);
        static_assert(same_axes<decltype(weights), seq, src>);
        CHECK(worst(elements_of(output), formula(q, k, v)) < 2e-6);
        CHECK(worst(output, composed(q, k, v).output) < 2e-6);
        CHECK(worst(weights, composed(q, k, v).weights) < 2e-6);
      });
    }
}

TEST_CASE("leading axes are worked on one by one, each with the bits that it has alone", "[nn]") {
  const auto q = random_like(tensor<float, batch, heads, seq, d_k>(extents{2, 7}), 1);
  const auto k = random_like(tensor<float, batch, heads, src, d_k>(extents{2, 5}), 2);
  const auto v = random_like(tensor<float, batch, heads, src, d_v>(extents{2, 5}), 3);
  const auto [output, weights] = nn::scaled_dot_product_attention(q, k, v, nn::with_weights);
  static_assert(same_axes<decltype(output), batch, heads, seq, d_v>);
  static_assert(same_axes<decltype(weights), batch, heads, seq, src>);
  for (index_t b = 0; b < 2; ++b)
    for (index_t h = 0; h < 3; ++h) {
      const auto alone = nn::scaled_dot_product_attention(row(row(q, b), h), row(row(k, b), h), row(row(v, b), h));
      CHECK(same_bits(alone, row(row(output, b), h)));
    }
}

TEST_CASE("keys and values that are transposed in memory give the bits of their copies", "[nn]") {
  const auto q = random_like(tensor<float, seq, d_k>(extents{7}), 1);
  const auto k_flipped = random_like(tensor<float, d_k, src>(extents{5}), 2);
  const auto v_flipped = random_like(tensor<float, d_v, src>(extents{5}), 3);
  const tensor<float, src, d_k> k = transpose<0, 1>(k_flipped);
  const tensor<float, src, d_v> v = transpose<0, 1>(v_flipped);
  const auto wanted = nn::scaled_dot_product_attention(q, k, v);
  CHECK(same_bits(nn::scaled_dot_product_attention(q, transpose<0, 1>(k_flipped), v), wanted));
  CHECK(same_bits(nn::scaled_dot_product_attention(q, k, transpose<0, 1>(v_flipped)), wanted));
  CHECK(same_bits(nn::scaled_dot_product_attention(q, k, transpose<0, 1>(tensor<float, d_v, src>(v_flipped))), wanted));
  CHECK(same_bits(nn::scaled_dot_product_attention(q, transpose<0, 1>(k_flipped), transpose<0, 1>(v_flipped)), wanted));
}

TEST_CASE("no query, no key: nothing, or zeros", "[nn]") {
  const tensor<float, seq, d_k> none(extents{0});
  const auto some = random_like(tensor<float, seq, d_k>(extents{4}), 1);
  const tensor<float, src, d_k> no_keys(extents{0});
  const auto keys = random_like(tensor<float, src, d_k>(extents{3}), 2);
  with_each_instruction_set([&] {
    CHECK(nn::scaled_dot_product_attention(none, keys, keys).extent(0) == 0);
    CHECK(nn::scaled_dot_product_attention(none, no_keys, no_keys).extent(0) == 0);
    const auto [output, weights] = nn::scaled_dot_product_attention(some, no_keys, no_keys, nn::with_weights);
    CHECK(same(output, tensor<float, seq, d_k>(extents{4})));
    CHECK(weights.shape() == tensor<float, seq, src>(extents{4, 0}).shape());
  });
}

TEST_CASE("bounded extents that do not fit are refused in the compiler's words", "[nn]") {
  const tensor<float, seq, d_k> q(extents{4});
  const tensor<float, src, d_k> k(extents{5});
  const tensor<float, src, d_v> v(extents{6});
  CHECK(raises<shape_mismatch>(
      [&] { static_cast<void>(nn::scaled_dot_product_attention(q, k, v)); },
      "scaled_dot_product_attention: keys and values differ: [src=5, d_k=5] and [src=6, d_v=3]: src=5 is not src=6"));
  const tensor<bool, seq, src> mask(extents{4, 6});
  CHECK(raises<shape_mismatch>(
      [&] { static_cast<void>(nn::scaled_dot_product_attention(q, k, k, nn::keep(mask))); },
      "scaled_dot_product_attention: keep [seq=4, src=6] does not fit the scores [seq=4, src=5]: src=6 is not src=5"));
}

TEST_CASE("the softmax of large scores neither overflows nor loses its sum", "[nn]") {
  // One query against scores 800, 1, 1 and -1000, -1001.
  const tensor<double, 1, 1> one{1};
  const tensor<double, 3, 1> high{800, 1, 1};
  const tensor<double, 2, 1> low{-1000, -1001};
  const auto of_high = nn::scaled_dot_product_attention(one, high, high, nn::with_weights).weights;
  CHECK(of_high(0, 0) == 1);
  CHECK(of_high(0, 1) == 0);
  const auto of_low = nn::scaled_dot_product_attention(one, low, low, nn::with_weights).weights;
  CHECK(of_low(0, 0) == Approx(.7310586).margin(1e-7));
  CHECK(of_low(0, 1) == Approx(.2689414).margin(1e-7));
  // The kernel keeps scores as floats in units of log2: at 1000 they are 1e-4 apart.
  const tensor<float, 1, 1> one_float{1};
  const tensor<float, 3, 1> high_floats{800, 1, 1};
  const tensor<float, 2, 1> low_floats{-1000, -1001};
  with_each_instruction_set([&] {
    const auto high_weights = nn::scaled_dot_product_attention(one_float, high_floats, high_floats, nn::with_weights).weights;
    CHECK(high_weights(0, 0) == 1);
    CHECK(high_weights(0, 1) == 0);
    const auto low_weights = nn::scaled_dot_product_attention(one_float, low_floats, low_floats, nn::with_weights).weights;
    CHECK(low_weights(0, 0) == Approx(.7310586F).margin(2e-5));
    CHECK(low_weights(0, 1) == Approx(.2689414F).margin(2e-5));
  });
}
