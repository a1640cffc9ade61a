// Multi-head attention of a few rows and columns as straight-line code: no loop, no call.
#pragma once

#include <initializer_list>
#include <tenon/kernels/attention.hpp>
#include <tenon/kernels/multi_head_operands.hpp>
#include <tenon/kernels/packed_product.hpp>

// The arithmetic is that of attention.hpp, step by step, so that both give the same bits. What differs: everything is a
// constant, the intermediate results live on the stack, and rows are padded so that they can be transposed by four.

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Whether extents are constants and so small that the code without a loop stays small, too.
template <multi_head_sizes S, class Queries, class Keys>
constexpr bool tiny_extents() {
  if constexpr (is_constant<Queries> && is_constant<Keys>) {
    constexpr index_t queries = Queries::value, keys = Keys::value, limit = 128;
    constexpr index_t q = queries * S.query_dim * ((S.heads * S.d_k + 7) / 8);
    constexpr index_t k = keys * S.key_dim * ((S.kv_heads * S.d_k + 7) / 8);
    constexpr index_t v = keys * S.value_dim * ((S.kv_heads * S.d_v + 7) / 8);
    constexpr index_t out = queries * S.heads * S.d_v * ((S.out_dim + 7) / 8);
    return queries <= 8 && keys <= 8 && q <= limit && k <= limit && v <= limit && out <= limit &&
           S.heads * keys * (S.d_k + S.d_v) <= 2 * limit;
  } else {
    return false;
  }
}
/// Such a call needs no scratch. Other weights than floats always go the general way.
template <multi_head_sizes S, class Queries, class Keys, class Weight = float>
inline constexpr bool is_tiny = std::is_same_v<Weight, float> && tiny_extents<S, Queries, Keys>();

/// to[Columns][to_stride] = from[Rows][from_stride] transposed; Rows is a multiple of 4.
template <index_t Rows, index_t Columns>
TENON_INLINE void tiny_transpose(const float* from, index_t from_stride, float* to, index_t to_stride) {
  unrolled<Rows / 4>([&](auto i) TENON_INLINE_LAMBDA {
    unrolled<Columns / 4>([&](auto j) TENON_INLINE_LAMBDA {
      transpose_square(four_lanes{}, from + 4 * i * from_stride + 4 * j, from_stride, to + 4 * j * to_stride + 4 * i,
                       to_stride);
    });
    unrolled<Columns % 4>([&](auto j) TENON_INLINE_LAMBDA {
      constexpr index_t column = Columns / 4 * 4 + j.value;
      unrolled<4>([&](auto u) TENON_INLINE_LAMBDA {
        to[column * to_stride + 4 * i + u] = from[(4 * i + u) * from_stride + column];
      });
    });
  });
}

/// One head: queries First ... First + Here - 1 of `Queries`. q and out have Set::lanes rows, k and v have `Keys`.
template <class Set, index_t First, index_t Here, index_t Queries, index_t Keys, index_t KeyWidth, index_t ValueWidth,
          class Hooks>
