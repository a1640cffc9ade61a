// The steps of attention for one block of queries: its scores tile by tile, their exponentials, the values they weigh.
#pragma once

#include <tenon/kernels/row_tiles.hpp>
#include <tenon/kernels/score_hooks.hpp>
#include <tenon/kernels/tile.hpp>
#include <tenon/kernels/transpose.hpp>

// The lanes of a vector are queries: scores^T = k q^T for up to 16 queries at once. So the maximum, the exponentials,
// their sum and the rescaling between tiles of keys are all vertical: no reduction across lanes, no code for a rest of
// keys; keys and values are read where they lie, one float at a time, and only q and the result (16 rows each) are
// transposed.
//

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Keys whose scores are held at once.
inline constexpr index_t key_tile = 128;

/// The operands of one head. Rows are contiguous; strides are from row to row.
struct attention_head {
  const float* q;  // [queries, key_width]
  index_t q_stride;
  const float* k;  // [keys, key_width]
  index_t k_stride;
  const float* v;  // [keys, value_width]
  index_t v_stride;
  float* out;  // [queries, value_width]
  index_t out_stride;
  float* weights;  // [queries, keys], or null
  index_t weights_stride;
  float scale;  // of the scores: 1 / sqrt(key_width) as a rule
};

/// 1 / sqrt(key_width)
inline float attention_scale(index_t key_width) { return 1.f / __builtin_sqrtf(static_cast<float>(key_width)); }

/// Whether every float of rows[count, width] is finite: 0 * x is 0 for those only.
template <class Set>
TENON_INLINE bool all_finite(index_t count, index_t width, const float* rows, index_t stride) {
  vector<Set> sum{};
  float rest = 0.f;
  for (index_t i = 0; i < count; ++i) {
    const float* row = rows + i * stride;
    index_t j = 0;
    for (; j + Set::lanes <= width; j += Set::lanes) sum = *at(Set{}, row + j) * 0.f + sum;
    for (; j < width; ++j) rest = row[j] * 0.f + rest;
  }
  float lanes[Set::lanes];
  *at(Set{}, lanes) = sum;
  for (int i = 0; i < Set::lanes; ++i) rest += lanes[i];
  return rest == 0.f;
}

/// Up to Set::lanes * Vectors queries on their way through the tiles of keys. All arrays end with [lanes].
template <class Set, int Vectors>
struct query_block {
  static constexpr index_t width = Set::lanes, lanes = width * Vectors;

  float* q;                          // [key_width, lanes], scaled
  float* p;                          // [keys of a tile, lanes]: scores, then their exponentials
  float* result;                     // [value_width, lanes]
  alignas(64) float highest[lanes];  // score so far
  alignas(64) float sum[lanes];      // of the exponentials so far
  alignas(64) float rescale[lanes];  // what a higher score makes of the sums before it
  alignas(64) float inverse[lanes];  // of the final sum

  index_t first;  // query
  index_t all_queries;

  TENON_INLINE score_place place(int vector_number, index_t key) const {
    return {first + vector_number * width, all_queries, key};
  }
};

// The steps of attention for one block of queries.

template <class Set, int Vectors, class Queries, class KeyWidth>
TENON_INLINE void start_block(query_block<Set, Vectors>& b, Queries queries, KeyWidth key_width,
                              const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  const float* rows = h.q + b.first * h.q_stride;
  if (queries < lanes)
    for (index_t i = 0; i < key_width * lanes; i += width) *at(Set{}, b.q + i) = vector<Set>{};
  transpose<Set>(queries, key_width, rows, h.q_stride, b.q, lanes);
  // Scores in units of log2: their softmax is made of 2^x.
  const float scale = h.scale * log2_of_e;
  for (index_t i = 0; i < key_width * lanes; i += width) *at(Set{}, b.q + i) = *at(Set{}, b.q + i) * scale;
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    *at(Set{}, b.highest + j * width) = *at(Set{}, minus_infinity_lanes);
    *at(Set{}, b.sum + j * width) = vector<Set>{};
  }
}

