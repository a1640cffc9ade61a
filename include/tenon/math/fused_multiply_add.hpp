// a * b + c rounded once, the same with and without the machine's instruction for it, and in constant evaluation.
#pragma once

#include <tenon/math/bits.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

TENON_BEGIN_HEADER
namespace tenon::math {

/// The sum of two numbers, rounded, and what the rounding lost.
struct exact_sum {
  double rounded;
  double lost;

  [[gnu::always_inline]] constexpr exact_sum(double a, double b) noexcept : rounded{a + b}, lost{0} {
    const double from_b = rounded - a;
    lost = (a - (rounded - from_b)) + (b - from_b);
  }

  /// The sum rounded to odd: rounded once more to fewer bits it is what the exact sum would have been rounded to.
  [[gnu::always_inline]] constexpr double odd() const noexcept {
    const auto bits = bits_of(rounded);
    if (!(lost < 0 || lost > 0) || (bits & 1U) != 0) return rounded;
    return double_of((lost > 0) == (rounded > 0) ? bits + 1 : bits - 1);
  }
};

/// a * b + c rounded once (std::fma). PyTorch's kernels are compiled to this instruction, and its numbers show it.
///
/// Written in double, where the product of two floats is exact: no flag that lets a compiler fuse changes it.
[[gnu::always_inline]] constexpr float fused_multiply_add(float a, float b, float c) noexcept {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double sum = product + static_cast<double>(c);
  // Rounding twice goes wrong only where the first rounding lands midway between two floats, or near zero, where
  // floats have fewer bits.
  const bool midway = (bits_of(sum) & 0x1fffffffU) == 0x10000000U;
  const bool tiny = sum > -0x1p-126 && sum < 0x1p-126;
  if (!midway && !tiny) return static_cast<float>(sum);
  return static_cast<float>(exact_sum{product, static_cast<double>(c)}.odd());
}

/// a * b + c rounded once (std::fma). In constant evaluation a and b must be under 1e290.
[[gnu::always_inline]] constexpr double fused_multiply_add(double a, double b, double c) noexcept {
  if (!std::is_constant_evaluated()) return std::fma(a, b, c);
  struct halves {
    double high, low;
    constexpr explicit halves(double x) : high{134217729.0 * x}, low{0} {
      high = high - (high - x);
      low = x - high;
    }
  };
  const halves left{a};
  const halves right{b};
  const double product = a * b;
  const double product_lost =
      ((left.high * right.high - product) + left.high * right.low + left.low * right.high) + left.low * right.low;
  const exact_sum smaller{c, product_lost};
  const exact_sum larger{product, smaller.rounded};
  return larger.rounded + exact_sum{smaller.lost, larger.lost}.odd();
}

}  // namespace tenon::math
TENON_END_HEADER
