// bfloat16: rounding from float and double, exact values, comparisons.
#include <tenon/element/bfloat16.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "../support/catch.hpp"

using tenon::bfloat16;

namespace {

static_assert(sizeof(bfloat16) == 2 && alignof(bfloat16) == 2);
static_assert(std::is_trivially_copyable_v<bfloat16> && std::is_trivially_default_constructible_v<bfloat16>);
static_assert(!std::is_convertible_v<float, bfloat16> && !std::is_convertible_v<bfloat16, float>);

// A structural type: it can be a template argument.
template <bfloat16>
struct of {};
static_assert(std::is_same_v<of<bfloat16(1.5f)>, of<bfloat16(1.5)>> && !std::is_same_v<of<bfloat16(0.0f)>, of<bfloat16(-0.0f)>>);

static_assert(bfloat16{}.bits == 0 && bfloat16(1.0f).bits == 0x3f80 && bfloat16(-2).bits == 0xc000);
static_assert(bfloat16::from_bits(0x3f80) == bfloat16(1) && static_cast<float>(bfloat16(0.5)) == 0.5f);
static_assert(static_cast<int>(bfloat16(-7.9f)) == -7 && static_cast<bool>(bfloat16(1)) && !static_cast<bool>(bfloat16(0)));

// Ties go to the even one of two neighbours.
static_assert(bfloat16(1.0f + 1.0f / 256).bits == 0x3f80 && bfloat16(1.0f + 3.0f / 256).bits == 0x3f82);
static_assert(bfloat16(1.0f + 1.0f / 256 + 1.0f / 65536).bits == 0x3f81);
// A double is rounded once: to a float first, this one would become a tie, and then even.
static_assert(bfloat16(1.0 + 1.0 / 256 + 1e-12).bits == 0x3f81 && bfloat16(1.0 + 1.0 / 256).bits == 0x3f80);
static_assert(bfloat16(1e300).bits == 0x7f80 && bfloat16(-1e300).bits == 0xff80 && bfloat16(1e-300).bits == 0);

static_assert(bfloat16(0.0f) == bfloat16(-0.0f) && bfloat16(1) < bfloat16(2) && bfloat16(-1) >= bfloat16(-1));
constexpr bfloat16 not_a_number(std::numeric_limits<float>::quiet_NaN());
static_assert(not_a_number != not_a_number && !(not_a_number < bfloat16(1)) && !(not_a_number > bfloat16(1)));

double value_of(unsigned bits) {
  // What follows the largest number is where infinity begins.
  return bits == 0x7f80 ? 0x1p128 : static_cast<double>(bfloat16::from_bits(static_cast<std::uint16_t>(bits)));
}

/// By searching: the nearest of two neighbours, and the even one of two that are equally near.
template <class Number>
unsigned nearest(Number x) {
  const double size = std::fabs(static_cast<double>(x));
  const unsigned sign = std::signbit(x) ? 0x8000 : 0;
  if (size >= 0x1p128) return sign | 0x7f80;
  unsigned below = 0, above = 0x7f80;
  while (above - below > 1) {
    const unsigned middle = (above + below) / 2;
    (value_of(middle) <= size ? below : above) = middle;
  }
  const double down = size - value_of(below), up = value_of(above) - size;
  return sign | (down < up || (down == up && below % 2 == 0) ? below : above);
}

}  // namespace

TEST_CASE("a large integer is rounded once") {
  constexpr std::int64_t between = (std::int64_t{1} << 62) + (std::int64_t{1} << 54);  // two neighbours, the even one below
  static_assert(bfloat16(between).bits == 0x5e80);
  static_assert(bfloat16(between + 1).bits == 0x5e81);
  static_assert(bfloat16(-between - 1).bits == 0xde81);
  static_assert(static_cast<float>(bfloat16(~std::uint64_t{0})) == 18446744073709551616.f);
  static_assert(static_cast<float>(bfloat16(7u)) == 7.f);
  static_assert(static_cast<float>(bfloat16(-3)) == -3.f);
  CHECK(bfloat16(std::int64_t{1} << 40).bits == bfloat16(1099511627776.0).bits);
}

TEST_CASE("every bfloat16 goes through float and double unchanged", "[element]") {
  int changed = 0, still_nan = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const bfloat16 x = bfloat16::from_bits(static_cast<std::uint16_t>(bits));
    const bfloat16 by_float(static_cast<float>(x)), by_double(static_cast<double>(x));
    if (x == x) changed += by_float.bits != bits || by_double.bits != bits;
    else still_nan += by_float != by_float && by_double != by_double && (by_float.bits & 0x8000) == (bits & 0x8000);
  }
  CHECK(changed == 0);
  CHECK(still_nan == 2 * 127);
}

TEST_CASE("floats and doubles round to the nearest bfloat16, ties to even", "[element]") {
  std::mt19937_64 source(1);
  int wrong = 0;
  const auto check = [&](auto x) {
    if (x == x) wrong += bfloat16(x).bits != nearest(x);
  };
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t bits = source();
    const auto upper = static_cast<std::uint32_t>(bits >> 32);
    float single;
    std::memcpy(&single, &upper, sizeof single);
    check(single);
    // Of the exponents that matter, then of all.
    check(static_cast<double>(single) * (1 + 1e-9 * static_cast<double>(bits & 0xff)));
    double any;
    std::memcpy(&any, &bits, sizeof any);
    check(any);
  }
  CHECK(wrong == 0);
}

TEST_CASE("each border between two neighbours, from both sides", "[element]") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x7f80; ++bits) {
    const double middle = (value_of(bits) + value_of(bits + 1)) / 2;
    const unsigned even = bits % 2 == 0 ? bits : bits + 1;
    wrong += bfloat16(middle).bits != even || bfloat16(-middle).bits != (even | 0x8000);
    wrong += bfloat16(std::nextafter(middle, 0.0)).bits != bits || bfloat16(std::nextafter(middle, 1e300)).bits != bits + 1;
    const auto single = static_cast<float>(middle);
    wrong += bfloat16(single).bits != even;
    wrong += bfloat16(std::nextafter(single, 0.0f)).bits != bits || bfloat16(std::nextafter(single, 1e38f)).bits != nearest(std::nextafter(single, 1e38f));
  }
  CHECK(wrong == 0);
}

TEST_CASE("a NaN stays a NaN, also one whose mark lies in the bits that are cut off", "[element]") {
  const std::uint32_t low_bits[] = {0x7f800001, 0xff800001, 0x7fffffff, 0x7fc00000};
  for (const std::uint32_t bits : low_bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    CHECK(bfloat16(x) != bfloat16(x));
    CHECK(bfloat16(x).bits >> 15 == bits >> 31);
  }
  const std::uint64_t low = 0x7ff0000000000001;
  double x;
  std::memcpy(&x, &low, sizeof x);
  CHECK(bfloat16(x) != bfloat16(x));
  CHECK(bfloat16(std::numeric_limits<double>::infinity()).bits == 0x7f80);
  CHECK(bfloat16(-std::numeric_limits<float>::infinity()).bits == 0xff80);
}
