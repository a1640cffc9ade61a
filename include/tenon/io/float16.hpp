// float16, of which files are made: its value as a float, which holds it exactly.
#pragma once
#include <cstdint>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// The float of these 16 bits (IEEE 754 binary16): `float_of_float16(0x3c00)` is 1, `float_of_float16(0x0001)` is
/// 2^-24. Subnormal numbers, infinities and the bits of NaNs are kept.
constexpr float float_of_float16(std::uint16_t bits) noexcept {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
  // A float's exponent is 112 higher, and its fraction 13 bits longer.
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1f ? 0xff : exponent + 112;
  return __builtin_bit_cast(float, sign | wide << 23 | fraction << 13);
}

}  // namespace tenon::io
TENON_END_HEADER
