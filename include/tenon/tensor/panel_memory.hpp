// Memory of the user's that holds weights in panels, and is said to.
#pragma once
#include <cstddef>
#include <span>
#include <type_traits>

#include <tenon/config.hpp>
#include <tenon/text/shape_error.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Elements side by side that lie in panels, padding included: of `w.panels()`, or of memory that says so,
/// `in_panels(memory)`. A reference to them, which must not outlive them. It is no range: in the order of the memory the
/// elements are not those of a weight row by row, and what reads rows does not take it.
template <class T, std::size_t Count>
class panel_memory {
 public:
  using element_type = T;
  static constexpr std::size_t extent = Count;

  constexpr explicit panel_memory(std::span<T, Count> elements) : elements_(elements) {}
  /// What may be written may also be read.
  constexpr panel_memory(const panel_memory<std::remove_const_t<T>, Count>& other)
    requires std::is_const_v<T>
      : elements_(other.panel_data(), other.size()) {}
  constexpr panel_memory(const panel_memory&) = default;
  constexpr panel_memory& operator=(const panel_memory&) = default;

  /// The first element of the first panel.
  constexpr T* panel_data() const { return elements_.data(); }
  constexpr std::size_t size() const { return elements_.size(); }
  constexpr std::size_t size_bytes() const { return elements_.size_bytes(); }
  /// The memory as it is, to be saved: `std::fwrite(w.panels().bytes().data(), 1, w.panels().size_bytes(), file)`.
  std::span<const std::byte> bytes() const { return {reinterpret_cast<const std::byte*>(panel_data()), size_bytes()}; }
  /// Panels that lie one behind another: `memory.part(first, count)`.
  constexpr panel_memory<T, std::dynamic_extent> part(std::size_t first, std::size_t count) const {
    return panel_memory<T, std::dynamic_extent>(elements_.subspan(first, count));
  }

 private:
  std::span<T, Count> elements_;
};

namespace detail {

template <class X>
inline constexpr bool is_panel_memory = false;
template <class T, std::size_t Count>
inline constexpr bool is_panel_memory<panel_memory<T, Count>> = true;

template <class X>
inline constexpr bool is_span = false;
template <class T, std::size_t Count>
inline constexpr bool is_span<std::span<T, Count>> = true;

/// Memory with elements side by side: arrays, std::array, containers that have a name, and spans.
template <class X>
concept lasting_elements = requires(std::remove_reference_t<X>& x) { std::span(x); } &&
                           (std::is_lvalue_reference_v<X> || is_span<std::remove_cvref_t<X>>);

template <class X>
consteval auto in_panels_sentence() {
  if constexpr (std::is_pointer_v<std::remove_cvref_t<X>>)
    return text{"in_panels: a pointer does not say how many there are, did you mean panel_view<const T, out, in>(pointer)?"};
  else if constexpr (requires(std::remove_reference_t<X>& x) { std::span(x); })
    return text{"in_panels: a temporary is gone before what refers to it, give it a name"};
  else
    return text{"in_panels: give the memory where the panels lie, an array, a std::span or a container"};
}

}  // namespace detail

/// Says that memory holds weights in panels, as `pack_panels` writes them and `w.panels()` saves them:
/// `linear<float, in, out, nn::borrowed> map({.weight = in_panels(memory), .bias = bias});`. Refused: pointers,
/// temporaries.
template <detail::lasting_elements X>
constexpr auto in_panels(X&& memory) {
  const std::span elements(memory);
  return panel_memory<typename decltype(elements)::element_type, decltype(elements)::extent>(elements);
}
template <class X>
  requires(!detail::lasting_elements<X>)
TENON_SHAPE_ERROR(detail::in_panels_sentence<X>()) in_panels(X&&);

}  // namespace tenon
TENON_END_HEADER
