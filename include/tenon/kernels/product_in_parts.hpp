// A packed product whose rows and panels are dealt out to the tasks of an executor.
#pragma once

#include <tenon/kernels/executor.hpp>
#include <tenon/kernels/packed_product.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Multiply-adds below which a product is not worth dealing out: about as long as it takes to wake a thread.
inline constexpr index_t smallest_dealt_product = 100'000;

/// Rows that one task has at least, so that each panel it reads is worth reading.
inline constexpr index_t smallest_dealt_rows = 16;

/// packed_product on an executor. Panels are dealt out first, since then each weight is read by one task; rows as well
/// where there are few panels. The results are the same bits for any executor.
template <class Activation = identity, class Executor, class Rows, class Depth, class Columns, class Weight>
inline void product_in_parts(Executor& executor, Rows rows, Depth depth, Columns columns, const float* x,
                             index_t x_stride, const Weight* w, const float* bias, float* y, index_t y_stride) {
  const auto whole = [&] {
    packed_product<Activation>(rows, depth, columns, x, x_stride, w, bias, y, y_stride);
  };
  if constexpr (std::is_same_v<std::remove_const_t<Executor>, serial> ||
                is_inline_product<Weight, Rows, Depth, Columns>()) {
    whole();
  } else {
    const index_t width = executor.width(), tasks = 2 * width;
    if (width <= 1 || rows * depth * columns < smallest_dealt_product) return whole();
    const index_t panels = panel_count(columns), panel_parts = panels < tasks ? panels : tasks;
    const index_t most = (rows + smallest_dealt_rows - 1) / smallest_dealt_rows;
    const index_t wanted = (tasks + panel_parts - 1) / panel_parts, row_parts = wanted < most ? wanted : most;
    executor.for_each(panel_parts * row_parts, [&](index_t task) {
      const index_t p = task % panel_parts, r = task / panel_parts;
      const index_t column = panels * p / panel_parts * panel_width;
      const index_t past = panels * (p + 1) / panel_parts * panel_width, end = past < columns ? past : columns;
      const index_t row = rows * r / row_parts, row_end = rows * (r + 1) / row_parts;
      packed_product<Activation>(row_end - row, index_t{depth}, end - column, x + row * x_stride, x_stride,
                                 w + column * depth, bias ? bias + column : nullptr, y + row * y_stride + column,
                                 y_stride, columns - end);
    });
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