TENON_INLINE void tiny_head(const attention_head& h, const Hooks& hooks) {
  constexpr index_t lanes = Set::lanes;
  alignas(64) float q[KeyWidth * lanes];                       // [key_width, lanes]
  alignas(64) float p[Keys * lanes];                           // [keys, lanes]
  alignas(64) float result[(ValueWidth + 3) / 4 * 4 * lanes];  // [value_width, lanes]
  tiny_transpose<lanes, KeyWidth>(h.q, h.q_stride, q, lanes);

  vector<Set> scaled[KeyWidth];
  TENON_UNROLL
  for (index_t c = 0; c < KeyWidth; ++c) scaled[c] = *at(Set{}, q + c * lanes) * h.scale;
  vector<Set> scores[Keys];
  vector<Set> top = vector<Set>{} + lowest;
  TENON_UNROLL
  for (index_t key = 0; key < Keys; ++key) {
    vector<Set> s{};
    TENON_UNROLL
    for (index_t c = 0; c < KeyWidth; ++c) add_product<Set>(s, h.k[key * h.k_stride + c], scaled[c]);
    if constexpr (Hooks::any) hooks.template apply<Set>(s, score_place{First, Queries, key});
    take_larger(top, top, s);
    scores[key] = s;
  }
  vector<Set> sum{};
  TENON_UNROLL
  for (index_t key = 0; key < Keys; ++key) {
    scores[key] = scores[key] - top;
    weight_in_place<Set>(scores[key]);
    sum += scores[key];
  }
  vector<Set> inverse;
  invert_sum<Set>(inverse, sum);

  vector<Set> values[ValueWidth];
  TENON_UNROLL
  for (index_t c = 0; c < ValueWidth; ++c) values[c] = vector<Set>{};
  TENON_UNROLL
  for (index_t key = 0; key < Keys; ++key) {
    vector<Set> seen{};
    if constexpr (Hooks::hides) hooks.template hide<Set>(seen, score_place{First, Queries, key});
    TENON_UNROLL
    for (index_t c = 0; c < ValueWidth; ++c) {
      vector<Set> more = values[c];
      add_product<Set>(more, h.v[key * h.v_stride + c], scores[key]);
      if constexpr (Hooks::hides)
        values[c] = seen == 0.f ? more : values[c];
      else
        values[c] = more;
    }
  }
  TENON_UNROLL
  for (index_t c = 0; c < ValueWidth; ++c) *at(Set{}, result + c * lanes) = values[c] * inverse + 0.f;
  unrolled<lanes / 4>([&](auto i) TENON_INLINE_LAMBDA {
    unrolled<ValueWidth / 4>([&](auto j) TENON_INLINE_LAMBDA {
      transpose_square(four_lanes{}, result + 4 * j * lanes + 4 * i, lanes, h.out + 4 * i * h.out_stride + 4 * j,
                       h.out_stride);
    });
    unrolled<ValueWidth % 4>([&](auto j) TENON_INLINE_LAMBDA {
      constexpr index_t column = ValueWidth / 4 * 4 + j.value;
      unrolled<4>([&](auto u) TENON_INLINE_LAMBDA {
        h.out[(4 * i + u) * h.out_stride + column] = result[column * lanes + 4 * i + u];
      });
    });
  });
  if (h.weights) {
    TENON_UNROLL
    for (index_t key = 0; key < Keys; ++key) *at(Set{}, p + key * lanes) = scores[key] * inverse;
    unrolled<Here>([&](auto i) TENON_INLINE_LAMBDA {
      unrolled<Keys>([&](auto j) TENON_INLINE_LAMBDA { h.weights[i * h.weights_stride + j] = p[j * lanes + i]; });
    });
    if constexpr (Hooks::hides) {
      float inverses[lanes];
      *at(Set{}, inverses) = inverse;
      clear_hidden_weights<Set>(score_place{First, Queries, 0}, constant<Here>{}, constant<Keys>{}, inverses, h.weights,
                                h.weights_stride, hooks);
    }
  }
}

/// The whole of multi_head_attention for one text, inside a function of the tag's target. No bias is null.
template <multi_head_sizes S, index_t Queries, index_t Keys, class Hooks>
struct tiny_multi_head_body {
  const multi_head_projections<float>& weights;
  const multi_head_operands& tensors;
  const Hooks& hooks;
  index_t batch;

