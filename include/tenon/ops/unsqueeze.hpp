// unsqueeze<place>(x) and squeeze<axis>(x): an axis of extent 1 put in, and taken out.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/unsqueeze.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [a, b] -> [a, 1, b], without a copy: `unsqueeze<1>(x)`, with a name `unsqueeze<0, batch>(x)`. PyTorch: Tensor.unsqueeze.
/// Refused: `unsqueeze: no place 4 in [seq=3, d_model=8]`, `unsqueeze: batch=2 has not the extent 1`.
template <int Place, axis Added = 1, shaped X>
  requires fit<rules::unsqueeze{Place, Added}, X>
[[nodiscard]] constexpr auto unsqueeze(X&& x) {
  return detail::relaid_by<rules::unsqueeze{Place, Added}, true>(std::forward<X>(x));
}
template <int Place, axis Added = 1, detail::owns_elements X>
  requires fit<rules::unsqueeze{Place, Added}, X>
[[nodiscard]] constexpr auto unsqueeze(X& x TENON_LIFETIMEBOUND) {
  return unsqueeze<Place, Added>(detail::whole(x));
}
template <int Place, axis Added = 1, shaped X>
  requires(!fit<rules::unsqueeze{Place, Added}, X>)
TENON_REFUSAL(rules::unsqueeze{Place, Added}, X) unsqueeze(X&&);

/// [a, 1, b] -> [a, b], without a copy: `squeeze<1>(x)`, `squeeze<batch>(x)`. PyTorch: Tensor.squeeze.
/// Refused: `squeeze: seq=3 has not the extent 1 in [seq=3, d_model=8]`.
template <selector Along, shaped X>
  requires fit<rules::squeeze{Along}, X>
[[nodiscard]] constexpr auto squeeze(X&& x) {
  return detail::relaid_by<rules::squeeze{Along}, true>(std::forward<X>(x));
}
template <selector Along, detail::owns_elements X>
  requires fit<rules::squeeze{Along}, X>
[[nodiscard]] constexpr auto squeeze(X& x TENON_LIFETIMEBOUND) {
  return squeeze<Along>(detail::whole(x));
}
template <selector Along, shaped X>
  requires(!fit<rules::squeeze{Along}, X>)
TENON_REFUSAL(rules::squeeze{Along}, X) squeeze(X&&);

/// Any other call: `unsqueeze: give a tensor and a place, as in unsqueeze<0>(x) or unsqueeze<0, batch>(x)`.
template <auto...>
TENON_SHAPE_ERROR("unsqueeze: give a tensor and a place, as in unsqueeze<0>(x) or unsqueeze<0, batch>(x)")
unsqueeze(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `squeeze: give a tensor and an axis of extent 1, as in squeeze<batch>(x) or squeeze<0>(x)`.
template <auto...>
TENON_SHAPE_ERROR("squeeze: give a tensor and an axis of extent 1, as in squeeze<batch>(x) or squeeze<0>(x)")
squeeze(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
