// split<whole, parts...>(x): one axis becomes several, as d_model becomes heads and d_k.
#pragma once
#include <tenon/rules/split.hpp>
#include <tenon/tensor/result.hpp>

namespace tenon {

/// [..., whole, ...] -> [..., parts..., ...], without a copy: `split<d_model, heads, d_k>(q)`.
/// Refused: `split: d_model=8 is not 3 x 2 = 6`.
template <axis Whole, axis... Parts, shaped X>
  requires fit<rules::split{Whole, shape(Parts...)}, X>
constexpr auto split(X&& x) {
  constexpr rules::split rule{Whole, shape(Parts...)};
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  const shape measured_axes = checked<rule>(x);
  return detail::relaid<axes, steps, true>(std::forward<X>(x), measured_axes, rule.relaid(source::axes, x.strides()));
}
template <axis Whole, axis... Parts, shaped X>
  requires(!fit<rules::split{Whole, shape(Parts...)}, X>)
TENON_REFUSAL(rules::split{Whole, shape(Parts...)}, X) split(X&&);

}  // namespace tenon