/// The scores of a tile of keys; rescale becomes the highest of them and those before.
template <class Set, int Vectors, class Keys, class KeyWidth>
TENON_INLINE void score_keys(query_block<Set, Vectors>& b, index_t first_key, Keys keys, KeyWidth key_width,
                             const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> top[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) top[j] = *at(Set{}, b.highest + j * width);
  const float* k = h.k + first_key * h.k_stride;
  for_row_tiles<Set::tile_rows>(keys, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
    tile<Set, static_cast<int>(height.value), Vectors> t;  // scores^T [keys, queries]
    t.zero();
    t.run(k + row * h.k_stride, h.k_stride, 1, b.q, lanes, panel_width, key_width);
    TENON_UNROLL
    for (int i = 0; i < height.value; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) top[j] = top[j] > t.c[i][j] ? top[j] : t.c[i][j];
    }
    t.store(b.p + row * lanes, lanes);
  });
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.rescale + j * width) = top[j];
}

/// Changes and hides the scores of a tile of keys, and finds the highest of them anew. A pass of its own: within the
/// register tiles every mixture of hooks would be unrolled with them, to a megabyte of code.
template <class Set, int Vectors, class Hooks>
TENON_INLINE void change_scores(query_block<Set, Vectors>& b, index_t first_key, index_t keys, const Hooks& hooks) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> top[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) top[j] = *at(Set{}, b.highest + j * width);
  for (index_t key = 0; key < keys; ++key) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      vector<Set> score = *at(Set{}, b.p + key * lanes + j * width);
      hooks.template apply<Set>(score, b.place(j, first_key + key));
      top[j] = top[j] > score ? top[j] : score;
      *at(Set{}, b.p + key * lanes + j * width) = score;
    }
  }
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.rescale + j * width) = top[j];
}

/// Scores become exponentials.
template <class Set, int Vectors, class Keys>
TENON_INLINE void weigh_keys(query_block<Set, Vectors>& b, Keys keys) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> shift[Vectors], sum[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    const vector<Set> top = *at(Set{}, b.rescale + j * width);
    shift[j] = top == -infinity ? vector<Set>{} : top;  // nothing seen yet: 2^(-infinity - 0) is 0, not NaN
    vector<Set> rescale = *at(Set{}, b.highest + j * width) - shift[j];
    exp2_in_place<Set>(rescale);
    sum[j] = *at(Set{}, b.sum + j * width) * rescale;
    *at(Set{}, b.rescale + j * width) = rescale;
    *at(Set{}, b.highest + j * width) = top;
  }
  for (index_t i = 0; i < keys; ++i) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      vector<Set> e = *at(Set{}, b.p + i * lanes + j * width) - shift[j];
      exp2_in_place<Set>(e);
      sum[j] += e;
      *at(Set{}, b.p + i * lanes + j * width) = e;
    }
  }
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.sum + j * width) = sum[j];
}

/// The exponentials times the values, added to the result.
template <class Set, int Vectors, class Keys, class ValueWidth>
TENON_INLINE void add_values(query_block<Set, Vectors>& b, index_t first_key, Keys keys, ValueWidth value_width,
                             const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  const float* v = h.v + first_key * h.v_stride;
  for_row_tiles<Set::tile_rows>(value_width, [&](auto height, index_t c) TENON_INLINE_LAMBDA {
    tile<Set, static_cast<int>(height.value), Vectors> t;  // result^T [values, queries]
    if (first_key == 0) {
      t.zero();
    } else {
      TENON_UNROLL
      for (int i = 0; i < height.value; ++i) {
        TENON_UNROLL
        for (int j = 0; j < Vectors; ++j)
          t.c[i][j] = *at(Set{}, b.result + (c + i) * lanes + j * width) * *at(Set{}, b.rescale + j * width);
      }
    }
    t.run(v + c, 1, h.v_stride, b.p, lanes, panel_width, keys);
    t.store(b.result + c * lanes, lanes);
  });
}

