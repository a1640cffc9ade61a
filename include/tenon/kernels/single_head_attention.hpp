// Single-head attention from its inputs to its output: three projections, then attention for each text.
#pragma once

#include <tenon/kernels/multi_head_attention.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Floats of scratch for a call with exactly these extents.
constexpr index_t single_head_scratch(index_t d_k, index_t batch, index_t queries, index_t keys) {
  return multi_head_texts(batch, queries, keys) * (queries + 2 * keys) * d_k;
}
/// The same for a call with at most these extents.
constexpr index_t largest_single_head_scratch(index_t d_k, index_t batch, index_t queries, index_t keys) {
  return (most_rows_together(batch, queries) + 2 * most_rows_together(batch, keys)) * d_k;
}

/// out[batch, queries, DK] = attention(query W_q, key W_k, value W_v). Nothing is allocated; the scratch is the caller's.
/// The results are the same bits for any executor, and for a text alone and in a batch.
template <index_t DModel, index_t DK, class Projection, class Hooks, class Executor>
inline void single_head_attention(index_t batch, index_t queries, index_t keys, const Projection& w_q,
                                  const Projection& w_k, const Projection& w_v, const multi_head_operands& tensors,
                                  const Hooks& hooks, Executor& executor) {
  constexpr constant<DK> d_k;
  const auto run = executor_for(batch * DK * ((queries + 2 * keys) * DModel + 2 * queries * keys), executor);
  const auto project = [&](index_t rows, const float* x, const auto& w, float* y) {
    product_in_parts(run, rows, constant<DModel>{}, d_k, x, DModel, w.weight, w.bias, y, DK);
  };
  const index_t together = multi_head_texts(batch, queries, keys);
  for (index_t first = 0; first < batch; first += together) {
    const index_t count = batch - first < together ? batch - first : together;
    float* const q = tensors.scratch;
    float* const k = q + count * queries * d_k;
    float* const v = k + count * keys * d_k;
    project(count * queries, tensors.query + first * queries * DModel, w_q, q);
    project(count * keys, tensors.key + first * keys * DModel, w_k, k);
    project(count * keys, tensors.value + first * keys * DModel, w_v, v);
    run.for_each(count, [&](index_t text) {
      const index_t at = first + text;
      const attention_head head{.q = q + text * queries * d_k,
                                .q_stride = DK,
                                .k = k + text * keys * d_k,
                                .k_stride = DK,
                                .v = v + text * keys * d_k,
                                .v_stride = DK,
                                .out = tensors.out + at * queries * d_k,
                                .out_stride = DK,
                                .weights = tensors.weights ? tensors.weights + at * queries * keys : nullptr,
                                .weights_stride = keys,
                                .scale = attention_scale(DK)};
      attention(queries, keys, d_k, d_k, head, hooks.for_head(at, 0));
    });
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
