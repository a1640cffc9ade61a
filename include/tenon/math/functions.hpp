// Elementary functions that are also constant expressions; those of the C library are none in our compilers.
#pragma once
#include <cmath>
#include <type_traits>

#include <tenon/math/absolute.hpp>
#include <tenon/math/elementary.hpp>
#include <tenon/math/exp.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

// Each is std's at run time; in constant evaluation it is computed in double and rounded once.

template <class T>
  requires std::is_floating_point_v<T>
constexpr T sqrt(T x) {
  if (!std::is_constant_evaluated()) return std::sqrt(x);
  if (x < 0) return static_cast<T>(__builtin_nan(""));
  return x > 0 && x - x == 0 ? static_cast<T>(square_root(static_cast<double>(x))) : x;
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T log(T x) {
  if (!std::is_constant_evaluated()) return std::log(x);
  if (x == 0) return -static_cast<T>(__builtin_inf());
  if (!(x > 0)) return static_cast<T>(__builtin_nan(""));
  if (x - x != 0) return x;
  // Subnormal numbers are brought to normal ones first: log(x) = log(2^64 x) - 64 log(2).
  const double value = static_cast<double>(x);
  if (value < 0x1p-1000) return static_cast<T>(logarithm(value * 0x1p64) - 64 * std::numbers::ln2);
  return static_cast<T>(logarithm(value));
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T tanh(T x) {
  if (!std::is_constant_evaluated()) return std::tanh(x);
  if (x != x) return x;
  const double size = absolute(static_cast<double>(x));
  double result = 1;
  if (size < 0.02) {
    // The quotient below would cancel: x - x^3 / 3 + 2 x^5 / 15 - 17 x^7 / 315 is exact enough here.
    const double square = size * size;
    result = size * (1 - square * (1.0 / 3 - square * (2.0 / 15 - square * 17 / 315)));
  } else if (size < 20) {
    const double decay = exp(-2 * size);
    result = (1 - decay) / (1 + decay);
  }
  return static_cast<T>(x < 0 ? -result : result);
}

namespace detail {

/// An angle brought into [0, 2 pi); good for angles of moderate size.
constexpr double within_one_turn(double angle) {
  constexpr double turn = 2 * std::numbers::pi, turn_low = 2.4492935982947064e-16;
  const double turns = static_cast<double>(static_cast<long long>(angle / turn));
  double rest = (angle - turns * turn) - turns * turn_low;
  if (rest < 0) rest += turn;
  return rest;
}

}  // namespace detail

template <class T>
  requires std::is_floating_point_v<T>
constexpr T sin(T x) {
  if (!std::is_constant_evaluated()) return std::sin(x);
  if (!(x - x == 0)) return static_cast<T>(__builtin_nan(""));
  const double angle = detail::within_one_turn(absolute(static_cast<double>(x)));
  const double sine = sine_and_cosine_of(angle).sine;
  return static_cast<T>(x < 0 ? -sine : sine);
}

template <class T>
  requires std::is_floating_point_v<T>
constexpr T cos(T x) {
  if (!std::is_constant_evaluated()) return std::cos(x);
  if (!(x - x == 0)) return static_cast<T>(__builtin_nan(""));
  return static_cast<T>(sine_and_cosine_of(detail::within_one_turn(absolute(static_cast<double>(x)))).cosine);
}

}  // namespace tenon::math
TENON_END_HEADER
