// bfloat16: the upper half of a float, 2 bytes with the range of 4.
#pragma once
#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tenon/text/shape_error.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// A number of 2 bytes: a float's upper half, with its range and 8 significant bits. PyTorch: torch.bfloat16.
///
/// It stores numbers and calculates with none: `float(x)` is exact, and `bfloat16(3.14f)` rounds to the nearest, ties
/// to even. What is too large becomes infinite, a NaN stays a NaN, subnormal numbers are kept.
struct bfloat16 {
  std::uint16_t bits;

  /// Like a float: `bfloat16 x;` has no value, `bfloat16 x{};` is 0.
  bfloat16() = default;
  explicit constexpr bfloat16(float x) noexcept : bits(rounded(__builtin_bit_cast(std::uint32_t, x))) {}
  /// Rounded once, not first to a float.
  explicit constexpr bfloat16(double x) noexcept : bits(rounded(__builtin_bit_cast(std::uint64_t, x))) {}
  template <class Integer>
    requires std::is_integral_v<Integer> || std::is_same_v<Integer, long double>
  explicit constexpr bfloat16(Integer x) noexcept : bfloat16(as_double(x)) {}

  /// The number whose bits these are: `bfloat16::from_bits(0x3f80)` is 1.
  static constexpr bfloat16 from_bits(std::uint16_t bits) noexcept {
    bfloat16 x{};
    x.bits = bits;
    return x;
  }

  /// The same number as a float or double, or what `static_cast` makes of it.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  explicit constexpr operator Number() const noexcept {
    return static_cast<Number>(__builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16));
  }

  template <class Number>
    requires(std::is_arithmetic_v<Number>)
  TENON_SHAPE_ERROR("bfloat16: a number is rounded by name, did you mean x = bfloat16(y)?") operator=(const Number&);

  // As floats compare: -0 equals 0, and a NaN equals nothing.
  friend constexpr bool operator==(bfloat16 a, bfloat16 b) noexcept {
    return static_cast<float>(a) == static_cast<float>(b);
  }
  friend constexpr std::partial_ordering operator<=>(bfloat16 a, bfloat16 b) noexcept {
    return static_cast<float>(a) <=> static_cast<float>(b);
  }

 private:
  /// An integer as a double that rounds to the same bfloat16: of a large one, the bits that do not fit are told by the last.
  template <class Integer>
  static constexpr double as_double(Integer x) noexcept {
    const std::uint64_t magnitude = x < Integer{} ? std::uint64_t{0} - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
    const std::uint64_t rest = magnitude & 0x7ff;
    const double result =
        magnitude >> 53 == 0 ? static_cast<double>(magnitude) : static_cast<double>(magnitude >> 11 | (rest != 0)) * 2048;
    return x < Integer{} ? -result : result;
  }

  /// A long double as a double that rounds to the same bfloat16: where bits are lost, the last one tells.
  static constexpr double as_double(long double x) noexcept {
    constexpr auto largest = static_cast<long double>((std::numeric_limits<double>::max)());
    if (x > largest) return std::numeric_limits<double>::infinity();
    if (x < -largest) return -std::numeric_limits<double>::infinity();
    const double nearest = static_cast<double>(x);
    const auto bits = __builtin_bit_cast(std::uint64_t, nearest);
    const auto lost = x - static_cast<long double>(nearest);
    if (!(lost < 0 || lost > 0) || (bits & 1) != 0) return nearest;
    // Zero is not left: it lies as deep below half of the smallest bfloat16 as any number beside it.
    if (!(nearest < 0 || nearest > 0)) return nearest;
    return __builtin_bit_cast(double, (lost > 0) == (nearest > 0) ? bits + 1 : bits - 1);
  }

  /// Without its last `shift` bits, to the nearest, ties to even; a carry goes into the exponent, as it should.
  static constexpr std::uint64_t without(std::uint64_t x, int shift) noexcept {
    const std::uint64_t last_kept = (x >> shift) & 1;
    return (x + (std::uint64_t{1} << (shift - 1)) - 1 + last_kept) >> shift;
  }

  static constexpr std::uint16_t rounded(std::uint32_t x) noexcept {
    constexpr std::uint32_t infinity = 0x7f800000, quiet_nan = 0x00400000;
    if ((x & 0x7fffffff) > infinity) return static_cast<std::uint16_t>((x | quiet_nan) >> 16);
    return static_cast<std::uint16_t>(without(x, 16));
  }

  static constexpr std::uint16_t rounded(std::uint64_t x) noexcept {
    // Exponents of a double are 1023 higher than their value, those of a float 127.
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1, quiet_nan = 0x0040;
    const std::uint64_t sign = x >> 63 << 15, magnitude = x & ~(std::uint64_t{1} << 63);
    const int exponent = static_cast<int>(magnitude >> 52) - 1023 + 127;
    std::uint64_t result = 0x7f80;
    if (exponent > 1023 + 127 && (magnitude & fraction) != 0) {
      result |= quiet_nan | ((magnitude & fraction) >> 45);
    } else if (exponent >= 255) {
      // Infinite, or too large.
    } else if (exponent > 0) {
      result = without((static_cast<std::uint64_t>(exponent) << 52) | (magnitude & fraction), 45);
    } else {
      // A subnormal bfloat16: its exponent is that of the smallest normal number, and the leading 1 is written out.
      const int shift = 45 + 1 - exponent;
      result = shift > 62 ? 0 : without((magnitude & fraction) | (fraction + 1), shift);
    }
    return static_cast<std::uint16_t>(sign | result);
  }
};

