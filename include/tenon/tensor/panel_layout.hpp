// Where the elements of a weight lie in panels of 16 outputs.
#pragma once
#include <tenon/element/bfloat16.hpp>
#include <tenon/kernels/panels.hpp>
#include <tenon/tensor/copy.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The number of elements that a weight [out, in] takes in panels, padding included:
/// `float memory[panel_elements<d_ff, d_model>];`
template <axis Out, axis In>
inline constexpr index_t panel_elements = kernels::panels_size(In.extent, Out.extent);

namespace detail {

/// Where output `out` lies among the 16 of its panel. Words of 32 bits hold two elements of bfloat16: `out` in the
/// lower half, `out + 8` in the upper one, so that a kernel unpacks a word by a shift and by a mask.
template <class T>
constexpr index_t place_in_panel(index_t out) {
  if constexpr (std::is_same_v<T, bfloat16>) return 2 * (out % 8) + out / 8;
  else return out;
}

/// The mapping of a weight: [out / 16][in][16].
template <class T, axis Out, axis In>
struct panel_mapping {
  static constexpr bool is_static = true;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Out, In);

  static constexpr index_t extent(int i) { return axes[i].extent; }
  static constexpr tenon::shape shape() { return axes; }
  static constexpr index_t offset(index_t out, index_t in) {
    constexpr index_t width = kernels::panel_width;
    return kernels::panels_index(In.extent, in, out / width * width) + place_in_panel<T>(out % width);
  }
};

/// Writes the elements of x, which has the axes of a weight, into panels; the padding stays as it is.
template <class T, axis Out, axis In, shaped X>
constexpr void fill_panels(const X& x, T* to) {
  using mapping = panel_mapping<T, Out, In>;
  if constexpr (in_panels<X> && std::is_same_v<value_type_of<X>, T>) {
    const T* from = elements_of(x);
    for (index_t i = 0; i < panel_elements<Out, In>; ++i) to[i] = from[i];
  } else {
    const auto* from = elements_of(x);
    const auto layout = x.mapping();
    for (index_t out = 0; out < Out.extent; ++out)
      for (index_t in = 0; in < In.extent; ++in)
        to[mapping::offset(out, in)] = static_cast<T>(from[layout.offset(out, in)]);
  }
}

/// Writes the elements of panels into packed memory, in the order of their indices.
template <class T, axis Out, axis In>
constexpr void copy_from_panels(const T* panels, T* to) {
  for (index_t out = 0; out < Out.extent; ++out)
    for (index_t in = 0; in < In.extent; ++in) *to++ = panels[panel_mapping<T, Out, In>::offset(out, in)];
}

}  // namespace detail
}  // namespace tenon
TENON_END_HEADER
