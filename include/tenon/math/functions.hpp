// Elementary functions that are also constant expressions; those of the C library are none in our compilers.
#pragma once
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include <tenon/math/absolute.hpp>
#include <tenon/math/angle.hpp>
#include <tenon/math/elementary.hpp>
#include <tenon/math/exp.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

// Each is std's at run time; in constant evaluation it is computed in double and rounded once. There NaN and infinities are
// told apart by comparisons alone: clang ends a constant expression whose arithmetic gives NaN.

namespace detail {

template <class T>
constexpr bool is_finite(T x) {
  return x >= std::numeric_limits<T>::lowest() && x <= (std::numeric_limits<T>::max)();
}

/// tanh of 0 < x < 1, where (1 - e^-2x) / (1 + e^-2x) would cancel: x / (1 + x^2 / (3 + x^2 / (5 + ...))).
constexpr double tanh_of_small(double x) {
  double fraction = 19;
  for (int odd = 17; odd >= 1; odd -= 2) fraction = odd + x * x / fraction;
  return x / fraction;
}

}  // namespace detail

template <class T>
  requires std::is_floating_point_v<T>
constexpr T sqrt(T x) {
  if (!std::is_constant_evaluated()) return std::sqrt(x);
  if (x < 0) return std::numeric_limits<T>::quiet_NaN();
  return detail::is_finite(x) ? static_cast<T>(square_root(static_cast<double>(x))) : x;
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr auto (log)(T x) -> T {
  if (!std::is_constant_evaluated()) return (std::log)(x);
  if (x == 0) return -std::numeric_limits<T>::infinity();
  if (x < 0) return std::numeric_limits<T>::quiet_NaN();
  if (!detail::is_finite(x)) return x;
  // Subnormal numbers are brought to normal ones first: log(x) = log(2^64 x) - 64 log(2).
  const double value = static_cast<double>(x);
  if (value < 0x1p-1000) return static_cast<T>(logarithm(value * 0x1p64) - 64 * std::numbers::ln2);
  return static_cast<T>(logarithm(value));
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T tanh(T x) {
  if (!std::is_constant_evaluated()) return std::tanh(x);
  if (x == 0 || x != x) return x;
  const double size = absolute(static_cast<double>(x));
  double result = 1;
  if (size < 1) {
    result = detail::tanh_of_small(size);
  } else if (size < 20) {
    const double decay = exp(-2 * size);
    result = (1 - decay) / (1 + decay);
  }
  return static_cast<T>(x < 0 ? -result : result);
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T sin(T x) {
  if (!std::is_constant_evaluated()) return std::sin(x);
  if (x == 0) return x;
  if (!detail::is_finite(x)) return std::numeric_limits<T>::quiet_NaN();
  const double sine = constant_sine_and_cosine(absolute(static_cast<double>(x))).sine;
  return static_cast<T>(x < 0 ? -sine : sine);
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T cos(T x) {
  if (!std::is_constant_evaluated()) return std::cos(x);
  if (!detail::is_finite(x)) return std::numeric_limits<T>::quiet_NaN();
  return static_cast<T>(constant_sine_and_cosine(absolute(static_cast<double>(x))).cosine);
}

}  // namespace tenon::math
TENON_END_HEADER
