// Kernel, composed form and constant evaluation agree on what is hidden, infinite or no number: generated calls.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/slice.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

#include <cmath>
#include <limits>

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", at_most{33}}, keys{"keys", at_most{160}}, d_k{"d_k", 5}, d_v{"d_v", 3};
constexpr float infinite = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();

struct source {
  std::uint32_t state;
  constexpr std::uint32_t below(std::uint32_t n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
  }
  constexpr float number() { return static_cast<float>(below(1 << 16)) / 32768.f - 1.f; }
};

/// Numbers of (-2, 2), and `special` times NaN or an infinity.
template <class X>
void fill(source& from, X& x, std::uint32_t special) {
  for (float& e : x) e = 2 * from.number();
  constexpr float specials[] = {std::numeric_limits<float>::quiet_NaN(), infinite, -infinite};
  for (; special > 0 && x.size() > 0; --special)
    x.data()[from.below(static_cast<std::uint32_t>(x.size()))] = specials[from.below(3)];
}

/// Finite and infinite numbers that programs use as masks; NaN and +infinity in some calls only.
template <class X>
constexpr void fill_bias(source& from, X& x, bool wild) {
  for (float& e : x) {
    const std::uint32_t kind = from.below(wild ? 64 : 12);
    e = kind == 0 || kind == 12   ? -infinite
        : kind == 1               ? -largest
        : kind == 2               ? -1e9f
        : kind == 3 && wild       ? infinite
        : kind == 4 && wild       ? std::numeric_limits<float>::quiet_NaN()
        : kind == 5 && wild       ? largest
                                  : 3 * from.number();
  }
  // Some queries see nothing, for some all keys have one large bias.
  if (x.size() > 0 && from.below(3) == 0) {
    const index_t width = x.shape().last(0).extent, row = from.below(static_cast<std::uint32_t>(x.shape()[0].extent));
    const float all = from.below(2) == 0 ? -infinite : from.below(2) == 0 ? -largest : largest;
    for (index_t i = 0; i < width; ++i) x.data()[row * width + i] = all;
  }
}

template <class X>
constexpr void fill_mask(source& from, X& x) {
  const std::uint32_t density = 1 + from.below(8);
  for (bool& e : x) e = from.below(9) < density;
}

bool agree(float got, float want) {
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
  if (std::isinf(want) || std::isinf(got)) return got == want;
  return std::abs(got - want) <= 1e-5f;
}

template <class A, class B>
bool all_agree(const A& got, const B& want) {
  for (index_t i = 0; i < got.size(); ++i)
    if (!agree(got.data()[i], want.data()[i])) {
      UNSCOPED_INFO("element " << i << ": " << got.data()[i] << " of the kernel, " << want.data()[i] << " of the parts");
      return false;
    }
  return got.size() == want.size();
}

template <class... O>
void compare(const tensor<float, seq, d_k>& q, const tensor<float, keys, d_k>& k, const tensor<float, keys, d_v>& v,
             const O&... options) {
  const auto parts = nn::detail::scaled_dot_product::composed(q, k, v, options...);
  with_each_instruction_set([&] {
    const auto [output, weights] = nn::scaled_dot_product_attention(q, k, v, options..., nn::with_weights);
    CHECK(all_agree(weights, parts.weights));
    CHECK(all_agree(output, parts.output));
  });
}

// Constant evaluation: what is hidden holds NaN and infinities, what is seen is finite; clang knows no constant NaN.
constexpr axis few{"few", 3}, some{"some", 5}, narrow{"narrow", 2};

struct small_call {
  tensor<float, few, narrow> q;
  tensor<float, some, narrow> k, v;
  tensor<float, few, some> bias;
  tensor<bool, few, some> mask;

  explicit constexpr small_call(std::uint32_t seed) {
    source from{seed};
    for (float& e : q) e = from.number();
    for (float& e : k) e = from.number();
    for (float& e : v) e = from.number();
    fill_mask(from, mask);
    fill_bias(from, bias, false);
    const index_t hidden = from.below(5);  // from all queries, by a bias or by the mask
    for (index_t i = 0; i < 3; ++i)
      if (from.below(2) == 0) bias(i, hidden) = -infinite;
      else mask(i, hidden) = false;
    v(hidden, 0) = infinite;
    v(hidden, 1) = std::numeric_limits<float>::quiet_NaN();
  }
  constexpr auto operator()() const {
    return nn::scaled_dot_product_attention(q, k, v, nn::keep(mask), nn::score_bias(bias), nn::causal_bottom_right,
                                            nn::with_weights);
  }
};

