// e^x that is also a constant expression; std::exp is none in any of our compilers.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

namespace detail {

/// e^x in double, within 1 ulp: e^x = 2^n e^r with |r| <= ln(2) / 2, e^r by its series.
constexpr double constant_exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return static_cast<double>(__builtin_inf());
  if (x < -745.133219101941) return 0;
  constexpr double log2e = 1.4426950408889634074;
  constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
  const double scaled = x * log2e;
  const int n = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double r = (x - n * ln2_high) - n * ln2_low;
  double series = 1;
  for (int k = 17; k >= 1; --k) series = 1 + series * r / k;
  // 2^n alone may be no double where e^x is one. Halved by and by, a product would be rounded more than once.
  double half = 1, rest = 1;
  for (int i = 0; i < (n < 0 ? -n : n); ++i) (i < 512 ? half : rest) *= 2;
  return n < 0 ? series / half / rest : series * half * rest;
}

}  // namespace detail

/// e^x, of a float or a double.
template <class T>
  requires std::is_floating_point_v<T>
constexpr T exp(T x) {
  if (std::is_constant_evaluated()) {
    const double power = detail::constant_exp(static_cast<double>(x));
    // Beyond the largest T a conversion is no constant expression.
    if (power > static_cast<double>((std::numeric_limits<T>::max)())) return std::numeric_limits<T>::infinity();
    return static_cast<T>(power);
  }
  return std::exp(x);
}

}  // namespace tenon::math
TENON_END_HEADER
