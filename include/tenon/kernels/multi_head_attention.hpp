// Multi-head attention from its inputs to its output: projections, attention for each head, output projection.
#pragma once

#include <tenon/kernels/attention.hpp>
#include <tenon/kernels/executor.hpp>
#include <tenon/kernels/multi_head_operands.hpp>
#include <tenon/kernels/product_in_parts.hpp>
#include <tenon/kernels/tiny_multi_head_attention.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Rows that run through the projections together: texts shorter than this share one pass over the weights.
inline constexpr index_t multi_head_rows = 256;

/// Texts of a batch that are worked on together.
constexpr index_t multi_head_texts(index_t batch, index_t queries, index_t keys) {
  const index_t longer = queries > keys ? queries : keys;
  const index_t texts = longer > 0 && longer < multi_head_rows ? multi_head_rows / longer : 1;
  return texts < batch ? texts : batch;
}

/// The most rows of texts that are worked on together, where `batch` and `seq` are bounds: shorter texts may come in
/// larger groups, which have at most multi_head_rows rows, and never more than there are.
constexpr index_t most_rows_together(index_t batch, index_t seq) {
  const index_t at_least = seq > multi_head_rows ? seq : multi_head_rows;
  return batch * seq < at_least ? batch * seq : at_least;
}

/// Floats of scratch for that many rows.
constexpr index_t multi_head_scratch_of_rows(const multi_head_sizes& s, index_t query_rows, index_t key_rows) {
  return (query_rows * s.heads + key_rows * s.kv_heads) * (s.d_k + s.d_v);
}
/// Floats of scratch for a call with exactly these extents.
constexpr index_t multi_head_scratch(const multi_head_sizes& s, index_t batch, index_t queries, index_t keys) {
  const index_t texts = multi_head_texts(batch, queries, keys);
  return multi_head_scratch_of_rows(s, texts * queries, texts * keys);
}
/// The same for a call with at most these extents.
constexpr index_t largest_multi_head_scratch(const multi_head_sizes& s, index_t batch, index_t queries, index_t keys) {
  return multi_head_scratch_of_rows(s, most_rows_together(batch, queries), most_rows_together(batch, keys));
}

constexpr index_t multi_head_multiply_adds(const multi_head_sizes& s, index_t batch, index_t queries, index_t keys) {
  const index_t query = s.query_dim * s.heads * s.d_k, out = s.heads * s.d_v * s.out_dim;
  const index_t key = s.key_dim * s.kv_heads * s.d_k, value = s.value_dim * s.kv_heads * s.d_v;
  return batch * (queries * (query + out) + keys * (key + value) + queries * keys * s.heads * (s.d_k + s.d_v));
}

template <multi_head_sizes S, class Weight, class Hooks, class Executor>
struct multi_head_run {
  static constexpr index_t q_width = S.heads * S.d_k, k_width = S.kv_heads * S.d_k, v_width = S.kv_heads * S.d_v,
                           context_width = S.heads * S.d_v;
  static constexpr index_t group = S.heads / S.kv_heads;
  // A head that is a whole number of panels is projected into a plane of its own. That makes it an independent task, and
  // keeps its rows together: rows a power of two apart would fall on a few sets of the cache (up to 30 % slower).
  static constexpr bool planes = S.d_k % panel_width == 0 && S.d_v % panel_width == 0;

  const multi_head_projections<Weight>& weights;
  const multi_head_operands& tensors;
  const Hooks& hooks;
  Executor& run;

  struct head_range {
    index_t first, count;
    index_t plane;  // of the first of them
  };
  // Heads that are projected at once, so that a tile of the product is full: two panels beside each other, or eight
  // where there are one or two rows. One, if the threads would have too few tasks otherwise.
  index_t heads_at_once(index_t rows) const {
    constexpr index_t panels = S.d_k / panel_width;
    const index_t together = rows <= 2 ? (8 + panels - 1) / panels : 1 + panels % 2, width = run.width();
    return width > 1 && S.heads < 2 * width * together ? 1 : together;
  }

  // The texts of one group, and where their intermediate results lie.
  struct texts {
    index_t first, count, queries, keys;
    float *q, *k, *v, *context;
  };

  // Some heads of a projection, each into a plane [rows, Width] of its own; the planes lie behind each other.
  template <index_t Depth, index_t All, index_t Width>
  static void project_heads(index_t rows, const float* x, const projection<Weight>& p, head_range of, float* y) {
    const index_t column = of.first * Width, columns = of.count * Width;
    packed_product_in_planes(rows, Depth, columns, x, Depth, p.weight + column * Depth,
                             p.bias ? p.bias + column : nullptr, y + of.plane * rows * Width, Width,
                             column_planes{Width, rows * Width}, All - column - columns);
  }
  void project_query(const texts& t, head_range of) {
    project_heads<S.query_dim, q_width, S.d_k>(t.count * t.queries, tensors.query + t.first * t.queries * S.query_dim,
                                               weights.query, of, t.q);
  }
  void project_key(const texts& t, head_range of) {
    project_heads<S.key_dim, k_width, S.d_k>(t.count * t.keys, tensors.key + t.first * t.keys * S.key_dim, weights.key,
                                             of, t.k);
  }
  void project_value(const texts& t, head_range of) {
    project_heads<S.value_dim, v_width, S.d_v>(t.count * t.keys, tensors.value + t.first * t.keys * S.value_dim,
                                               weights.value, of, t.v);
  }

