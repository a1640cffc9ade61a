// split<whole, parts...>(x): one axis becomes several, as d_model becomes heads and d_k.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/split.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {
template <rules::whole_axis Whole, axis... Parts>
inline constexpr rules::split split_rule{Whole, shape(Parts...), static_cast<int>(sizeof...(Parts))};
}  // namespace detail

/// [..., whole, ...] -> [..., parts..., ...], without a copy: `split<d_model, heads, d_k>(q)`.
/// Refused: `split: d_model=8 is not 3 x 2 = 6`.
template <rules::whole_axis Whole, axis... Parts, shaped X>
  requires(sizeof...(Parts) > 0) && fit<detail::split_rule<Whole, Parts...>, X>
[[nodiscard]] constexpr auto split(X&& x) {
  constexpr rules::split rule = detail::split_rule<Whole, Parts...>;
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  const shape measured_axes = checked<rule>(x);
  return detail::relaid<axes, steps, true>(std::forward<X>(x), measured_axes, rule.relaid(source::axes, x.strides()));
}
template <rules::whole_axis Whole, axis... Parts, detail::owns_elements X>
  requires(sizeof...(Parts) > 0) && fit<detail::split_rule<Whole, Parts...>, X>
[[nodiscard]] constexpr auto split(X& x TENON_LIFETIMEBOUND) {
  return split<Whole, Parts...>(detail::whole(x));
}
template <rules::whole_axis Whole, axis... Parts, shaped X>
  requires(sizeof...(Parts) > 0) && (!fit<detail::split_rule<Whole, Parts...>, X>)
TENON_REFUSAL(detail::split_rule<Whole, Parts...>, X) split(X&&);

/// Any other call: `split: give a tensor, an axis and its parts, as in split<d_model, heads, d_k>(x)`.
template <auto...>
TENON_SHAPE_ERROR("split: give a tensor, an axis and its parts, as in split<d_model, heads, d_k>(x)")
split(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
