// c = a * b for products of so few multiply-adds that tiles and panels would cost more than they save.
#pragma once

#include <tenon/kernels/matmul.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// As many of the columns from `first` on as fill vectors; first moves behind them. The rows of b are contiguous. `Adds`: to
/// what c holds.
template <class Set, bool Adds>
TENON_INLINE void multiply_vectors(index_t rows, index_t depth, index_t& first, index_t columns, const matrix& a,
                                   const matrix& b, float* c, index_t c_stride) {
  for (; first + Set::lanes <= columns; first += Set::lanes)
    for (index_t i = 0; i < rows; ++i) {
      vector<Set> sum{};
      for (index_t k = 0; k < depth; ++k) {
        const vector<Set> row = *at(Set{}, b.data + k * b.row_stride + first);
        add_product<Set>(sum, a.data[i * a.row_stride + k * a.column_stride], row);
      }
      float* y = c + i * c_stride + first;
      if constexpr (Adds) sum += *at(Set{}, y);
      *at(Set{}, y) = sum;
    }
}

template <bool Adds, class Set>
TENON_INLINE void small_matmul_on(Set, index_t rows, index_t depth, index_t columns, const matrix& a, const matrix& b,
                                  float* c, index_t c_stride) {
  index_t first = 0;
  if (b.column_stride == 1) {
    multiply_vectors<Set, Adds>(rows, depth, first, columns, a, b, c, c_stride);
    multiply_vectors<typename Set::narrow, Adds>(rows, depth, first, columns, a, b, c, c_stride);
  }
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = first; j < columns; ++j) {
      const float* left = a.data + i * a.row_stride;
      const float* right = b.data + j * b.column_stride;
      float sum = 0.f;
      for (index_t k = 0; k < depth; ++k)
        if constexpr (Set::fuses)
          sum = __builtin_fmaf(left[k * a.column_stride], right[k * b.row_stride], sum);
        else
          sum += left[k * a.column_stride] * right[k * b.row_stride];
      if constexpr (Adds) sum += c[i * c_stride + j];
      c[i * c_stride + j] = sum;
    }
}

/// Whether small_matmul is the faster of the two.
constexpr bool is_small_matmul(index_t rows, index_t depth, index_t columns) {
  return rows * depth * columns < 512 || (columns < 8 && depth <= 8);
}

/// c += a * b from the second part of the depth on; apart, since small products seldom have one.
[[gnu::noinline]] inline void add_small_parts(index_t rows, index_t depth, index_t columns, const matrix& a, const matrix& b,
                                              float* c, index_t c_stride) {
  dispatch_small([&](auto set) TENON_INLINE_LAMBDA {
    for (index_t k = matmul_depth_block; k < depth; k += matmul_depth_block)
      small_matmul_on<true>(set, rows, depth - k < matmul_depth_block ? depth - k : matmul_depth_block, columns,
                            {a.data + k * a.column_stride, a.row_stride, a.column_stride},
                            {b.data + k * b.row_stride, b.row_stride, b.column_stride}, c, c_stride);
  });
}

/// c[rows, columns] = a[rows, depth] * b[depth, columns], the bits of matmul: each element is a sum over the depth, in order
/// and in the same parts, fused where the instruction set fuses. So a choice between the two never shows.
inline void small_matmul(index_t rows, index_t depth, index_t columns, const matrix& a, const matrix& b, float* c,
                         index_t c_stride) {
  const index_t first = depth < matmul_depth_block ? depth : matmul_depth_block;
  dispatch_small([&](auto set) TENON_INLINE_LAMBDA { small_matmul_on<false>(set, rows, first, columns, a, b, c, c_stride); });
  if (first < depth) [[unlikely]]
    add_small_parts(rows, depth, columns, a, b, c, c_stride);
}

}  // namespace tenon::kernels
TENON_END_HEADER
