// rename<from, to>(x) and unnamed(x): the same elements under other names.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/rename.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <auto Rule, class X>
constexpr auto with_names(X&& x) {
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<Rule, source>.result;
  const shape measured_axes = checked<Rule>(x);
  const strides steps = x.strides();
  return relaid<axes, source::steps, true>(std::forward<X>(x), measured_axes, steps);
}

}  // namespace detail

/// [..., from, ...] -> [..., to, ...], without a copy: `rename<seq, keys>(k)`. Refused: `rename: seq=3 of [batch=1, seq=3] is
/// not keys=5`.
template <selector From, axis To, shaped X>
  requires fit<rules::rename{From, To}, X>
[[nodiscard]] constexpr auto rename(X&& x) {
  return detail::with_names<rules::rename{From, To}>(std::forward<X>(x));
}
template <selector From, axis To, detail::owns_elements X>
  requires fit<rules::rename{From, To}, X>
[[nodiscard]] constexpr auto rename(X& x TENON_LIFETIMEBOUND) {
  return rename<From, To>(detail::whole(x));
}
template <selector From, axis To, shaped X>
  requires(!fit<rules::rename{From, To}, X>)
TENON_REFUSAL(rules::rename{From, To}, X) rename(X&&);

/// [seq, d_model] -> the same extents without names, without a copy: names are dropped only where that is said.
template <shaped X>
  requires fit<rules::unnamed{}, X>
[[nodiscard]] constexpr auto unnamed(X&& x) {
  return detail::with_names<rules::unnamed{}>(std::forward<X>(x));
}
template <detail::owns_elements X>
  requires fit<rules::unnamed{}, X>
[[nodiscard]] constexpr auto unnamed(X& x TENON_LIFETIMEBOUND) {
  return unnamed(detail::whole(x));
}
template <shaped X>
  requires(!fit<rules::unnamed{}, X>)
TENON_REFUSAL(rules::unnamed{}, X) unnamed(X&&);

/// Any other call: `rename: give a tensor, an axis and its new name, as in rename<seq, keys>(x)`.
template <auto...>
TENON_SHAPE_ERROR("rename: give a tensor, an axis and its new name, as in rename<seq, keys>(x)")
rename(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `unnamed: give one tensor, as in unnamed(x)`.
template <auto...>
TENON_SHAPE_ERROR("unnamed: give one tensor, as in unnamed(x)")
unnamed(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
