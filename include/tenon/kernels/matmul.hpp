// c = a * b for matrices with any strides, neither of them packed beforehand.
#pragma once

#include <tenon/kernels/row_tiles.hpp>
#include <tenon/kernels/tile.hpp>
#include <tenon/kernels/transpose.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// A matrix that is read: element (i, j) lies at data[i * row_stride + j * column_stride].
struct matrix {
  const float* data;
  index_t row_stride;
  index_t column_stride;
};

/// Depth of b that is packed at once, 16 KiB of stack, and summed from zero: the error of a long sum is that of such a part,
/// and of as many sums as there are parts.
inline constexpr index_t matmul_depth_block = 256;
/// Rows of a that run over one packed panel.
inline constexpr index_t matmul_row_block = 256;

/// Copies depth x columns (columns <= 16) of b into one panel, padded with zeros.
template <class Set>
TENON_INLINE void pack_panel(index_t depth, index_t columns, const matrix& b, float* panel) {
  if (columns == panel_width && b.column_stride == 1) {
    for (index_t k = 0; k < depth; ++k) {
      TENON_UNROLL
      for (int j = 0; j < panel_width; j += Set::lanes)
        *at(Set{}, panel + k * panel_width + j) = *at(Set{}, b.data + k * b.row_stride + j);
    }
  } else if (columns == panel_width && b.row_stride == 1) {
    transpose<Set>(constant<panel_width>{}, depth, b.data, b.column_stride, panel, panel_width);
  } else {
    for (index_t k = 0; k < depth; ++k)
      for (index_t j = 0; j < panel_width; ++j)
        panel[k * panel_width + j] = j < columns ? b.data[k * b.row_stride + j * b.column_stride] : 0.f;
  }
}

TENON_INLINE void copy_rows(index_t rows, index_t columns, const float* from, index_t from_stride, float* to,
                            index_t to_stride) {
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) to[i * to_stride + j] = from[i * from_stride + j];
}

/// c[rows, up to 16 columns] (+)= a * panel.
template <class Set>
TENON_INLINE void multiply_panel(index_t rows, index_t depth, index_t columns, const matrix& a, const float* panel,
                                 index_t panel_row, bool add, float* c, index_t c_stride) {
  constexpr index_t tile_columns =
      Set::lanes * Set::tile_vectors < panel_width ? Set::lanes * Set::tile_vectors : panel_width;
  constexpr int vectors = static_cast<int>(tile_columns) / Set::lanes;
  for (index_t first = 0; first < columns; first += tile_columns) {
    const index_t here = columns - first;
    for_row_tiles<Set::tile_rows>(rows, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
      tile<Set, static_cast<int>(height.value), vectors> t;
      float* y = c + row * c_stride + first;
      const float* a_rows = a.data + row * a.row_stride;
      if (here >= tile_columns) {
        t.zero();
        t.run(a_rows, a.row_stride, a.column_stride, panel + first, panel_row, 0, depth);
        if (add) t.add(y, c_stride);
        t.store(y, c_stride);
      } else {  // the last columns go through a copy as wide as the tile
        float all[height.value * tile_columns] = {};
        if (add) copy_rows(height, here, y, c_stride, all, tile_columns);
        t.zero();
        t.run(a_rows, a.row_stride, a.column_stride, panel + first, panel_row, 0, depth);
        if (add) t.add(all, tile_columns);
        t.store(all, tile_columns);
        copy_rows(height, here, all, tile_columns, y, c_stride);
      }
    });
  }
}

template <class Set>
TENON_INLINE void matmul_on(Set, index_t rows, index_t depth, index_t columns, const matrix& a, const matrix& b,
                            float* c, index_t c_stride) {
  alignas(64) float panel[matmul_depth_block * panel_width];
  for (index_t row = 0; row < rows; row += matmul_row_block) {
    const index_t height = rows - row < matmul_row_block ? rows - row : matmul_row_block;
    // A block of the depth outside of the columns: its part of a stays in cache while b streams by.
    for (index_t k = 0; k == 0 || k < depth; k += matmul_depth_block) {
      const index_t deep = depth - k < matmul_depth_block ? depth - k : matmul_depth_block;
      const matrix a_block{a.data + row * a.row_stride + k * a.column_stride, a.row_stride, a.column_stride};
      for (index_t column = 0; column < columns; column += panel_width) {
        const index_t width = columns - column < panel_width ? columns - column : panel_width;
        const matrix b_block{b.data + k * b.row_stride + column * b.column_stride, b.row_stride, b.column_stride};
        float* y = c + row * c_stride + column;
        // Few rows do not repay a copy of b.
        const bool in_place = b.column_stride == 1 && width == panel_width && height <= 2 * Set::tile_rows;
        if (!in_place) pack_panel<Set>(deep, width, b_block, panel);
        multiply_panel<Set>(height, deep, width, a_block, in_place ? b_block.data : panel,
                            in_place ? b.row_stride : panel_width, k > 0, y, c_stride);
      }
    }
  }
}

/// c[rows, columns] = a[rows, depth] * b[depth, columns]. The rows of c are contiguous, c_stride apart.
/// One function for every shape; 16 KiB of stack, no allocation. An element's value does not depend on the extents of
/// c.
inline void matmul(index_t rows, index_t depth, index_t columns, const matrix& a, const matrix& b, float* c,
                   index_t c_stride) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA { matmul_on(set, rows, depth, columns, a, b, c, c_stride); });
}

}  // namespace tenon::kernels
TENON_END_HEADER
