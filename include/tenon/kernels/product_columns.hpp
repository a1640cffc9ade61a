// The columns of a packed product that are worked on together: some rows, one or a few panels.
#pragma once

#include <limits>
#include <tenon/kernels/row_tiles.hpp>
#include <tenon/kernels/tile.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Vector multiply-adds up to which a product with constant extents has no loop at all.
inline constexpr index_t unrolled_product_limit = 512;

/// Rows of a panel that stay in the first cache while all rows of x run over them: 24 KiB of floats.
inline constexpr index_t cached_panel_rows = 384;

/// The depth in parts of about equal length, each of which is summed from zero: the error of a long sum is that of a part,
/// and of as many sums as there are parts. They depend on the depth and the set alone, whatever the rows and columns, and are
/// as long as what the first cache holds of the panels of a tile of many rows.
template <class Set>
struct depth_parts {
  static constexpr index_t longest = cached_panel_rows / (Set::wide_panels > 1 ? Set::wide_panels : 1);

  index_t depth, count;

  TENON_INLINE explicit depth_parts(index_t whole)
      : depth(whole), count(whole <= longest ? 1 : (whole + longest - 1) / longest) {}
  TENON_INLINE index_t begin(index_t part) const { return depth * part / count; }
};

/// Columns of y that lie in planes behind each other, as those of heads do: `width` of them in a plane, a multiple of 16.
struct column_planes {
  index_t width = (std::numeric_limits<index_t>::max)();  // one plane holds all
  index_t stride = 0;

  TENON_INLINE index_t place(index_t column) const {
    return column < width ? column : column / width * stride + column % width;
  }
};

/// Operands of a packed product that do not change from column to column.
struct product_rows {
  const float* x;
  index_t x_stride;
  float* y;
  index_t y_stride;
  column_planes planes = {};
};

/// Columns that are worked on together, at most a panel. Weights that are not floats are read by whole panels.
template <class Set, class Weight>
inline constexpr index_t tile_columns = std::is_same_v<Weight, float> && Set::lanes * Set::tile_vectors < panel_width
                                            ? Set::lanes * Set::tile_vectors
                                            : panel_width;

/// Rows of a tile of that many vectors, as many as the registers hold.
template <class Set, int Vectors>
inline constexpr int tile_height =
    Vectors > Set::tile_vectors ? Set::tile_rows * Set::tile_vectors / Vectors : Set::tile_rows;

/// Rows of any number against whole panels. `more`: as many columns follow, whose weights the tiles fetch towards the
/// cache, each tile its share, so that fetching keeps step with multiplying.
template <class Set, int Vectors, class Activation, class Weight, class Rows>
TENON_INLINE void product_columns(Rows rows, index_t depth, const product_rows& r, const Weight* w, const float* bias,
                                  index_t column, bool more) {
  constexpr int most_rows = tile_height<Set, Vectors>, panels = Vectors * Set::lanes / static_cast<int>(panel_width);
  const index_t panel_stride = depth * panel_width, tiles = (rows + most_rows - 1) / most_rows;
  index_t places[panels];
  for (int p = 0; p < panels; ++p) places[p] = r.planes.place(column + p * panel_width);
  const depth_parts<Set> parts(depth);
  for (index_t i = 0; i < parts.count; ++i) {
    const index_t first = parts.begin(i), end = parts.begin(i + 1);
    const Weight* ahead = w + panels * panel_stride + first * panel_width;
    index_t fetched = 0, tile_number = 0;
    for_row_tiles<most_rows>(rows, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
      tile<Set, static_cast<int>(height.value), Vectors> t;
      float* y = r.y + row * r.y_stride;
      if (i == 0)
        t.broadcast_row(bias);
      else
        t.zero();
      const float* x = r.x + row * r.x_stride + first;
      const Weight* b = w + first * panel_width;
      index_t share = 0;
      if (more) {
        ++tile_number;
        share = (end - first) * tile_number / tiles - fetched;
        t.run_ahead(x, r.x_stride, b, panel_stride, share, ahead + fetched * panel_width);
        fetched += share;
      }
      t.run(x + share, r.x_stride, 1, b + share * panel_width, panel_width, panel_stride, end - first - share);
      if (i > 0) t.add_panels(y, r.y_stride, places);
      if (i + 1 == parts.count) t.template apply<Activation>();
      t.store_panels(y, r.y_stride, places);
    });
  }
}

/// A tile along the whole depth of a product: where that is short and constant as straight-line code.
template <class Set, int Rows, int Vectors, class Weight, class Depth>
TENON_INLINE void run_depth(tile<Set, Rows, Vectors>& t, Depth depth, const float* x, index_t x_stride, const Weight* w) {
  if constexpr (is_constant<Depth>) {
    if constexpr (Depth::value <= depth_parts<Set>::longest &&
                  Depth::value * Rows * Vectors <= unrolled_product_limit / 4) {
      t.template run_unrolled<Depth::value>(x, x_stride, 1, w, panel_width, depth * panel_width);
      return;
    }
  }
  constexpr index_t width = Vectors * Set::lanes;
  const index_t panel_stride = depth * panel_width;
  const depth_parts<Set> parts(depth);
  t.run(x, x_stride, 1, w, panel_width, panel_stride, parts.begin(1));
  for (index_t i = 1; i < parts.count; ++i) {
    const index_t first = parts.begin(i);
    float sums[Rows * width];
    t.store(sums, width);
    t.zero();
    t.run(x + first, x_stride, 1, w + first * panel_width, panel_width, panel_stride, parts.begin(i + 1) - first);
    t.add(sums, width);
  }
}

/// All rows against `Vectors` vectors of columns, of which only the first `columns` are written.
template <class Set, int Vectors, class Activation, class Weight, class Rows, class Depth, class Columns>
TENON_INLINE void product_block(Rows rows, Depth depth, const product_rows& r, const Weight* w, const float* bias,
                                index_t column, Columns columns) {
  constexpr index_t width = Vectors * Set::lanes;
  const index_t place = r.planes.place(column);
  for_row_tiles<tile_height<Set, Vectors>>(rows, [&](auto height, index_t row) TENON_INLINE_LAMBDA {
    tile<Set, static_cast<int>(height.value), Vectors> t;
    t.broadcast_row(bias);
    const float* x = r.x + row * r.x_stride;
    run_depth(t, depth, x, r.x_stride, w);
    t.template apply<Activation>();
    float* y = r.y + row * r.y_stride + place;
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
template <class Set, class Activation, class Weight, class Rows, class Depth, class Columns>
TENON_INLINE void product_panel(Rows rows, Depth depth, const product_rows& r, const Weight* w, const float* bias,
                                index_t column, Columns columns) {
  constexpr index_t step = tile_columns<Set, Weight>;
  constexpr int vectors = static_cast<int>(step) / Set::lanes;
  if constexpr (is_constant<Columns>) {
    unrolled<panel_width / step>([&](auto part) TENON_INLINE_LAMBDA {
      constexpr index_t first = part.value * step, left = Columns::value - first;
      constexpr index_t here = left < step ? left : step;
      if constexpr (here > 0)
        product_block<Set, static_cast<int>((here + Set::lanes - 1) / Set::lanes), Activation>(
            rows, depth, r, w + first, bias + first, column + first, constant<here>{});
    });
  } else {
    for (index_t first = 0; first < columns; first += step)
      product_block<Set, vectors, Activation>(rows, depth, r, w + first, bias + first, column + first, columns - first);
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
