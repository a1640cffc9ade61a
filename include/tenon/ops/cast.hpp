// cast<T>(x): the same numbers as another type.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/shape/number_refusal.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Whether an integer type T holds the number once its fraction is cut off.
template <class T, class S>
constexpr bool holds_whole_part(S number) {
  if constexpr (std::is_integral_v<S>) {
    return holds<T>(number);
  } else {
    using real = carrier<S>;
    const real n = carried(number);
    // Powers of 2, which every type with a fraction holds, where the largest integer is none. NaN lies nowhere.
    constexpr real beyond = static_cast<real>((std::numeric_limits<T>::max)() / 2 + 1) * 2;
    if constexpr (std::is_unsigned_v<T>) return n > -1 && n < beyond;
    else if constexpr (sizeof(T) < 8) return n > -beyond - 1 && n < beyond;
    else return n >= -beyond && n < beyond;
  }
}

/// One element as a T; `lost` tells that no T is it.
template <class T, class S>
constexpr T converted(S number, [[maybe_unused]] bool& lost) {
  if constexpr (std::is_same_v<T, S>) {
    return number;
  } else if constexpr (std::is_same_v<T, bool>) {
    return static_cast<bool>(number);
  } else if constexpr (std::is_integral_v<T>) {
    const bool held = holds_whole_part<T>(number);
    lost = lost || !held;
    return held ? static_cast<T>(number) : T{};
  } else {
    return rounded_to<T>(number);
  }
}

template <class T, class S>
consteval auto cast_refusal() {
  return text_of([](writer& out) {
    out << "cast: an element of " << element_of<S>() << " does not fit " << element_of<T>() << ", did you mean cast<"
        << widest_of<T, S>() << ">(x)?";
  });
}

}  // namespace detail

/// [axes] -> [axes] of T: `cast<float>(ids)`, `cast<bfloat16>(x)`. PyTorch: Tensor.to(dtype).
///
/// To integers the fraction is cut off, and a number out of their range, or a NaN, is refused at run time: `cast: an element of
/// float does not fit int32, did you mean cast<double>(x)?`. To bool whatever is not 0 is true, NaN too. To what has a
/// fraction numbers round to the nearest, ties to even; what is too large becomes infinite, and a NaN stays one.
template <class T, shaped X>
  requires is_number<T>
[[nodiscard]] constexpr auto cast(const X& x) {
  if constexpr (detail::in_panels<X>) {
    return cast<T>(typename tensor_of<typename X::value_type, X::axes>::type(x));
  } else {
    typename tensor_of<T, X::axes>::type y(uninitialized, x.shape());
    const auto* from = detail::elements_of(x);
    T* to = y.data();
    bool lost = false;
    traverse(x.shape(), [&](index_t i) { *to++ = detail::converted<T>(from[i], lost); }, x.strides());
    if (lost) detail::number_refusal<detail::cast_refusal<T, typename X::value_type>()>::refuse();
    return y;
  }
}

/// Any other call: `cast: give a type of numbers and a tensor, as in cast<float>(x)`.
template <class...>
TENON_SHAPE_ERROR("cast: give a type of numbers and a tensor, as in cast<float>(x)")
cast(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
