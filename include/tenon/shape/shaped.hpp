// What tensors and views have in common, as rules see it.
#pragma once
#include <type_traits>

#include <tenon/shape/shape.hpp>

namespace tenon {

/// Anything with axes in its type: tensors and views alike, by value or by reference.
template <class X>
concept shaped = requires {
  typename std::remove_cvref_t<X>::value_type;
  requires std::is_same_v<decltype(std::remove_cvref_t<X>::axes), const shape>;
};

namespace detail {

/// Weights in panels have axes, but no strides.
template <class X>
concept in_panels = std::remove_cvref_t<X>::in_panels;

/// Where the elements of a tensor or view begin, whatever they lie in. What lies in panels has no plain data().
template <class X>
constexpr auto* elements_of(X& x) {
  if constexpr (in_panels<X>) return x.panel_data();
  else return x.data();
}

/// Views: others own their elements.
template <class X>
concept refers_to_elements = std::remove_cvref_t<X>::refers;

}  // namespace detail

/// The axes of a tensor or view type.
template <shaped X>
TENON_LOCAL inline constexpr shape axes_of = std::remove_cvref_t<X>::axes;

/// Whether a tensor or view has exactly these axes: `static_assert(same_axes<decltype(q), batch, heads, seq, d_k>)`.
template <shaped X, axis... Axes>
inline constexpr bool same_axes = axes_of<X> == shape(Axes...);
template <shaped X>
inline constexpr bool same_axes<X> = axes_of<X> == shape();

/// The element type of a tensor or view.
template <shaped X>
using value_type_of = typename std::remove_cvref_t<X>::value_type;

}  // namespace tenon
