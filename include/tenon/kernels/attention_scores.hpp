// The first steps of attention for one block of queries: its scores, tile by tile of keys, and their exponentials.
#pragma once

#include <tenon/kernels/row_tiles.hpp>
#include <tenon/kernels/score_hooks.hpp>
#include <tenon/kernels/square_root.hpp>
#include <tenon/kernels/steady_sum.hpp>
#include <tenon/kernels/tile.hpp>
#include <tenon/kernels/transpose.hpp>

// The lanes of a vector are queries: scores^T = k q^T for up to 16 queries at once. So the maximum, the exponentials,
// their sum and the rescaling between tiles of keys are all vertical: no reduction across lanes, no code for a rest of
// keys; keys and values are read where they lie, one float at a time, and only q and the result (16 rows each) are
// transposed.
//
// The error of a sum must not grow with the number of keys. So terms are added in short runs that begin at zero, runs are
// added to each other for 512 keys, and what that gives is settled: added to a total, of which nothing is lost. Each of
// these changes nothing when zeros are added: hidden keys behind the last one do not show.

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Keys whose scores are held at once.
inline constexpr index_t key_tile = 128;
/// Keys whose values are added one by one, whose weights are, and those after which the sums are settled.
inline constexpr index_t key_run = 48, weight_run = 16, settled_keys = 4 * key_tile;

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
inline float attention_scale(index_t key_width) { return 1.f / square_root(static_cast<float>(key_width)); }

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
  float* result;                     // [value_width, lanes], of the keys that are not settled
  float* total;                      // [value_width, lanes], of those that are
  alignas(64) float highest[lanes];  // score of this tile and those before
  alignas(64) float shift[lanes];    // what is subtracted from the scores: the highest, or a little less
  alignas(64) float sum[lanes];      // of the exponentials so far
  alignas(64) float lost[lanes];     // what rounding took from that sum
  alignas(64) float rescale[lanes];  // what a larger shift makes of the sums before it
  alignas(64) float inverse[lanes];  // of the final sum
  bool rescales;                     // whether one of them is not 1

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
  for (index_t i = 0; i < key_width * lanes; i += width) *at(Set{}, b.q + i) = *at(Set{}, b.q + i) * h.scale;
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    *at(Set{}, b.shift + j * width) = vector<Set>{} + lowest;
    *at(Set{}, b.sum + j * width) = vector<Set>{};
    *at(Set{}, b.lost + j * width) = vector<Set>{};
  }
}

/// The scores of a tile of keys, and the highest of them and of the shift.
template <class Set, int Vectors, class Keys, class KeyWidth>
TENON_INLINE void score_keys(query_block<Set, Vectors>& b, index_t first_key, Keys keys, KeyWidth key_width,
                             const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> top[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) top[j] = *at(Set{}, b.shift + j * width);
  const float* k = h.k + first_key * h.k_stride;
  for_row_tiles<Set::tile_rows>(keys, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
    tile<Set, static_cast<int>(height.value), Vectors> t;  // scores^T [keys, queries]
    t.zero();
    t.run(k + row * h.k_stride, h.k_stride, 1, b.q, lanes, panel_width, key_width);
    TENON_UNROLL
    for (int i = 0; i < height.value; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) take_larger(top[j], top[j], t.c[i][j]);
    }
    t.store(b.p + row * lanes, lanes);
  });
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.highest + j * width) = top[j];
}

/// Changes and hides the scores of a tile of keys, and finds the highest of them anew. A pass of its own: within the
/// register tiles every mixture of hooks would be unrolled with them, to a megabyte of code.
template <class Set, int Vectors, class Hooks>
TENON_INLINE void change_scores(query_block<Set, Vectors>& b, index_t first_key, index_t keys, const Hooks& hooks) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> top[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) top[j] = *at(Set{}, b.shift + j * width);
  for (index_t key = 0; key < keys; ++key) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      vector<Set> score = *at(Set{}, b.p + key * lanes + j * width);
      hooks.template apply<Set>(score, b.place(j, first_key + key));
      take_larger(top[j], top[j], score);
      *at(Set{}, b.p + key * lanes + j * width) = score;
    }
  }
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.highest + j * width) = top[j];
}

/// Whether a lane is not 0.
template <class Set>
TENON_INLINE bool any_lane(const int_vector<Set>& v) {
  std::int32_t lanes[Set::lanes], any = 0;
  __builtin_memcpy(lanes, &v, sizeof(lanes));
  for (int i = 0; i < Set::lanes; ++i) any |= lanes[i];
  return any != 0;
}

/// What the sums before a tile of keys become with the shift for it.
template <class Set, int Vectors>
TENON_INLINE void move_shift(query_block<Set, Vectors>& b, const vector<Set> (&shift)[Vectors]) {
  constexpr index_t width = Set::lanes;
  int_vector<Set> changed{};
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    const vector<Set> before = *at(Set{}, b.shift + j * width);
    changed |= (int_vector<Set>)shift[j] ^ (int_vector<Set>)before;
  }
  b.rescales = any_lane<Set>(changed);
  if (!b.rescales) return;
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    vector<Set> rescale = *at(Set{}, b.shift + j * width) - shift[j];
    weight_in_place<Set>(rescale);
    *at(Set{}, b.sum + j * width) = *at(Set{}, b.sum + j * width) * rescale;
    *at(Set{}, b.lost + j * width) = *at(Set{}, b.lost + j * width) * rescale;
    *at(Set{}, b.rescale + j * width) = rescale;
  }
}

/// Scores become exponentials. The shift follows the highest score only where it is left behind by more than 1: what
/// came before is multiplied, and so rounded, seldom, and has become less than half by then. It starts as the lowest
/// finite number: hidden scores are below that, and weigh 0. `is_first`: nothing came before.
template <class Set, int Vectors, class Keys>
TENON_INLINE void weigh_keys(query_block<Set, Vectors>& b, bool is_first, Keys keys) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> shift[Vectors], sum[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    const vector<Set> top = *at(Set{}, b.highest + j * width), before = *at(Set{}, b.shift + j * width);
    const int_vector<Set> moves = (int_vector<Set>)((before + 1.f) - top) >> 31;
    shift[j] = (vector<Set>)(((int_vector<Set>)top & moves) | ((int_vector<Set>)before & ~moves));
    sum[j] = vector<Set>{};
  }
  if (!is_first) move_shift(b, shift);
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) *at(Set{}, b.shift + j * width) = shift[j];
  for (index_t first = 0; first < keys; first += weight_run) {
    const index_t end = keys - first < weight_run ? index_t{keys} : first + weight_run;
    vector<Set> run[Vectors];
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) run[j] = vector<Set>{};
    for (index_t i = first; i < end; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) {
        vector<Set> e = *at(Set{}, b.p + i * lanes + j * width) - shift[j];
        weight_in_place<Set>(e);
        run[j] += e;
        *at(Set{}, b.p + i * lanes + j * width) = e;
      }
    }
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) sum[j] += run[j];
  }
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    if (is_first) {
      *at(Set{}, b.sum + j * width) = sum[j];
      continue;
    }
    vector<Set> all = *at(Set{}, b.sum + j * width), lost = *at(Set{}, b.lost + j * width);
    const vector<Set> more = sum[j] + lost;
    settle<Set>(all, more, lost);
    *at(Set{}, b.sum + j * width) = all;
    *at(Set{}, b.lost + j * width) = lost;
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
