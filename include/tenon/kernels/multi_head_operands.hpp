// The widths, weights and tensors of multi-head attention, as its kernels see them.
#pragma once

#include <tenon/config.hpp>

namespace tenon::kernels {

/// The widths of multi-head attention. Query head h reads key and value head h / (heads / kv_heads).
struct multi_head_sizes {
  index_t query_dim, key_dim, value_dim;  // of the three inputs
  index_t heads, kv_heads;
  index_t d_k, d_v;  // of one head
  index_t out_dim;
};

/// Weights in panels, float or bfloat16, and a bias or null.
template <class Weight>
struct projection {
  const Weight* weight;
  const float* bias;
};
template <class Weight>
projection(const Weight*, const float*) -> projection<Weight>;

template <class Weight>
struct multi_head_projections {
  projection<Weight> query;  // [query_dim, heads * d_k]
  projection<Weight> key;    // [key_dim, kv_heads * d_k]
  projection<Weight> value;  // [value_dim, kv_heads * d_v]
  projection<Weight> out;    // [heads * d_v, out_dim]
};
template <class Weight>
multi_head_projections(projection<Weight>, projection<Weight>, projection<Weight>, projection<Weight>)
    -> multi_head_projections<Weight>;

/// The tensors of one call, contiguous and row-major. The three inputs may be the same memory; the results must not
/// overlap them.
struct multi_head_operands {
  const float* query;  // [batch, queries, query_dim]
  const float* key;    // [batch, keys, key_dim]
  const float* value;  // [batch, keys, value_dim]
  float* out;          // [batch, queries, out_dim]
  float* weights;      // [batch, heads, queries, keys], or null
  float* scratch;      // multi_head_scratch floats
};

}  // namespace tenon::kernels
