// Sums, maxima and minima of rows of contiguous floats.
#pragma once

#include <tenon/kernels/steady_sum.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

template <class Set>
TENON_INLINE float row_sum(index_t width, const float* row) {
  steady_sum<Set> sum;
  for_each_run(width, [&](index_t begin, index_t count) TENON_INLINE_LAMBDA {
    chunk<Set> run;
    run.fill(0.f);
    for_each_chunk<Set>(count, row + begin, 0.f, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
      TENON_UNROLL
      for (int i = 0; i < c.vectors; ++i) run.part[i] += c.part[i];
    });
    sum.take(run, begin);
  });
  return sum.all.total();
}

// GCC 12 turns a select between vectors into one instruction a lane unless its condition is a comparison of the very
// vectors that it selects from. So NaN, which such a maximum may lose, is looked for apart: as bits it is larger than
// infinity.

/// The largest lane without NaN. Sign = -1: the smallest.
template <class Set, int Sign = 1>
TENON_INLINE float chunk_max(const chunk<Set>& c) {
  float lanes[16];
  c.store(lanes);
  float best = lanes[0];
  for (int i = 1; i < 16; ++i) best = (Sign > 0 ? lanes[i] > best : lanes[i] < best) ? lanes[i] : best;
  return best;
}

/// The largest float of a row without NaN. Sign = -1: the smallest.
template <class Set, int Sign = 1>
TENON_INLINE float row_max(index_t width, const float* row) {
  chunk<Set> top;
  top.fill(-Sign * infinity);
  for_each_chunk<Set>(width, row, -Sign * infinity, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int i = 0; i < c.vectors; ++i) {
      if constexpr (Sign > 0)
        top.part[i] = top.part[i] > c.part[i] ? top.part[i] : c.part[i];
      else
        top.part[i] = top.part[i] < c.part[i] ? top.part[i] : c.part[i];
    }
  });
  return chunk_max<Set, Sign>(top);
}

/// Whether a row holds a NaN.
template <class Set>
TENON_INLINE bool has_nan(index_t width, const float* row) {
  constexpr std::int32_t no_sign = 0x7fffffff, infinite = 0x7f800000;
  int_vector<Set> most[chunk<Set>::vectors] = {};
  for_each_chunk<Set>(width, row, 0.f, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int i = 0; i < c.vectors; ++i) {
      const int_vector<Set> bits = (int_vector<Set>)c.part[i] & no_sign;
      most[i] = most[i] > bits ? most[i] : bits;
    }
  });
  std::int32_t lanes[16];
  __builtin_memcpy(lanes, most, sizeof(lanes));
  bool found = false;
  for (int i = 0; i < 16; ++i) found = found || lanes[i] > infinite;
  return found;
}

/// y[i] = sum over j of x[i, j]. The order of the additions depends on the width alone; their error does not grow with it.
inline void sum_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t i = 0; i < rows; ++i) y[i] = row_sum<decltype(set)>(width, x + i * x_stride);
  });
}

/// y[i] = the largest of x[i, :], or with Sign = -1 the smallest; NaN if there is one.
template <int Sign>
inline void extreme_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t i = 0; i < rows; ++i) {
      const float* row = x + i * x_stride;
      y[i] = has_nan<decltype(set)>(width, row) ? __builtin_nanf("") : row_max<decltype(set), Sign>(width, row);
    }
  });
}

/// y[i] = the largest of x[i, :], NaN if there is one. The width is at least 1.
inline void max_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  extreme_rows<1>(rows, width, x, x_stride, y);
}

/// y[i] = the smallest of x[i, :], NaN if there is one. The width is at least 1.
inline void min_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  extreme_rows<-1>(rows, width, x, x_stride, y);
}

}  // namespace tenon::kernels
TENON_END_HEADER