  // A whole projection, dealt out to the tasks of the executor.
  template <index_t Depth, index_t Columns>
  void project_all(index_t rows, const float* x, const projection<Weight>& p, float* y) {
    product_in_parts(run, rows, constant<Depth>{}, constant<Columns>{}, x, Depth, p.weight, p.bias, y, Columns);
  }

  void attend(const texts& t, index_t text, index_t head, index_t plane) {
    const index_t kv_plane = plane / group;
    // One plane a head: [head][text * row][width]. Otherwise heads lie side by side: [text * row][head * width].
    const auto rows_of = [](const float* base, index_t plane_rows, index_t row, index_t h, index_t width,
                            index_t all_width) {
      return planes ? base + (h * plane_rows + row) * width : base + row * all_width + h * width;
    };
    const index_t batch = t.first + text;
    const attention_head operands{
        .q = rows_of(t.q, t.count * t.queries, text * t.queries, plane, S.d_k, q_width),
        .q_stride = planes ? S.d_k : q_width,
        .k = rows_of(t.k, t.count * t.keys, text * t.keys, kv_plane, S.d_k, k_width),
        .k_stride = planes ? S.d_k : k_width,
        .v = rows_of(t.v, t.count * t.keys, text * t.keys, kv_plane, S.d_v, v_width),
        .v_stride = planes ? S.d_v : v_width,
        .out = t.context + text * t.queries * context_width + head * S.d_v,
        .out_stride = context_width,
        .weights = tensors.weights ? tensors.weights + (batch * S.heads + head) * t.queries * t.keys : nullptr,
        .weights_stride = t.keys,
        .scale = attention_scale(S.d_k)};
    attention(t.queries, t.keys, constant<S.d_k>{}, constant<S.d_v>{}, operands, hooks.for_head(batch, head));
  }

  void run_texts(const texts& t) {
    const index_t query_rows = t.count * t.queries, key_rows = t.count * t.keys;
    if constexpr (planes && group == 1) {
      const index_t together = heads_at_once(query_rows > key_rows ? query_rows : key_rows);
      run.for_each((S.heads + together - 1) / together, [&](index_t task) {
        const index_t first = task * together, left = S.heads - first;
        // One after the other they use the same planes, which stay in the cache then.
        const head_range of{first, left < together ? left : together, run.width() == 1 ? 0 : first};
        project_query(t, of);
        project_key(t, of);
        project_value(t, of);
        for (index_t i = 0; i < of.count; ++i)
          for (index_t text = 0; text < t.count; ++text) attend(t, text, first + i, of.plane + i);
      });
    } else {
      if constexpr (planes) {
        run.for_each(S.heads + 2 * S.kv_heads, [&](index_t task) {
          if (task < S.heads)
            project_query(t, {task, 1, task});
          else if (const index_t head = task - S.heads; head < S.kv_heads)
            project_key(t, {head, 1, head});
          else
            project_value(t, {head - S.kv_heads, 1, head - S.kv_heads});
        });
      } else {
        project_all<S.query_dim, q_width>(query_rows, tensors.query + t.first * t.queries * S.query_dim, weights.query,
                                          t.q);
        project_all<S.key_dim, k_width>(key_rows, tensors.key + t.first * t.keys * S.key_dim, weights.key, t.k);
        project_all<S.value_dim, v_width>(key_rows, tensors.value + t.first * t.keys * S.value_dim, weights.value, t.v);
      }
      run.for_each(t.count * S.heads, [&](index_t task) { attend(t, task / S.heads, task % S.heads, task % S.heads); });
    }
    project_all<context_width, S.out_dim>(query_rows, t.context, weights.out,
                                          tensors.out + t.first * t.queries * S.out_dim);
  }

  void run_batch(index_t batch, index_t queries, index_t keys) {
    const index_t together = multi_head_texts(batch, queries, keys);
    for (index_t first = 0; first < batch; first += together) {
      const index_t count = batch - first < together ? batch - first : together;
      float* q = tensors.scratch;
      float* k = q + count * queries * q_width;
      float* v = k + count * keys * k_width;
      run_texts(texts{first, count, queries, keys, q, k, v, v + count * keys * v_width});
    }
  }
};

/// out = concat over heads of attention(query W_q, key W_k, value W_v), times W_o; biases where they are not null.
/// Batch, Queries and Keys are `index_t` or `constant<n>`. Nothing is allocated; the scratch is the caller's. The
/// results are the same bits for any executor, and for a text alone and in a batch.
template <multi_head_sizes S, class Batch, class Queries, class Keys, weight_element Weight, class Hooks = no_hooks,
          class Executor = const serial>
inline void multi_head_attention(Batch batch, Queries queries, Keys keys, const multi_head_projections<Weight>& weights,
                                 const multi_head_operands& tensors, const Hooks& hooks = {},
                                 Executor&& executor = {}) {
  static_assert(S.kv_heads > 0 && S.heads % S.kv_heads == 0);
  if constexpr (is_tiny<S, Queries, Keys, Weight>) {
    tiny_multi_head_attention<S>(batch, queries, keys, weights, tensors, hooks);
  } else {
    const auto run = executor_for(multi_head_multiply_adds(S, batch, queries, keys), executor);
    multi_head_run<S, Weight, Hooks, decltype(run)>{weights, tensors, hooks, run}.run_batch(batch, queries, keys);
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
