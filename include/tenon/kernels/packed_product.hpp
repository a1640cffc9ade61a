// y = activation(x * W + bias), with the weights W in panels.
#pragma once

#include <tenon/kernels/activation.hpp>
#include <tenon/kernels/row_tiles.hpp>
#include <tenon/kernels/tile.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Multiply-adds up to which a product with constant extents is compiled into its caller; above, all share one
/// function, whose call takes as long as a few hundred of them.
inline constexpr index_t inline_product_limit = 8'000;

/// Vector multiply-adds up to which such a product has no loop at all.
inline constexpr index_t unrolled_product_limit = 512;

/// Operands of a packed product that do not change from column to column.
struct product_rows {
  const float* x;
  index_t x_stride;
  float* y;
  index_t y_stride;
};

/// All rows against `Vectors` vectors of columns. Only the first `columns` of them are written.
template <class Set, int Vectors, class Activation, bool Ahead, class Rows, class Depth, class Columns>
TENON_INLINE void product_block(Rows rows, Depth depth, const product_rows& r, const float* w, const float* bias,
                                index_t column, Columns columns) {
  constexpr int most_rows = Vectors > Set::tile_vectors ? Set::tile_rows * Set::tile_vectors / Vectors : Set::tile_rows;
  constexpr index_t width = Vectors * Set::lanes;
  const index_t panel_stride = depth * panel_width;
  for_row_tiles<most_rows>(rows, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
    tile<Set, static_cast<int>(height.value), Vectors> t;
    t.broadcast_row(bias);
    const float* x = r.x + row * r.x_stride;
    if constexpr (is_constant<Depth>) {
      if constexpr (Depth::value * height.value * Vectors <= unrolled_product_limit / 4)
        t.template run_unrolled<Depth::value>(x, r.x_stride, 1, w, panel_width, panel_stride);
      else
        t.template run<false>(x, r.x_stride, 1, w, panel_width, panel_stride, depth);
    } else {
      t.template run<Ahead>(x, r.x_stride, 1, w, panel_width, panel_stride, depth);
    }
    t.template apply<Activation>();
    float* y = r.y + row * r.y_stride + column;
    if constexpr (is_constant<Columns>) {
      if constexpr (Columns::value >= width)
        t.store(y, r.y_stride);
      else
        t.store_columns(y, r.y_stride, columns);
    } else if (columns >= width) {
      t.store(y, r.y_stride);
    } else {
      float all[height.value * width];
      t.store(all, width);
      for (index_t i = 0; i < height.value; ++i)
        for (index_t j = 0; j < columns; ++j) y[i * r.y_stride + j] = all[i * width + j];
    }
  });
}

/// One panel of weights, of which `columns` (1 to 16) are real; the bias has whole vectors nevertheless.
template <class Set, class Activation, bool Ahead, class Rows, class Depth, class Columns>
TENON_INLINE void product_panel(Rows rows, Depth depth, const product_rows& r, const float* w, const float* bias,
                                index_t column, Columns columns) {
  constexpr index_t tile_columns =
      Set::lanes * Set::tile_vectors < panel_width ? Set::lanes * Set::tile_vectors : panel_width;
  constexpr int vectors = static_cast<int>(tile_columns) / Set::lanes;
  if constexpr (is_constant<Columns>) {
    unrolled<panel_width / tile_columns>([&](auto part) TENON_INLINE_LAMBDA {
      constexpr index_t first = part.value * tile_columns, left = Columns::value - first;
      constexpr index_t here = left < tile_columns ? left : tile_columns;
      if constexpr (here > 0)
        product_block<Set, static_cast<int>((here + Set::lanes - 1) / Set::lanes), Activation, Ahead>(
            rows, depth, r, w + first, bias + first, column + first, constant<here>{});
    });
  } else {
    for (index_t first = 0; first < columns; first += tile_columns)
      product_block<Set, vectors, Activation, Ahead>(rows, depth, r, w + first, bias + first, column + first,
                                                     columns - first);
  }
}

/// 16 floats of the bias from `column` on, or the zeros that stand for a missing one or lie behind its end.
struct bias_panel {
  float rest[panel_width] = {};

  bias_panel() = default;

  TENON_INLINE const float* at(const float* bias, index_t column, index_t columns) {
    if (bias && column + panel_width <= columns) return bias + column;
    for (index_t j = 0; j < panel_width; ++j) rest[j] = bias && column + j < columns ? bias[column + j] : 0.f;
    return rest;
  }
};

/// The bias of a product that has none, as wide as any tile.
alignas(64) inline constexpr float no_bias[8 * panel_width] = {};

