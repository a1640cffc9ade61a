// Sums, maxima and minima of rows of contiguous floats.
#pragma once

#include <tenon/kernels/chunk.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

template <class Set>
TENON_INLINE float row_sum(index_t width, const float* row) {
  chunk<Set> sum;
  sum.fill(0.f);
  for_each_chunk<Set>(width, row, 0.f, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int i = 0; i < c.vectors; ++i) sum.part[i] += c.part[i];
  });
  return sum.total();
}

/// The largest float; NaN if there is one. Sign = -1: the smallest.
template <class Set, int Sign = 1>
TENON_INLINE float row_max(index_t width, const float* row) {
  chunk<Set> top;
  top.fill(-Sign * infinity);
  for_each_chunk<Set>(width, row, -Sign * infinity, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int i = 0; i < c.vectors; ++i) {
      const vector<Set> x = c.part[i];
      const auto better = Sign > 0 ? x > top.part[i] : x < top.part[i];
      top.part[i] = (better | (x != x)) ? x : top.part[i];  // a NaN, once in, is never beaten
    }
  });
  float lanes[16];
  top.store(lanes);
  float best = lanes[0];
  for (int i = 1; i < 16; ++i)
    if ((Sign > 0 ? lanes[i] > best : lanes[i] < best) || lanes[i] != lanes[i]) best = lanes[i];
  return best;
}

/// y[i] = sum over j of x[i, j]. The order of the additions depends on the width alone.
inline void sum_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t i = 0; i < rows; ++i) y[i] = row_sum<decltype(set)>(width, x + i * x_stride);
  });
}

/// y[i] = the largest of x[i, :], NaN if there is one. The width is at least 1.
inline void max_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t i = 0; i < rows; ++i) y[i] = row_max<decltype(set)>(width, x + i * x_stride);
  });
}

/// y[i] = the smallest of x[i, :], NaN if there is one. The width is at least 1.
inline void min_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t i = 0; i < rows; ++i) y[i] = row_max<decltype(set), -1>(width, x + i * x_stride);
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
