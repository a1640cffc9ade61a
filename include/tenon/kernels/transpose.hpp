// Transposing small blocks of floats in registers.
#pragma once

#include <tenon/kernels/vector.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// to[4][to_stride] = from[4][from_stride] transposed.
TENON_INLINE void transpose_square(four_lanes set, const float* from, index_t from_stride, float* to,
                                   index_t to_stride) {
  const float_4 r0 = *at(set, from), r1 = *at(set, from + from_stride), r2 = *at(set, from + 2 * from_stride),
                r3 = *at(set, from + 3 * from_stride);
  const float_4 a0 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5), a1 = __builtin_shufflevector(r0, r1, 2, 6, 3, 7);
  const float_4 a2 = __builtin_shufflevector(r2, r3, 0, 4, 1, 5), a3 = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
  *at(set, to) = __builtin_shufflevector(a0, a2, 0, 1, 4, 5);
  *at(set, to + to_stride) = __builtin_shufflevector(a0, a2, 2, 3, 6, 7);
  *at(set, to + 2 * to_stride) = __builtin_shufflevector(a1, a3, 0, 1, 4, 5);
  *at(set, to + 3 * to_stride) = __builtin_shufflevector(a1, a3, 2, 3, 6, 7);
}

/// to[8][to_stride] = from[8][from_stride] transposed: neighbours, then pairs, then halves change places.
TENON_INLINE void transpose_square(eight_lanes set, const float* from, index_t from_stride, float* to,
                                   index_t to_stride) {
  const float_8 r0 = *at(set, from), r1 = *at(set, from + from_stride), r2 = *at(set, from + 2 * from_stride),
                r3 = *at(set, from + 3 * from_stride), r4 = *at(set, from + 4 * from_stride),
                r5 = *at(set, from + 5 * from_stride), r6 = *at(set, from + 6 * from_stride),
                r7 = *at(set, from + 7 * from_stride);
  const float_8 a0 = __builtin_shufflevector(r0, r1, 0, 8, 1, 9, 4, 12, 5, 13);
  const float_8 a1 = __builtin_shufflevector(r0, r1, 2, 10, 3, 11, 6, 14, 7, 15);
  const float_8 a2 = __builtin_shufflevector(r2, r3, 0, 8, 1, 9, 4, 12, 5, 13);
  const float_8 a3 = __builtin_shufflevector(r2, r3, 2, 10, 3, 11, 6, 14, 7, 15);
  const float_8 a4 = __builtin_shufflevector(r4, r5, 0, 8, 1, 9, 4, 12, 5, 13);
  const float_8 a5 = __builtin_shufflevector(r4, r5, 2, 10, 3, 11, 6, 14, 7, 15);
  const float_8 a6 = __builtin_shufflevector(r6, r7, 0, 8, 1, 9, 4, 12, 5, 13);
  const float_8 a7 = __builtin_shufflevector(r6, r7, 2, 10, 3, 11, 6, 14, 7, 15);
  const float_8 b0 = __builtin_shufflevector(a0, a2, 0, 1, 8, 9, 4, 5, 12, 13);
  const float_8 b1 = __builtin_shufflevector(a0, a2, 2, 3, 10, 11, 6, 7, 14, 15);
  const float_8 b2 = __builtin_shufflevector(a1, a3, 0, 1, 8, 9, 4, 5, 12, 13);
  const float_8 b3 = __builtin_shufflevector(a1, a3, 2, 3, 10, 11, 6, 7, 14, 15);
  const float_8 b4 = __builtin_shufflevector(a4, a6, 0, 1, 8, 9, 4, 5, 12, 13);
  const float_8 b5 = __builtin_shufflevector(a4, a6, 2, 3, 10, 11, 6, 7, 14, 15);
  const float_8 b6 = __builtin_shufflevector(a5, a7, 0, 1, 8, 9, 4, 5, 12, 13);
  const float_8 b7 = __builtin_shufflevector(a5, a7, 2, 3, 10, 11, 6, 7, 14, 15);
  *at(set, to) = __builtin_shufflevector(b0, b4, 0, 1, 2, 3, 8, 9, 10, 11);
  *at(set, to + to_stride) = __builtin_shufflevector(b1, b5, 0, 1, 2, 3, 8, 9, 10, 11);
  *at(set, to + 2 * to_stride) = __builtin_shufflevector(b2, b6, 0, 1, 2, 3, 8, 9, 10, 11);
  *at(set, to + 3 * to_stride) = __builtin_shufflevector(b3, b7, 0, 1, 2, 3, 8, 9, 10, 11);
  *at(set, to + 4 * to_stride) = __builtin_shufflevector(b0, b4, 4, 5, 6, 7, 12, 13, 14, 15);
  *at(set, to + 5 * to_stride) = __builtin_shufflevector(b1, b5, 4, 5, 6, 7, 12, 13, 14, 15);
  *at(set, to + 6 * to_stride) = __builtin_shufflevector(b2, b6, 4, 5, 6, 7, 12, 13, 14, 15);
  *at(set, to + 7 * to_stride) = __builtin_shufflevector(b3, b7, 4, 5, 6, 7, 12, 13, 14, 15);
}

/// to[columns][to_stride] = from[rows][from_stride] transposed: squares where whole ones fit, single floats at the
/// edges.
template <class Set, class Rows, class Columns>
TENON_INLINE void transpose(Rows rows, Columns columns, const float* from, index_t from_stride, float* to,
                            index_t to_stride) {
  constexpr index_t side = Set::lanes < 8 ? Set::lanes : 8;
  using square = std::conditional_t<side == 8, eight_lanes, four_lanes>;
  index_t i = 0;
  for (; i + side <= rows; i += side) {
    index_t j = 0;
    for (; j + side <= columns; j += side)
      transpose_square(square{}, from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
    for (; j < columns; ++j)
      for (index_t u = 0; u < side; ++u) to[j * to_stride + i + u] = from[(i + u) * from_stride + j];
  }
  for (; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) to[j * to_stride + i] = from[i * from_stride + j];
}

}  // namespace tenon::kernels
TENON_END_HEADER
