// Square root, logarithm, sine and cosine of double for Box and Muller's method, also in constant evaluation.
#pragma once

#include <tenon/math/bits.hpp>
#include <tenon/math/fused_multiply_add.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>

TENON_BEGIN_HEADER
namespace tenon::math {

/// The square root of x >= 0, correctly rounded (std::sqrt).
[[gnu::always_inline]] constexpr double square_root(double x) noexcept {
  if (!std::is_constant_evaluated()) return std::sqrt(x);
  if (!(x > 0)) return x;
  // Halving the exponent gives a guess within a few per cent; each step doubles the number of right digits.
  double root = double_of((bits_of(x) >> 1) + (std::uint64_t{0x1ff8} << 48));
  for (int step = 0; step < 5; ++step) root = 0.5 * (root + x / root);
  return fused_multiply_add(fused_multiply_add(-root, root, x), 0.5 / root, root);
}

/// The natural logarithm of a normal x > 0: std::log, or in constant evaluation within 1 ulp of it.
[[gnu::always_inline]] constexpr double logarithm(double x) noexcept {
  if (!std::is_constant_evaluated()) return (std::log)(x);
  const auto bits = bits_of(x);
  double exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
  double mantissa = double_of((bits & 0xfffffffffffffU) | 0x3ff0000000000000U);
  if (mantissa > std::numbers::sqrt2) {
    mantissa *= 0.5;
    exponent += 1;
  }
  // log(1 + f) = 2 atanh(s), s = f / (2 + f); written as f - s (f - r), where f is exact.
  const double f = mantissa - 1;
  const double s = f / (2 + f);
  double r = 0;
  for (int power = 25; power >= 3; power -= 2) r = (r + 2.0 / power) * (s * s);
  const double ln2_high = 0x1.62e42feep-1;
  const double ln2_low = 0x1.a39ef35793c76p-33;
  return exponent * ln2_high + (f - (s * (f - r) - exponent * ln2_low));
}

/// The sine and the cosine of one angle.
struct sine_and_cosine {
  double sine;
  double cosine;
};

/// Those of the angle that is up to three quarter turns further.
[[gnu::always_inline]] constexpr sine_and_cosine quarters_further(const sine_and_cosine& of, int quarters) noexcept {
  switch (quarters) {
    case 0:
      return of;
    case 1:
      return {of.cosine, -of.sine};
    case 2:
      return {-of.sine, -of.cosine};
    default:
      return {-of.cosine, of.sine};
  }
}

/// The sine and cosine of an angle in [0, 2 pi]: std::sin and std::cos, or in constant evaluation within 1e-16.
[[gnu::always_inline]] constexpr sine_and_cosine sine_and_cosine_of(double angle) noexcept {
  if (!std::is_constant_evaluated()) return {std::sin(angle), std::cos(angle)};
  const int quarter = static_cast<int>(angle * (2 / std::numbers::pi) + 0.5);
  const double half_pi_high = 0x1.921fb544p+0;
  const double half_pi_low = 0x1.0b4611a626331p-34;
  const double x = (angle - quarter * half_pi_high) - quarter * half_pi_low;
  double sine = 1;
  double cosine = 1;
  for (int power = 18; power >= 2; power -= 2) {
    cosine = 1 - x * x * cosine / (power * (power - 1));
    sine = 1 - x * x * sine / (power * (power + 1));
  }
  sine *= x;
  return quarters_further({sine, cosine}, quarter % 4);
}

}  // namespace tenon::math
TENON_END_HEADER
