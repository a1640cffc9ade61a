// argmax<axis>(x) and argmin<axis>(x): where along an axis the largest and the smallest element stand.
#pragma once
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <auto Rule, class X>
constexpr auto arg_extreme(const X& x) {
  const shape axes = checked<Rule>(x);
  typename tensor_of<index_t, verdict_of<Rule, X>.result>::type y(uninitialized, axes);
  constexpr int at = Rule.over.at[0].index_in(X::axes);
  const strides steps = x.strides();
  shape stay = x.shape();
  const index_t count = stay[at].extent;
  stay[at] = axis(1);
  const auto* from = x.data();
  index_t* to = y.data();
  traverse(
      stay,
      [&](index_t base) {
        index_t best = 0;
        for (index_t i = 1; i < count; ++i) {
          const auto value = from[base + i * steps[at]], best_value = from[base + best * steps[at]];
          const bool better = Rule.kind == reduction::argmax ? value > best_value : value < best_value;
          // As in PyTorch, the first NaN wins.
          if (best_value == best_value && (better || value != value)) best = i;
        }
        *to++ = best;
      },
      steps);
  return y;
}

}  // namespace detail

/// [..., axis, ...] -> [...] of index_t, the first where several are equal; NaN counts as the largest. PyTorch:
/// torch.argmax. Refused: `argmax: no axis src in [batch=1, seq=3]`; at run time an axis without elements.
template <selector Along, shaped X>
  requires fit<detail::reduce_rule<rules::reduction::argmax, X, Along>, X>
[[nodiscard]] constexpr auto argmax(const X& x) {
  return detail::arg_extreme<detail::reduce_rule<rules::reduction::argmax, X, Along>>(x);
}
/// [..., axis, ...] -> [...] of index_t. PyTorch: torch.argmin.
template <selector Along, shaped X>
  requires fit<detail::reduce_rule<rules::reduction::argmin, X, Along>, X>
[[nodiscard]] constexpr auto argmin(const X& x) {
  return detail::arg_extreme<detail::reduce_rule<rules::reduction::argmin, X, Along>>(x);
}

template <selector Along, shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::argmax, X, Along>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::argmax, X, Along>, X) argmax(const X&);
template <selector Along, shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::argmin, X, Along>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::argmin, X, Along>, X) argmin(const X&);

/// Any other call: `argmax: give a tensor and one axis, as in argmax<vocab>(x) or argmax<-1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("argmax: give a tensor and one axis, as in argmax<vocab>(x) or argmax<-1>(x)")
argmax(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `argmin: give a tensor and one axis, as in argmin<vocab>(x) or argmin<-1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("argmin: give a tensor and one axis, as in argmin<vocab>(x) or argmin<-1>(x)")
argmin(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
