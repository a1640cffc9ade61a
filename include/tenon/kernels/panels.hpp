// The panel layout of weights: where element (depth, column) of a matrix lies.
#pragma once

#include <tenon/kernels/compiler.hpp>

// A matrix [depth, columns] is cut into panels of 16 columns: [ceil(columns / 16)][depth][16], the last one padded with
// zeros. A kernel reads one panel from its first float to its last. The width is the same for every instruction set, so
// that weights have one layout, in memory and in files.

TENON_BEGIN_HEADER
namespace tenon::kernels {

inline constexpr index_t panel_width = 16;

/// Panels of a matrix with `columns` columns.
constexpr index_t panel_count(index_t columns) { return (columns + panel_width - 1) / panel_width; }

/// Floats that a matrix [depth, columns] takes in panels, padding included.
constexpr index_t panels_size(index_t depth, index_t columns) { return panel_count(columns) * depth * panel_width; }

/// Where element (k, column) of a matrix with `depth` rows lies.
constexpr index_t panels_index(index_t depth, index_t k, index_t column) {
  return (column / panel_width * depth + k) * panel_width + column % panel_width;
}

/// Fills panels from element(k, column); the padding becomes zero.
template <class T, class Element>
constexpr void pack_panels(T* panels, index_t depth, index_t columns, Element element) {
  const index_t padded = panel_count(columns) * panel_width;
  for (index_t column = 0; column < padded; ++column)
    for (index_t k = 0; k < depth; ++k)
      panels[panels_index(depth, k, column)] = column < columns ? static_cast<T>(element(k, column)) : T{};
}

}  // namespace tenon::kernels
TENON_END_HEADER
