// transpose<A, B>(x): two axes change places.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/transpose.hpp>
#include <tenon/tensor/result.hpp>

namespace tenon {

/// [..., a, ..., b, ...] -> [..., b, ..., a, ...], without a copy: a view of an lvalue, an owner of a temporary.
/// Axes are named or counted: `transpose<seq, heads>(x)`, `transpose<-2, -1>(x)`. PyTorch: Tensor.transpose.
/// Refused: `transpose: no axis src in [batch=1, seq=3]`.
template <selector A, selector B, shaped X>
  requires fit<rules::transpose{A, B}, X>
constexpr auto transpose(X&& x) {
  constexpr rules::transpose rule{A, B};
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  const shape measured_axes = checked<rule>(x);
  return detail::relaid<axes, steps, false>(std::forward<X>(x), measured_axes, rule.relaid(source::axes, x.strides()));
}
template <selector A, selector B, shaped X>
  requires(!fit<rules::transpose{A, B}, X>)
TENON_REFUSAL(rules::transpose{A, B}, X) transpose(X&&);

/// Any other call: `transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)`.
template <auto...>
TENON_SHAPE_ERROR("transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)")
transpose(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
