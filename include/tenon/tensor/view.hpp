// The view: refers to elements of a tensor, or of memory of the user's, with axes and strides of its own.
#pragma once
#include <tenon/rules/borrow.hpp>
#include <tenon/rules/store.hpp>
#include <tenon/tensor/copy.hpp>
#include <tenon/tensor/element_access.hpp>
#include <tenon/tensor/given_extents.hpp>
#include <tenon/tensor/mapping.hpp>
#include <tenon/tensor/panel_memory.hpp>
#include <tenon/tensor/usable.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// The rule of packed elements under the axes `Target` that are to lie in an array.
template <shape Target, std::size_t Count>
inline constexpr rules::borrow array_rule = [] {
  rules::borrow rule{rules::borrow::by::packed_view, Target, Target.size()};
  rule.count = static_cast<index_t>(Count);
  return rule;
}();

}  // namespace detail

/// Elements that someone else owns, under the given axes; `T` is const where they may only be read.
///
/// Copying a view copies no element; to write through one, see `assign`. It must not outlive the elements.
template <class T, strides Steps, axis... Axes>
class view : public element_access<view<T, Steps, Axes...>> {
 public:
  using value_type = std::remove_const_t<T>;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Axes...);
  TENON_LOCAL static constexpr tenon::strides steps = Steps;
  static constexpr bool refers = true;
  using mapping_type = tenon::mapping<Steps, Axes...>;
  /// Whether the type says that the elements lie packed in the order of their indices.
  static constexpr bool packed = Steps == row_major(axes);

  constexpr view(T* elements, const mapping_type& layout) : elements_(elements), mapping_(layout) {}
  /// Elements packed as the type says: only the alignment of T is assumed.
  template <class Pointer>
    requires(mapping_type::is_static && axes.rank > 0 && std::is_convertible_v<Pointer, T*> && !shaped<Pointer>)
  constexpr explicit view(Pointer elements TENON_LIFETIMEBOUND) : elements_(detail::usable<T>(elements, "packed_view", axes.size() == 0)) {}
  template <class Pointer, class Reason = TENON_SHAPE_ERROR("packed_view: give the axes, as in packed_view<const float, seq, d_model>(data)")>
    requires(axes.rank == 0 && std::is_convertible_v<Pointer, T*> && !shaped<Pointer>)
  explicit view(Pointer) = delete;
  template <class X, class Reason = TENON_SHAPE_ERROR("packed_view: a weight in panels is not read row by row, did you mean contiguous(w)?")>
    requires(detail::in_panels<X> || detail::is_panel_memory<std::remove_cvref_t<X>>)
  explicit view(X&&) = delete;
  template <class Other, std::size_t Count, TENON_REASON((detail::array_rule<tenon::shape(Axes...), Count>), detail::axes_alone<value_type, Axes...>)>
    requires packed && mapping_type::is_static && (static_cast<index_t>(Count) < axes.size())
  explicit view(Other (&)[Count]) = delete;
  /// Packed elements with the extents of the bounded axes:
  /// `packed_view<float, tokens, d_model> x(pointer, extents{5});`.
  template <int Count>
    requires packed && fit<rules::extents{Count}, detail::axes_alone<value_type, Axes...>>
  constexpr view(T* elements TENON_LIFETIMEBOUND, const extents<Count>& given)
      : view(elements, packed_mapping(detail::with_extents(axes, given))) {
    detail::usable(elements, "packed_view", size() == 0);
  }
  template <int Count, TENON_REASON(rules::extents{Count}, detail::axes_alone<value_type, Axes...>)>
    requires packed && (!fit<rules::extents{Count}, detail::axes_alone<value_type, Axes...>>)
  view(T*, const extents<Count>&) = delete;
  template <class Pointer, TENON_REASON(rules::extents{0}, detail::axes_alone<value_type, Axes...>)>
    requires packed && (axes.bounded()) && std::is_convertible_v<Pointer, T*>
  explicit view(Pointer) = delete;
  /// A view that may write is also one that may read.
  constexpr view(const view<value_type, Steps, Axes...>& other)
    requires std::is_const_v<T>
      : elements_(other.data()), mapping_(other.mapping()) {}
  constexpr view(const view&) = default;
  /// Whether `a = b` would copy elements or point elsewhere is no guess of ours: use `assign(a, b)`, or make a new view.
  view& operator=(const view&) = delete;
  template <shaped X>
  TENON_REFUSAL(rules::strided_store{tenon::shape(Axes...)}, X) operator=(X&&);

  [[nodiscard]] constexpr T* data() const { return elements_; }
  [[nodiscard]] constexpr const mapping_type& mapping() const { return mapping_; }
  [[nodiscard]] constexpr tenon::shape shape() const { return mapping_.shape(); }
  [[nodiscard]] constexpr tenon::strides strides() const { return mapping_.strides(); }
  /// The extent of an axis by its position, from the end where that is negative: `x.extent(-1)`. Refused when the program
  /// runs: `extent: no axis 2 in [seq=3, d_model=8]`, an `out_of_range`.
  [[nodiscard]] constexpr index_t extent(int i) const { return mapping_.extent(detail::position_in(axes, i)); }
  [[nodiscard]] constexpr index_t size() const { return mapping_.size(); }

 private:
  static constexpr mapping_type packed_mapping(const tenon::shape& measured_axes) {
    return mapping_type(measured_axes, row_major(measured_axes));
  }

  T* elements_;
  [[no_unique_address]] mapping_type mapping_;
};

/// A view of elements that lie packed in the order of their indices: `packed_view<const float, seq, d_model> x(pointer);`.
/// An array is counted, a pointer is trusted to refer to as many elements as it takes. Refused: null, an address that is
/// none of such elements, `packed_view: 3 elements are not the 6 of [out=3, in=2]`, and at
/// run time `extents: 513 is not within tokens<=512 of [tokens<=512, d_model=384]`.
template <class T, axis... Axes>
using packed_view = view<T, row_major(tenon::shape(Axes...)), Axes...>;

}  // namespace tenon
TENON_END_HEADER
