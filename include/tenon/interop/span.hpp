// from_span and to_span: elements packed in the order of their indices, as a view and as a std::span. Nothing is copied.
#pragma once
#include <span>

#include <tenon/text/shape_error.hpp>  // first, since GCC shows the way to it
#include <tenon/interop/foreign_view.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/tensor/usable.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T, std::size_t Count>
inline constexpr rules::foreign_elements<"from_span"> from_span_rule{
    Count == std::dynamic_extent ? rules::not_yet_known : static_cast<index_t>(Count), std::is_arithmetic_v<T>};

template <class X>
inline constexpr rules::foreign_view<"to_span"> to_span_rule{owned_by_temporary<X>, can_be_packed_by_type<X>};

}  // namespace detail

/// Elements of a span as [axes]: `from_span<seq, d_model>(span)`, a view, of constants where the span is. One bounded
/// axis takes its extent from the number of elements. Only the alignment of an element is assumed. Refused: `from_span: the pointer is null`, memory that is not aligned as
/// elements are, no axes, and at run time
/// where the span's extent is dynamic: `from_span: 5 elements are not the 6 of [seq=3, d_model=2]`.
template <axis... Axes, class T, std::size_t Count>
  requires fit<detail::from_span_rule<T, Count>, detail::axes_alone<std::remove_const_t<T>, Axes...>>
[[nodiscard]] constexpr packed_view<T, Axes...> from_span(std::span<T, Count> elements TENON_LIFETIMEBOUND) {
  using result = packed_view<T, Axes...>;
  detail::usable(elements.data(), "from_span", elements.empty());
  if constexpr (Count != std::dynamic_extent && result::mapping_type::is_static) {
    return result(elements.data(), typename result::mapping_type());
  } else {
    const rules::foreign_elements<"from_span"> rule{static_cast<index_t>(elements.size())};
    const shape measured_axes = detail::judged_now(rule, result::axes);
    return result(elements.data(), typename result::mapping_type(measured_axes, row_major(measured_axes)));
  }
}
template <axis... Axes, class T, std::size_t Count>
  requires(!fit<detail::from_span_rule<T, Count>, detail::axes_alone<std::remove_const_t<T>, Axes...>>)
TENON_REFUSAL(detail::from_span_rule<T, Count>, detail::axes_alone<std::remove_const_t<T>, Axes...>)
from_span(std::span<T, Count>);

/// The elements of a tensor or view that lie packed, in the order of their indices: a span of constants where they may
/// only be read, of static extent where every axis is. Refused: `to_span: [d_model=8, seq=3] is not contiguous, did you mean
/// contiguous(x)?`, at run time where strides are known only then; and a temporary, whose elements would be gone.
template <shaped X>
  requires fit<detail::to_span_rule<X>, X>
[[nodiscard]] constexpr auto to_span(X&& x) {
  using source = std::remove_cvref_t<X>;
  if constexpr (!source::mapping_type::is_static) {
    const rules::foreign_view<"to_span"> rule{false, rules::can_be_packed(x.shape(), x.strides())};
    detail::judged_now(rule, x.shape());
  }
  constexpr std::size_t count =
      source::axes.bounded() ? std::dynamic_extent : static_cast<std::size_t>(source::axes.size());
  return std::span<detail::element_of_argument<X>, count>(x.data(), static_cast<std::size_t>(x.size()));
}
template <shaped X>
  requires(!fit<detail::to_span_rule<X>, X>)
TENON_REFUSAL(detail::to_span_rule<X>, X) to_span(X&&);

/// Any other call: `from_span: give a std::span and the axes, as in from_span<seq, d_model>(std::span(values))`.
template <auto...>
TENON_SHAPE_ERROR("from_span: give a std::span and the axes, as in from_span<seq, d_model>(std::span(values))")
from_span(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `to_span: give one tensor or view, as in to_span(x)`.
template <auto...>
TENON_SHAPE_ERROR("to_span: give one tensor or view, as in to_span(x)")
to_span(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
