// Sine and cosine of any double in constant evaluation: an angle of 1e22 has its last turn, too.
#pragma once
#include <cstdint>

#include <tenon/math/bits.hpp>
#include <tenon/math/elementary.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

namespace detail {

/// 2 / pi in 1216 bits, the first ones first: enough for the largest double and 128 bits behind its quarter turns.
inline constexpr int two_over_pi_words = 38;
inline constexpr std::uint32_t two_over_pi[two_over_pi_words] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

/// An angle as quarter turns, of which only the last two bits matter, and the rest in two doubles, at most pi / 4.
struct reduced_angle {
  int quarter = 0;
  double rest = 0;
  double rest_low = 0;
};

/// Of a finite angle >= 0. The product of its 53 bits with 2 / pi is written out as an integer.
constexpr reduced_angle reduced(double angle) {
  if (angle < 0.78) return {0, angle, 0};
  const std::uint64_t bits = bits_of(angle), mantissa = (bits & 0xfffffffffffffU) | (std::uint64_t{1} << 52);
  const int exponent = static_cast<int>(bits >> 52) - 1075;
  // Words of 32 bits, the last ones first.
  std::uint32_t product[two_over_pi_words + 3] = {};
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t factor = half == 0 ? mantissa & 0xffffffffU : mantissa >> 32;
    std::uint64_t carry = 0;
    for (int i = 0; i < two_over_pi_words; ++i) {
      carry += factor * two_over_pi[two_over_pi_words - 1 - i];
      carry += product[i + half];
      product[i + half] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    product[two_over_pi_words + half] = static_cast<std::uint32_t>(carry);
  }
  const int point = 32 * two_over_pi_words - exponent;
  const auto bit_at = [&](int at) -> std::uint32_t {
    return at / 32 < two_over_pi_words + 3 ? product[at / 32] >> (at % 32) & 1U : 0;
  };
  const auto word_below = [&](int at) {
    std::uint32_t word = 0;
    for (int i = 1; i <= 32; ++i) word = word << 1 | bit_at(at - i);
    return word;
  };
  std::uint32_t part[4] = {word_below(point), word_below(point - 32), word_below(point - 64), word_below(point - 96)};
  reduced_angle result;
  result.quarter = static_cast<int>(bit_at(point + 1) * 2 + bit_at(point));
  const bool nearer_next = part[0] >> 31 != 0;
  if (nearer_next) {
    result.quarter = (result.quarter + 1) % 4;
    for (std::uint32_t& word : part) word = ~word;
  }
  const double low = (part[3] * 0x1p-128 + part[2] * 0x1p-96) + part[1] * 0x1p-64, high = part[0] * 0x1p-32;
  const double fraction = high + low, fraction_low = low - (fraction - high);
  constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
  result.rest = fraction * half_pi;
  result.rest_low = fused_multiply_add(fraction, half_pi, -result.rest) + (fraction * half_pi_low + fraction_low * half_pi);
  if (nearer_next) {
    result.rest = -result.rest;
    result.rest_low = -result.rest_low;
  }
  return result;
}

}  // namespace detail

/// The sine and cosine of any finite angle >= 0, for constant evaluation: within 1 ulp or so.
constexpr sine_and_cosine constant_sine_and_cosine(double angle) {
  const detail::reduced_angle at = detail::reduced(angle);
  const double x = at.rest, square = x * x;
  double sine = 0, cosine = 0;
  // What follows x and 1 - x^2 / 2, of which the last is written so that its rounding is not that of 1.
  for (int power = 18; power >= 4; power -= 2) {
    sine = (1 - sine) * square / (power * (power + 1));
    cosine = (1 - cosine) * square / (power * (power - 1));
  }
  sine = (1 - sine) * square / 6;
  const double half = square / 2, one_less = 1 - half;
  sine = x + (at.rest_low * one_less - x * sine);
  cosine = one_less + (((1 - one_less) - half) + (half * cosine - x * at.rest_low));
  return quarters_further({sine, cosine}, at.quarter);
}

}  // namespace tenon::math
TENON_END_HEADER
