// cast<T>(x): the same numbers as another type.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [axes] -> [axes] of T, each element by static_cast: `cast<float>(ids)`, `cast<bfloat16>(x)`. PyTorch: Tensor.to(dtype).
template <class T, shaped X>
  requires is_number<T>
constexpr auto cast(const X& x) {
  if constexpr (detail::in_panels<X>) {
    return cast<T>(typename tensor_of<typename X::value_type, X::axes>::type(x));
  } else {
    typename tensor_of<T, X::axes>::type y(uninitialized, x.shape());
    const auto* from = detail::elements_of(x);
    T* to = y.data();
    traverse(x.shape(), [&](index_t i) { *to++ = static_cast<T>(from[i]); }, x.strides());
    return y;
  }
}

/// Any other call: `cast: give a type of numbers and a tensor, as in cast<float>(x)`.
template <class...>
TENON_SHAPE_ERROR("cast: give a type of numbers and a tensor, as in cast<float>(x)")
cast(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
