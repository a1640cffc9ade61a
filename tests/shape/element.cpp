// Element types, as sentences name them.
#include <tenon/shape/element.hpp>

using namespace tenon;

static_assert(element_of<float>() == element::float32 && element_of<double>() == element::float64);
static_assert(element_of<bool>() == element::boolean && element_of<long double>() == element::long_double);
static_assert(element_of<signed char>() == element::int8 && element_of<unsigned char>() == element::uint8);
static_assert(element_of<short>() == element::int16 && element_of<unsigned short>() == element::uint16);
static_assert(element_of<int>() == element::int32 && element_of<unsigned>() == element::uint32);
static_assert(element_of<long>() == element_of<long long>() || sizeof(long) != sizeof(long long));
static_assert(element_of<long long>() == element::int64 && element_of<unsigned long long>() == element::uint64);
static_assert(element_of<bfloat16>() == element::bfloat16 && is_number<bfloat16> && has_fraction<bfloat16>);
static_assert(!is_floating(element::bfloat16) && !is_integer(element::bfloat16));
static_assert(is_integer(element::int8) && is_integer(element::uint64) && !is_integer(element::boolean));
static_assert(is_floating(element::float32) && !is_floating(element::int64));
