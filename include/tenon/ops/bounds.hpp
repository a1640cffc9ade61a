// fix<axis>(x) and widen<axis>(x): between bounded axes and static ones.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/bounds.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [tokens<=512, ...] -> [tokens=5, ...]: `fix<axis{"tokens", 5}>(x)`. At run time another extent is refused:
/// `fix: tokens=7 is not tokens=5 in [tokens=7, d_model=8]`. The elements are copied.
template <axis To, shaped X>
  requires fit<rules::fix{To}, X>
[[nodiscard]] constexpr auto fix(const X& x) {
  typename tensor_of<typename X::value_type, verdict_of<rules::fix{To}, X>.result>::type y(uninitialized,
                                                                                         checked<rules::fix{To}>(x));
  detail::copy_packed(x, y.data());
  return y;
}
/// [seq=3, ...] -> [seq<=512, ...]: `widen<axis{"seq", at_most{512}}>(x)`. Refused: `widen: seq=600 is over seq<=512`.
/// The elements are copied into a tensor of that capacity.
template <axis To, shaped X>
  requires fit<rules::widen{To}, X>
[[nodiscard]] constexpr auto widen(const X& x) {
  constexpr int at = selector(To).index_in(X::axes);
  shape axes = x.shape();
  axes[at] = measured(To, x.extent(at));
  typename tensor_of<typename X::value_type, verdict_of<rules::widen{To}, X>.result>::type y(uninitialized, axes);
  detail::copy_packed(x, y.data());
  return y;
}

template <axis To, shaped X>
  requires(!fit<rules::fix{To}, X>)
TENON_REFUSAL(rules::fix{To}, X) fix(const X&);
template <axis To, shaped X>
  requires(!fit<rules::widen{To}, X>)
TENON_REFUSAL(rules::widen{To}, X) widen(const X&);

/// Any other call: `fix: give a tensor and an axis with its extent, as in fix<five_tokens>(x)`.
template <auto...>
TENON_SHAPE_ERROR("fix: give a tensor and an axis with its extent, as in fix<five_tokens>(x)")
fix(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `widen: give a tensor and an axis with its bound, as in widen<tokens>(x)`.
template <auto...>
TENON_SHAPE_ERROR("widen: give a tensor and an axis with its bound, as in widen<tokens>(x)")
widen(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