/// The same for values that are not finite: a hidden one must not be multiplied by its weight of 0.
template <class Set, int Vectors, class Hooks>
TENON_INLINE void add_seen_values(query_block<Set, Vectors>& b, index_t first_key, index_t keys, index_t value_width,
                                  const attention_head& h, const Hooks& hooks) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  for (index_t c = 0; c < value_width; ++c) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      vector<Set> sum{};
      if (first_key > 0) sum = *at(Set{}, b.result + c * lanes + j * width) * *at(Set{}, b.rescale + j * width);
      for (index_t key = 0; key < keys; ++key) {
        vector<Set> seen{};
        hooks.template hide<Set>(seen, b.place(j, first_key + key));
        const vector<Set> more =
            h.v[(first_key + key) * h.v_stride + c] * *at(Set{}, b.p + key * lanes + j * width) + sum;
        sum = seen == 0.f ? more : sum;
      }
      *at(Set{}, b.result + c * lanes + j * width) = sum;
    }
  }
}

/// Several tiles of keys: the weights are kept as raw scores until the highest score and the sum of the whole row are
/// known.
template <class Set, int Vectors>
TENON_INLINE void keep_scores(query_block<Set, Vectors>& b, index_t first_key, index_t keys, index_t queries,
                              const attention_head& h) {
  constexpr index_t lanes = Set::lanes * Vectors;
  transpose<Set>(keys, queries, b.p, lanes, h.weights + b.first * h.weights_stride + first_key, h.weights_stride);
}

/// Writes the result. `keys`: how many were seen by any query of the block.
template <class Set, int Vectors, class Queries, class ValueWidth>
TENON_INLINE void finish_block(query_block<Set, Vectors>& b, Queries queries, index_t keys, ValueWidth value_width,
                               const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> inverse[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    const vector<Set> sum = *at(Set{}, b.sum + j * width);
    inverse[j] = 1.f / sum;
    inverse[j] = sum == 0.f ? vector<Set>{} : inverse[j];  // no key seen: zeros
    *at(Set{}, b.inverse + j * width) = inverse[j];
  }
  // Adding 0 makes -0 into 0: a hidden key behind the last one would do the same.
  for (index_t c = 0; c < value_width; ++c) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      float* r = b.result + c * lanes + j * width;
      if (keys > 0)
        *at(Set{}, r) = *at(Set{}, r) * inverse[j] + 0.f;
      else
        *at(Set{}, r) = vector<Set>{};
    }
  }
  transpose<Set>(value_width, queries, b.result, lanes, h.out + b.first * h.out_stride, h.out_stride);
}

template <class Set, int Vectors>
TENON_INLINE void finish_weights(query_block<Set, Vectors>& b, index_t queries, index_t keys, index_t all_keys,
                                 const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  float* weights = h.weights + b.first * h.weights_stride;
  if (keys <= key_tile) {
    for (index_t i = 0; i < keys; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j)
        *at(Set{}, b.p + i * lanes + j * width) =
            *at(Set{}, b.p + i * lanes + j * width) * *at(Set{}, b.inverse + j * width);
    }
    transpose<Set>(keys, queries, b.p, lanes, weights, h.weights_stride);
  } else {
    for (index_t i = 0; i < queries; ++i) {
      float* row = weights + i * h.weights_stride;
      const float shift = b.highest[i] == -infinity ? 0.f : b.highest[i];
      for (index_t j = 0; j < keys; j += width) {
        const index_t left = keys - j < width ? keys - j : width;
        vector<Set> e;
        if (left == width)
          e = *at(Set{}, row + j);
        else
          load_some<Set>(e, row + j, left);
        e = e - shift;
        exp2_in_place<Set>(e);
        e = e * b.inverse[i];
        if (left == width)
          *at(Set{}, row + j) = e;
        else
          store_some<Set>(e, row + j, left);
      }
    }
  }
  for (index_t i = 0; i < queries; ++i)
    for (index_t j = keys; j < all_keys; ++j) weights[i * h.weights_stride + j] = 0.f;
}

}  // namespace tenon::kernels
TENON_END_HEADER
