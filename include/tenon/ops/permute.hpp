// permute<axes...>(x): all axes in a new order.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/permute.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [a, b, c] -> [c, a, b], without a copy: `permute<heads, seq, d_k>(x)`, `permute<2, 0, 1>(x)`. PyTorch: Tensor.permute.
/// Refused: `permute: seq=3 is named twice`, too many or too few axes, axes that x has not.
template <selector... Order, shaped X>
  requires fit<rules::permute{selectors(Order...)}, X>
[[nodiscard]] constexpr auto permute(X&& x) {
  return detail::relaid_by<rules::permute{selectors(Order...)}, false>(std::forward<X>(x));
}
template <selector... Order, detail::owns_elements X>
  requires fit<rules::permute{selectors(Order...)}, X>
[[nodiscard]] constexpr auto permute(X& x TENON_LIFETIMEBOUND) {
  return permute<Order...>(detail::whole(x));
}
template <selector... Order, shaped X>
  requires(!fit<rules::permute{selectors(Order...)}, X>)
TENON_REFUSAL(rules::permute{selectors(Order...)}, X) permute(X&&);

/// Any other call: `permute: give a tensor and all its axes in their new order, as in permute<2, 0, 1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("permute: give a tensor and all its axes in their new order, as in permute<2, 0, 1>(x)")
permute(detail::anything, detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {},
        detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
