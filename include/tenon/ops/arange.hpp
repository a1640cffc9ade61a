// arange<axis>(): 0, 1, 2, ... along an axis.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/arange.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [axis] of index_t: 0, 1, 2, ..., `arange<seq>()`. PyTorch: torch.arange.
template <axis Along>
  requires(!Along.bounded())
[[nodiscard]] constexpr auto arange() {
  return tensor<index_t, Along>([](index_t i) { return i; });
}
template <auto... Without>
  requires(sizeof...(Without) == 0)
TENON_SHAPE_ERROR("arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or arange<tokens>(x)")
arange();
template <axis Along>
  requires(Along.bounded())
TENON_SHAPE_ERROR("arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or arange<tokens>(x)")
arange();
/// As long as that axis of x is now: `arange<tokens>(ids)`. Refused: `arange: no axis tokens in [seq=3]`.
template <axis Along, shaped X>
  requires fit<rules::arange{Along}, X>
[[nodiscard]] constexpr auto arange(const X& x) {
  tensor<index_t, Along> y(uninitialized, checked<rules::arange{Along}>(x));
  index_t i = 0;
  for (index_t& element : y) element = i++;
  return y;
}
template <axis Along, shaped X>
  requires(!fit<rules::arange{Along}, X>)
TENON_REFUSAL(rules::arange{Along}, X) arange(const X&);

/// Any other call: `arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or arange<tokens>(x)`.
template <auto...>
TENON_SHAPE_ERROR("arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or arange<tokens>(x)")
arange(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
