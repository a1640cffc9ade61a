// and, or, not of masks.
#pragma once
#include <tenon/ops/elementwise_function.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [axes] and [axes] of bool -> [axes] of bool. PyTorch: torch.logical_and, torch.logical_or.
/// Refused: `logical_and: the elements of [seq=3] are float, not bool, did you mean not_equal(x, 0)?`, axes that differ.
inline constexpr detail::elementwise_function<rules::elementwise::logical_and> logical_and{};
inline constexpr detail::elementwise_function<rules::elementwise::logical_or> logical_or{};

namespace detail {

template <class X>
inline constexpr rules::logical_not logical_not_rule{element_kind<X>};

}  // namespace detail

/// [axes] of bool -> [axes] of bool; a temporary gives its memory. PyTorch: torch.logical_not.
/// Refused: `logical_not: the elements of [seq=3] are float, not bool, did you mean equal(x, 0)?`.
template <shaped X>
  requires fit<detail::logical_not_rule<X>, X>
[[nodiscard]] constexpr auto logical_not(X&& x) {
  return detail::each(std::forward<X>(x), [](bool element) { return !element; });
}
template <shaped X>
  requires(!fit<detail::logical_not_rule<X>, X>)
TENON_REFUSAL(detail::logical_not_rule<X>, X) logical_not(X&&);

/// Any other call: `logical_not: give one tensor, as in logical_not(mask)`.
template <auto...>
TENON_SHAPE_ERROR("logical_not: give one tensor, as in logical_not(mask)")
logical_not(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