/// Any extents, all of them known at run time only: the body of the one shared function.
template <class Set, class Activation>
TENON_INLINE void product_any(index_t rows, index_t depth, index_t columns, product_rows r, const float* w,
                              const float* bias) {
  constexpr index_t row_block = 128;  // rows of x that stay in the second cache while the panels stream by
  for (; rows > 0; rows -= row_block, r.x += row_block * r.x_stride, r.y += row_block * r.y_stride) {
    const index_t here = rows < row_block ? rows : row_block;
    index_t column = 0;
    const auto panels_at_once = [&](auto count, auto fixed_rows) TENON_INLINE_LAMBDA {
      constexpr index_t width = count.value * panel_width;
      for (; column + width <= columns; column += width)
        product_block<Set, static_cast<int>(width) / Set::lanes, Activation, true>(
            fixed_rows, depth, r, w + column * depth, bias ? bias + column : no_bias, column, constant<width>{});
    };
    if constexpr (Set::one_row_panels > 1)
      if (here == 1) panels_at_once(constant<Set::one_row_panels>{}, constant<1>{});
    if constexpr (Set::two_row_panels > 1)
      if (here == 2) panels_at_once(constant<Set::two_row_panels>{}, constant<2>{});
    if constexpr (Set::wide_panels > 1) panels_at_once(constant<Set::wide_panels>{}, here);
    bias_panel some_bias;
    for (; column < columns; column += panel_width)
      product_panel<Set, Activation, true>(here, depth, r, w + column * depth, some_bias.at(bias, column, columns),
                                           column, columns - column < panel_width ? columns - column : panel_width);
  }
}

/// One instantiation for each instruction set and activation serves every shape of the program.
template <class Set, class Activation>
inline void product_shared(index_t rows, index_t depth, index_t columns, const product_rows& r, const float* w,
                           const float* bias) {
  enter([&](auto set) TENON_INLINE_LAMBDA { product_any<decltype(set), Activation>(rows, depth, columns, r, w, bias); },
        Set{});
}

template <class Rows, class Depth, class Columns>
constexpr bool is_inline_product() {
  if constexpr (is_constant<Rows> && is_constant<Depth> && is_constant<Columns>)
    return Rows::value * Depth::value * Columns::value <= inline_product_limit;
  else
    return false;
}

/// A product of small constants in its caller. The bias is not null.
template <class Activation, class Set, class Rows, class Depth, class Columns>
TENON_INLINE void product_inline(Set, Rows rows, Depth depth, Columns columns, const product_rows& r, const float* w,
                                 const float* bias) {
  constexpr index_t whole = Columns::value / panel_width, rest = Columns::value % panel_width;
  constexpr index_t padded = (Columns::value + Set::lanes - 1) / Set::lanes * Set::lanes;
  float padded_bias[padded];
  if constexpr (padded != Columns::value) {
    unrolled<padded>([&](auto n)
                         TENON_INLINE_LAMBDA { padded_bias[n] = n < columns ? bias[n < columns ? n : 0] : 0.f; });
    bias = padded_bias;
  }
  const auto panel = [&](index_t p, auto width) TENON_INLINE_LAMBDA {
    product_panel<Set, Activation, false>(rows, depth, r, w + p * panel_width * depth, bias + p * panel_width,
                                          p * panel_width, width);
  };
  if constexpr (Rows::value * Depth::value * (Columns::value / Set::lanes + 1) <= unrolled_product_limit)
    unrolled<whole>([&](auto p) TENON_INLINE_LAMBDA { panel(p, constant<panel_width>{}); });
  else
    for (index_t p = 0; p < whole; ++p) panel(p, constant<panel_width>{});
  if constexpr (rest > 0) panel(whole, constant<rest>{});
}

/// packed_product for a caller that is already compiled for `Set`.
template <class Activation, class Set, class Rows, class Depth, class Columns>
TENON_INLINE void packed_product_on(Set set, Rows rows, Depth depth, Columns columns, const float* x, index_t x_stride,
                                    const float* w, const float* bias, float* y, index_t y_stride) {
  const product_rows r{x, x_stride, y, y_stride};
  if constexpr (is_inline_product<Rows, Depth, Columns>()) {
    static constexpr float zeros[Columns::value] = {};
    product_inline<Activation>(set, rows, depth, columns, r, w, bias ? bias : zeros);
  } else {
    product_shared<Set, Activation>(rows, depth, columns, r, w, bias);
  }
}

/// y[rows, columns] = activation(x[rows, depth] * W + bias).
/// w: panels of W[depth, columns] (panels.hpp); a later panel p starts at w + p * depth * 16, so a range of columns
/// that starts at a panel is a product of its own and may be written elsewhere. bias: [columns], or null. Extents are
/// `index_t` or `constant<n>`; where all three are small constants the product is unrolled into the caller. A row's
/// result depends on nothing but the row: not on the number of rows, nor on where they lie.
template <class Activation = identity, class Rows, class Depth, class Columns>
inline void packed_product(Rows rows, Depth depth, Columns columns, const float* x, index_t x_stride, const float* w,
                           const float* bias, float* y, index_t y_stride) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    packed_product_on<Activation>(set, rows, depth, columns, x, x_stride, w, bias, y, y_stride);
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
