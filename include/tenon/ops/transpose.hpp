// transpose<A, B>(x): two axes change places.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/transpose.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [..., a, ..., b, ...] -> [..., b, ..., a, ...], without a copy: a view of an lvalue, an owner of a temporary.
/// Axes are named or counted: `transpose<seq, heads>(x)`, `transpose<-2, -1>(x)`. PyTorch: Tensor.transpose.
/// Refused: `transpose: no axis src in [batch=1, seq=3]`.
template <selector A, selector B, shaped X>
  requires fit<rules::transpose{A, B}, X>
[[nodiscard]] constexpr auto transpose(X&& x) {
  return detail::relaid_by<rules::transpose{A, B}, false>(std::forward<X>(x));
}
template <selector A, selector B, detail::owns_elements X>
  requires fit<rules::transpose{A, B}, X>
[[nodiscard]] constexpr auto transpose(X& x TENON_LIFETIMEBOUND) {
  return transpose<A, B>(detail::whole(x));
}
template <selector A, selector B, shaped X>
  requires(!fit<rules::transpose{A, B}, X>)
TENON_REFUSAL(rules::transpose{A, B}, X) transpose(X&&);

/// Any other call: `transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)`.
template <auto...>
TENON_SHAPE_ERROR("transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)")
transpose(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