  template <class Set>
  TENON_INLINE void operator()(Set set) const {
    using Lanes = std::conditional_t<Queries <= Set::narrow::lanes, typename Set::narrow, Set>;
    constexpr index_t lanes = Lanes::lanes < Queries ? 2 * Lanes::lanes : Lanes::lanes;
    constexpr index_t q_width = S.heads * S.d_k, k_width = S.kv_heads * S.d_k, v_width = S.kv_heads * S.d_v;
    constexpr index_t context_width = S.heads * S.d_v;
    alignas(64) float q[lanes * q_width];
    alignas(64) float k[Keys * k_width];
    alignas(64) float v[Keys * v_width];
    alignas(64) float context[lanes * context_width];
    const auto project = [&](auto rows, auto depth, auto columns, const float* x, const projection<float>& p,
                             float* y) TENON_INLINE_LAMBDA {
      product_inline<identity>(set, rows, depth, columns, product_rows{x, depth, y, columns}, p.weight, p.bias);
    };
    project(constant<Queries>{}, constant<S.query_dim>{}, constant<q_width>{}, tensors.query, weights.query, q);
    unrolled<(lanes - Queries) * q_width>([&](auto i) TENON_INLINE_LAMBDA { q[Queries * q_width + i] = 0.f; });
    project(constant<Keys>{}, constant<S.key_dim>{}, constant<k_width>{}, tensors.key, weights.key, k);
    project(constant<Keys>{}, constant<S.value_dim>{}, constant<v_width>{}, tensors.value, weights.value, v);
    unrolled<S.heads>([&](auto head) TENON_INLINE_LAMBDA {
      constexpr index_t kv_head = head.value / (S.heads / S.kv_heads);
      const auto head_hooks = hooks.for_head(batch, head);
      unrolled<lanes / Lanes::lanes>([&](auto part) TENON_INLINE_LAMBDA {
        constexpr index_t first = part.value * Lanes::lanes;
        const attention_head operands{
            .q = q + first * q_width + head * S.d_k,
            .q_stride = q_width,
            .k = k + kv_head * S.d_k,
            .k_stride = k_width,
            .v = v + kv_head * S.d_v,
            .v_stride = v_width,
            .out = context + first * context_width + head * S.d_v,
            .out_stride = context_width,
            .weights = tensors.weights ? tensors.weights + (head * Queries + first) * Keys : nullptr,
            .weights_stride = Keys,
            .scale = attention_scale(S.d_k)};
        constexpr index_t here = Queries - first < Lanes::lanes ? Queries - first : Lanes::lanes;
        tiny_head<Lanes, first, here, Queries, Keys, S.d_k, S.d_v>(operands, head_hooks);
      });
    });
    project(constant<Queries>{}, constant<context_width>{}, constant<S.out_dim>{}, context, weights.out, tensors.out);
  }
};

/// The widest of the four projections.
template <multi_head_sizes S>
inline constexpr index_t most_columns = [] {
  index_t most = S.heads * S.d_k;
  for (index_t columns : {S.kv_heads * S.d_k, S.kv_heads * S.d_v, S.out_dim}) most = columns > most ? columns : most;
  return most;
}();

template <multi_head_sizes S, class Batch, class Queries, class Keys, class Hooks>
inline void tiny_multi_head_attention(Batch batch, Queries, Keys, const multi_head_projections<float>& weights,
                                      multi_head_operands tensors, const Hooks& hooks) {
  constexpr index_t queries = Queries::value, keys = Keys::value;
  // Zeros for missing biases, chosen here: the straight-line code has no branch for them.
  const auto certain = [](const projection<float>& p) {
    return projection<float>{p.weight, p.bias ? p.bias : zeros<most_columns<S>>};
  };
  const multi_head_projections<float> biased{certain(weights.query), certain(weights.key), certain(weights.value),
                                             certain(weights.out)};
  for (index_t i = 0; i < batch; ++i) {
    dispatch_small(tiny_multi_head_body<S, queries, keys, Hooks>{biased, tensors, hooks, i});
    tensors.query += queries * S.query_dim;
    tensors.key += keys * S.key_dim;
    tensors.value += keys * S.value_dim;
    tensors.out += queries * S.out_dim;
    if (tensors.weights) tensors.weights += S.heads * queries * keys;
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
