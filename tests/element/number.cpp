// Numbers of different types beside each other: their order, and which type holds which.
#include <tenon/element/number.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

using namespace tenon;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

static_assert(exact_order(-1, 1U) < 0 && exact_order(1U, -1) > 0 && exact_order(std::uint8_t{44}, 300) < 0);
static_assert(exact_order((1LL << 53) + 1, 0x1p53) > 0 && exact_order(0x1p53, (1LL << 53) + 1) < 0 && exact_order(1LL << 53, 0x1p53) == 0);
static_assert(exact_order(INT64_MIN, -0x1p63) == 0 && exact_order(UINT64_MAX, 0x1p64) < 0 && exact_order(INT64_MAX, 0x1p63) < 0);
static_assert(exact_order(0U, -0.5) > 0 && exact_order(-1, -0.5) < 0 && exact_order(0, -0.5) > 0 && exact_order(bfloat16(2), 2) == 0);
static_assert(exact_order(0, no_number) == std::partial_ordering::unordered && exact_order(UINT64_MAX, infinite) < 0);

static_assert(holds<std::uint8_t>(255) && !holds<std::uint8_t>(256) && !holds<std::uint8_t>(-1) && holds<std::int8_t>(-128.0) &&
              !holds<std::int8_t>(0.5));
static_assert(!holds<int>(no_number) && !holds<int>(infinite) && !holds<int>(0x1p31) && holds<int>(0x1p31 - 1) && !holds<std::int64_t>(0x1p63));
static_assert(!holds<bool>(2) && holds<bool>(1.0) && !holds<bool>(0.5));
// From half a step beyond the largest on, the nearest is infinite.
static_assert(holds<float>(0x1.fffffefp127) && !holds<float>(0x1.ffffffp127) && holds<float>(infinite) && holds<float>(no_number));
static_assert(holds<bfloat16>(0x1.fefp127) && !holds<bfloat16>(0x1.ffp127) && holds<double>(1e300));
static_assert(!holds_exactly<float>((1 << 24) + 1) && holds_exactly<float>(1 << 24) && !holds_exactly<float>(0.1) && holds_exactly<float>(no_number));
static_assert(rounded_to<float>(1e300) == std::numeric_limits<float>::infinity() && rounded_to<float>(-1e300) < 0);

// A long double is rounded once, too.
static_assert(bfloat16(1.00390625L).bits == 0x3f80 && bfloat16(-1e30L).bits == bfloat16(-1e30).bits);
static_assert(bfloat16(1.00390625L + std::numeric_limits<long double>::epsilon()).bits == 0x3f81);

using limits = std::numeric_limits<bfloat16>;
static_assert(limits::is_specialized && limits::is_signed && !limits::is_integer && !limits::is_exact && limits::has_infinity && limits::has_quiet_NaN);
static_assert(limits::digits == 8 && limits::digits10 == 2 && limits::max_digits10 == 4 && limits::radix == 2);
static_assert(limits::min_exponent == -125 && limits::max_exponent == 128 && limits::min_exponent10 == -37 && limits::max_exponent10 == 38);
static_assert(float(limits::min()) == 0x1p-126F && float(limits::max()) == 0x1.fep127F && float(limits::lowest()) == -0x1.fep127F);
static_assert(float(limits::epsilon()) == 0x1p-7F && float(limits::round_error()) == 0.5F && float(limits::denorm_min()) == 0x1p-133F);
static_assert(float(limits::infinity()) == std::numeric_limits<float>::infinity() && limits::quiet_NaN() != limits::quiet_NaN() &&
              limits::signaling_NaN() != limits::signaling_NaN());
static_assert(std::is_same_v<decltype(limits::max()), bfloat16> && std::numeric_limits<const bfloat16>::digits == 8);
static_assert(!std::is_arithmetic_v<bfloat16> && !std::is_floating_point_v<bfloat16>);

}  // namespace