namespace detail {

template <class A, class B>
concept calculates_with_bfloat16 = (std::is_same_v<A, bfloat16> && (std::is_same_v<B, bfloat16> || std::is_arithmetic_v<B>)) ||
                                   (std::is_arithmetic_v<A> && std::is_same_v<B, bfloat16>);

inline constexpr text no_bfloat16_arithmetic{"bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?"};

}  // namespace detail

#define TENON_NO_BFLOAT16(OPERATOR, LEFT)            \
  template <class A, class B>                        \
    requires(detail::calculates_with_bfloat16<A, B>) \
  TENON_SHAPE_ERROR(detail::no_bfloat16_arithmetic) operator OPERATOR(LEFT&, const B&);
TENON_NO_BFLOAT16(+, const A)
TENON_NO_BFLOAT16(-, const A)
TENON_NO_BFLOAT16(*, const A)
TENON_NO_BFLOAT16(/, const A)
TENON_NO_BFLOAT16(+=, A)
TENON_NO_BFLOAT16(-=, A)
TENON_NO_BFLOAT16(*=, A)
TENON_NO_BFLOAT16(/=, A)
#undef TENON_NO_BFLOAT16

template <class A>
  requires(std::is_same_v<A, bfloat16>)
TENON_SHAPE_ERROR(detail::no_bfloat16_arithmetic) operator-(const A&);
template <class A>
  requires(std::is_same_v<A, bfloat16>)
TENON_SHAPE_ERROR(detail::no_bfloat16_arithmetic) operator+(const A&);

}  // namespace tenon

/// As of float, with 8 bits: what differs is said here.
template <>
class std::numeric_limits<tenon::bfloat16> : public std::numeric_limits<float> {
  using number = tenon::bfloat16;

 public:
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;

  static constexpr number (min)() noexcept { return number::from_bits(0x0080); }
  static constexpr number lowest() noexcept { return number::from_bits(0xff7f); }
  static constexpr number (max)() noexcept { return number::from_bits(0x7f7f); }
  static constexpr number epsilon() noexcept { return number::from_bits(0x3c00); }
  static constexpr number round_error() noexcept { return number::from_bits(0x3f00); }
  static constexpr number infinity() noexcept { return number::from_bits(0x7f80); }
  static constexpr number quiet_NaN() noexcept { return number::from_bits(0x7fc0); }
  static constexpr number signaling_NaN() noexcept { return number::from_bits(0x7fa0); }
  static constexpr number denorm_min() noexcept { return number::from_bits(0x0001); }
};
TENON_END_HEADER
