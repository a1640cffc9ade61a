// Floating-point numbers as their bits, and back.
#pragma once
#include <tenon/config.hpp>


#include <cstdint>

// Not std::bit_cast: without optimisation it is a function, and objects built with different -m flags would share it.

TENON_BEGIN_HEADER
namespace tenon::math {

[[gnu::always_inline]] constexpr std::uint32_t bits_of(float x) noexcept {
  return __builtin_bit_cast(std::uint32_t, x);
}

[[gnu::always_inline]] constexpr std::uint64_t bits_of(double x) noexcept {
  return __builtin_bit_cast(std::uint64_t, x);
}

[[gnu::always_inline]] constexpr float float_of(std::uint32_t bits) noexcept { return __builtin_bit_cast(float, bits); }

[[gnu::always_inline]] constexpr double double_of(std::uint64_t bits) noexcept {
  return __builtin_bit_cast(double, bits);
}

}  // namespace tenon::math
TENON_END_HEADER
