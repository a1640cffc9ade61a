// y = activation(x * W + bias), with the weights W in panels.
#pragma once

#include <tenon/kernels/activation.hpp>
#include <tenon/kernels/compile_once.hpp>
#include <tenon/kernels/product_columns.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Multiply-adds up to which a product with constant extents is compiled into its caller; above, all share one
/// function, whose call takes as long as a few hundred of them.
inline constexpr index_t inline_product_limit = 8'000;

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
TENON_LOCAL alignas(64) inline constexpr float no_bias[8 * panel_width] = {};

/// Rows of x that are worked on together: they stay in the second cache while the panels stream by.
inline constexpr index_t product_row_block = 128;

/// Bytes of weights that the second cache is expected to hold still from the last call: those are not fetched.
inline constexpr index_t resident_weights = 256 * 1024;

/// Any extents, all of them known at run time only: the body of the one shared function.
template <class Set, class Activation, class Weight>
TENON_INLINE void product_any(index_t rows, index_t depth, index_t columns, index_t behind, product_rows r,
                              const Weight* w, const float* bias) {
  for (; rows > 0; rows -= product_row_block, r.x += product_row_block * r.x_stride,
                   r.y += product_row_block * r.y_stride) {
    const index_t here = rows < product_row_block ? rows : product_row_block;
    index_t column = 0;
    const bool large = depth * (columns + behind) * static_cast<index_t>(sizeof(Weight)) > resident_weights;
    const auto panels_at_once = [&](auto panels, auto fixed_rows) TENON_INLINE_LAMBDA {
      constexpr index_t width = panels.value * panel_width;
      for (; column + width <= columns; column += width)
        product_columns<Set, static_cast<int>(width) / Set::lanes, Activation>(
            fixed_rows, depth, r, w + column * depth, bias ? bias + column : no_bias, column,
            large && column + 2 * width <= columns + behind);
    };
    if constexpr (Set::one_row_panels > 0)
      if (here == 1) panels_at_once(constant<Set::one_row_panels>{}, constant<1>{});
    if constexpr (Set::two_row_panels > 0)
      if (here == 2) panels_at_once(constant<Set::two_row_panels>{}, constant<2>{});
    if constexpr (Set::wide_panels > 0) panels_at_once(constant<Set::wide_panels>{}, here);
    for (; column < columns; column += tile_columns<Set, Weight>) {
      const index_t in_panel = column % panel_width;
      bias_panel some_bias;
      product_block<Set, static_cast<int>(tile_columns<Set, Weight>) / Set::lanes, Activation>(
          here, depth, r, w + (column - in_panel) * depth + in_panel, some_bias.at(bias, column, columns), column,
          columns - column);
    }
  }
}

template <class Activation, class Weight>
struct product_call {
  index_t rows, depth, columns, behind;
  const product_rows& r;
  const Weight* w;
  const float* bias;

  template <class Set>
  TENON_INLINE void operator()(Set) const {
    product_any<Set, Activation>(rows, depth, columns, behind, r, w, bias);
  }
};
#define TENON_PRODUCTS(set)                       \
  TENON_KERNEL(set, product_call<identity, float>) \
  TENON_KERNEL(set, product_call<identity, bfloat16>)
TENON_FOR_EACH_SET(TENON_PRODUCTS)
#undef TENON_PRODUCTS

/// One instantiation for each instruction set, activation and element of the weights serves every shape of the program.
template <class Set, class Activation, class Weight>
inline void product_shared(index_t rows, index_t depth, index_t columns, index_t behind, const product_rows& r,
                           const Weight* w, const float* bias) {
  enter(product_call<Activation, Weight>{rows, depth, columns, behind, r, w, bias}, Set{});
}

template <class Weight, class Rows, class Depth, class Columns>
constexpr bool is_inline_product() {
  if constexpr (std::is_same_v<Weight, float> && is_constant<Rows> && is_constant<Depth> && is_constant<Columns>)
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
    product_panel<Set, Activation>(rows, depth, r, w + p * panel_width * depth, bias + p * panel_width, p * panel_width,
                                   width);
  };
  if constexpr (Rows::value * Depth::value * (Columns::value / Set::lanes + 1) <= unrolled_product_limit)
    unrolled<whole>([&](auto p) TENON_INLINE_LAMBDA { panel(p, constant<panel_width>{}); });
  else
    for (index_t p = 0; p < whole; ++p) panel(p, constant<panel_width>{});
  if constexpr (rest > 0) panel(whole, constant<rest>{});
}

/// For a bias that is not there, where no branch is to ask for it.
template <index_t Size>
TENON_LOCAL inline constexpr float zeros[static_cast<std::size_t>(Size)] = {};

/// packed_product for a caller that is already compiled for `Set`.
template <class Activation, class Set, weight_element Weight, class Rows, class Depth, class Columns>
TENON_INLINE void packed_product_on(Set set, Rows rows, Depth depth, Columns columns, const float* x, index_t x_stride,
                                    const Weight* w, const float* bias, float* y, index_t y_stride, index_t behind) {
  const product_rows r{x, x_stride, y, y_stride};
  if constexpr (is_inline_product<Weight, Rows, Depth, Columns>()) {
    product_inline<Activation>(set, rows, depth, columns, r, w, bias ? bias : zeros<Columns::value>);
  } else {
    product_shared<Set, Activation>(rows, depth, columns, behind, r, w, bias);
  }
}

/// y[rows, columns] = activation(x[rows, depth] * W + bias).
/// w: panels of W[depth, columns] (panels.hpp), float or bfloat16 (panel_row.hpp). bias: [columns], or null. Extents
/// are `index_t` or `constant<n>`; where all three are small constants the product is unrolled into the caller. A row's
/// result depends on nothing but the row: not on the number of rows, nor on where they lie.
///
/// A panel p starts at w + p * depth * 16, so a range of columns that starts at a panel is a product of its own and may
/// be written elsewhere. `behind`: columns of the matrix that lie behind such a range; they are fetched towards the
/// cache, since a call for them is likely to follow.
template <class Activation = identity, weight_element Weight, class Rows, class Depth, class Columns>
inline void packed_product(Rows rows, Depth depth, Columns columns, const float* x, index_t x_stride, const Weight* w,
                           const float* bias, float* y, index_t y_stride, index_t behind = 0) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    packed_product_on<Activation>(set, rows, depth, columns, x, x_stride, w, bias, y, y_stride, behind);
  });
}

/// The same with the columns of y in planes, as those of several heads: `columns` is a multiple of 16.
template <class Activation = identity, weight_element Weight>
inline void packed_product_in_planes(index_t rows, index_t depth, index_t columns, const float* x, index_t x_stride,
                                     const Weight* w, const float* bias, float* y, index_t y_stride,
                                     column_planes planes, index_t behind) {
  const product_rows r{x, x_stride, y, y_stride, planes};
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    product_shared<decltype(set), Activation>(rows, depth, columns, behind, r, w, bias);
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
