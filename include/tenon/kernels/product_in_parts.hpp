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

/// packed_product on an executor. Panels are dealt out first, since then each weight is read by one task, and rows where
/// there are few panels; of small weights the other way round. The results are the same bits for any executor.
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
    const auto run = dealt(executor);
    const index_t width = run.width(), tasks = 2 * width;
    if (width <= 1 || rows * depth * columns < smallest_dealt_product) return whole();
    const index_t panels = panel_count(columns), most_row_parts = (rows + smallest_dealt_rows - 1) / smallest_dealt_rows;
    const auto at_most = [](index_t wanted, index_t most) { return wanted < most ? wanted : most; };
    const auto rest = [&](index_t parts) { return (tasks + parts - 1) / parts; };
    // Weights that every thread has in its cache are read by all: rows of x would be, otherwise, which have just been
    // written by one of them.
    const bool rows_first = depth * columns * static_cast<index_t>(sizeof(Weight)) <= resident_weights;
    const index_t first_parts = at_most(tasks, rows_first ? most_row_parts : panels);
    const index_t row_parts = rows_first ? first_parts : at_most(rest(first_parts), most_row_parts);
    const index_t panel_parts = rows_first ? at_most(rest(first_parts), panels) : first_parts;
    run.for_each(panel_parts * row_parts, [&](index_t task) {
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