template <std::uint32_t Seed>
void compare_constant() {
  constexpr auto constant = small_call(Seed)();
  const small_call call(Seed);
  with_each_instruction_set([&] {
    INFO("seed " << Seed);
    const auto [output, weights] = call();
    CHECK(all_agree(output, constant.output));
    CHECK(all_agree(weights, constant.weights));
  });
}

}  // namespace

TEST_CASE("kernel and composed form agree on generated calls", "[nn]") {
  constexpr index_t lengths[] = {1, 2, 3, 7, 16, 17, 33}, numbers_of_keys[] = {1, 2, 5, 31, 33, 64, 129, 160};
  for (std::uint32_t seed = 1; seed <= 250; ++seed) {
    INFO("seed " << seed);
    source from{seed * 2654435761u};
    const index_t n = lengths[from.below(7)], m = numbers_of_keys[from.below(8)];
    tensor<float, seq, d_k> q(extents{n});
    tensor<float, keys, d_k> k(extents{m});
    tensor<float, keys, d_v> v(extents{m});
    tensor<float, seq, keys> bias(extents{n, m}), other(extents{n, m});
    tensor<bool, seq, keys> mask(extents{n, m});
    fill(from, q, from.below(4) == 0 ? 1 : 0);
    fill(from, k, from.below(3) == 0 ? 1 + from.below(2) : 0);
    fill(from, v, from.below(3) == 0 ? 1 + from.below(4) : 0);
    fill_bias(from, bias, from.below(2) == 0);
    fill_bias(from, other, from.below(4) == 0);
    fill_mask(from, mask);
    switch (seed % 6) {
      case 0: compare(q, k, v); break;
      case 1: compare(q, k, v, nn::score_bias(bias)); break;
      case 2: compare(q, k, v, nn::keep(mask), nn::score_bias(bias), nn::causal_top_left); break;
      case 3: compare(q, k, v, nn::score_bias(bias), nn::ignore(mask), nn::score_bias(other)); break;
      case 4: compare(q, k, v, nn::causal_bottom_right); break;
      case 5: compare(q, k, v, nn::ignore(mask)); break;
    }
  }
}

TEST_CASE("the straight-line code of small modules agrees with their parts on generated calls", "[nn]") {
  constexpr axis tokens{"tokens", 3}, model{"model", 8}, heads{"heads", 2};
  random::generator numbers{3};
  const nn::multi_head_attention<float, model, heads> m(numbers);
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    source from{seed * 2654435761u};
    tensor<float, tokens, model> x;
    tensor<float, tokens, prime(tokens)> bias;
    tensor<bool, tokens, prime(tokens)> mask;
    fill(from, x, from.below(3) == 0 ? 1 : 0);
    fill_bias(from, bias, from.below(2) == 0);
    fill_mask(from, mask);
    const auto parts = m.composed(x, x, x, nn::keep(mask), nn::score_bias(bias));
    with_each_instruction_set([&] {
      const auto [output, weights] = m(x, nn::keep(mask), nn::score_bias(bias), nn::with_weights);
      CHECK(all_agree(weights, parts.weights));
      CHECK(all_agree(output, parts.output));
    });
  }
}

TEST_CASE("constant evaluation agrees with the kernel on generated calls", "[nn]") {
  [&]<std::uint32_t... Seeds>(std::integer_sequence<std::uint32_t, Seeds...>) {
    (compare_constant<Seeds * 7919u + 1u>(), ...);
  }(std::make_integer_sequence<std::uint32_t, 6>{});
}

TEST_CASE("values wider than a head of the kernels: hidden keys behind change no bit", "[nn]") {
  constexpr axis one{"one", 3}, wide{"wide", 600}, narrow_k{"narrow_k", 16};
  const auto q = random_like(tensor<float, one, narrow_k>(), 1);
  const auto k = random_like(tensor<float, keys, narrow_k>(extents{150}), 2);
  const auto v = random_like(tensor<float, keys, wide>(extents{150}), 3);
  tensor<bool, keys> present(extents{150});
  for (index_t i = 0; i < 90; ++i) present.data()[i] = true;
  const tensor<float, keys, narrow_k> seen_k = slice<keys>(k, 0, 90);
  const tensor<float, keys, wide> seen_v = slice<keys>(v, 0, 90);
  with_each_instruction_set([&] {
    const auto alone = nn::scaled_dot_product_attention(q, seen_k, seen_v);
    CHECK(same_bits(alone, nn::scaled_dot_product_attention(q, k, v, nn::keep(present))));
    const auto parts = nn::detail::scaled_dot_product::composed(q, k, v, nn::keep(present));
    CHECK(worst(alone, parts.output) < 2e-6);
    CHECK(same_bits(parts.output, nn::detail::scaled_dot_product::composed(q, seen_k, seen_v).output));
  });
}
