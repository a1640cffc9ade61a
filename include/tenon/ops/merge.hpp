// merge<parts..., whole>(x): neighbouring axes become one, as heads and d_k become d_model.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/merge.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Which axes lie as one with the next, by the strides of a type or, where those are dynamic, of this moment.
constexpr unsigned contiguous_joints(const shape& s, const strides& steps) {
  unsigned joints = 0;
  for (int i = 0; i + 1 < s.rank; ++i) {
    const bool unknown = steps[i] == dynamic || steps[i + 1] == dynamic || s[i + 1].unmeasured();
    if (unknown || steps[i] == steps[i + 1] * s[i + 1].extent) joints |= 1u << i;
  }
  return joints;
}

template <class X>
consteval unsigned joints_by_type() {
  if constexpr (shaped<X>) return contiguous_joints(X::axes, X::steps);
  else return ~0u;
}

/// The last argument is the whole, those before it are its parts.
template <class Whole>
constexpr rules::merge merge_rule(selectors parts, unsigned joints, Whole whole) {
  return {parts, axis(whole), joints};
}
template <class Part, class... Rest>
  requires(sizeof...(Rest) > 0)
constexpr rules::merge merge_rule(selectors parts, unsigned joints, Part part, Rest... rest) {
  parts.push(selector(part));
  return merge_rule(parts, joints, rest...);
}

template <class X, auto... Arguments>
inline constexpr rules::merge merge_rule_for = merge_rule({}, joints_by_type<std::remove_cvref_t<X>>(), Arguments...);

}  // namespace detail

/// [..., parts..., ...] -> [..., whole, ...], without a copy: `merge<heads, d_k, d_model>(context)`.
/// Refused: parts that are no neighbours, are not contiguous, or do not make the whole; see `rules::merge`.
template <auto... PartsAndWhole, shaped X>
  requires(sizeof...(PartsAndWhole) >= 2) && fit<detail::merge_rule_for<X, PartsAndWhole...>, X>
[[nodiscard]] constexpr auto merge(X&& x) {
  constexpr auto rule = detail::merge_rule_for<X, PartsAndWhole...>;
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  if constexpr (!source::mapping_type::is_static) {
    auto rule_now = rule;
    rule_now.contiguous_with_next = detail::contiguous_joints(x.shape(), x.strides());
    writer counter;
    if (!judge(rule_now, counter, x.shape()).fits) raise_refusal(rule_now, x.shape());
  }
  const shape measured_axes = checked<rule>(x);
  return detail::relaid<axes, steps, true>(std::forward<X>(x), measured_axes, rule.relaid(source::axes, x.strides()));
}
template <auto... PartsAndWhole, detail::owns_elements X>
  requires(sizeof...(PartsAndWhole) >= 2) && fit<detail::merge_rule_for<X, PartsAndWhole...>, X>
[[nodiscard]] constexpr auto merge(X& x TENON_LIFETIMEBOUND) {
  return merge<PartsAndWhole...>(detail::whole(x));
}
template <auto... PartsAndWhole, shaped X>
  requires(sizeof...(PartsAndWhole) >= 2) && (!fit<detail::merge_rule_for<X, PartsAndWhole...>, X>)
TENON_REFUSAL(detail::merge_rule_for<X, PartsAndWhole...>, X) merge(X&&);

/// Any other call: `merge: give a tensor, neighbouring axes and the whole, as in merge<heads, d_k, d_model>(x)`.
template <auto...>
TENON_SHAPE_ERROR("merge: give a tensor, neighbouring axes and the whole, as in merge<heads, d_k, d_model>(x)")
merge(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
