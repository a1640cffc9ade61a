// The element types that sentences can name.
#pragma once
#include <cstdint>
#include <type_traits>

#include <tenon/element/bfloat16.hpp>
#include <tenon/text/writer.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// What the elements of an operand are; `any` where a rule does not ask.
enum class element { any, boolean, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64, bfloat16, long_double, other };

/// The element kind of a C++ type.
template <class T>
consteval element element_of() {
  if constexpr (std::is_same_v<T, bool>) return element::boolean;
  if constexpr (std::is_same_v<T, float>) return element::float32;
  if constexpr (std::is_same_v<T, double>) return element::float64;
  if constexpr (std::is_same_v<T, bfloat16>) return element::bfloat16;
  if constexpr (std::is_same_v<T, long double>) return element::long_double;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    constexpr int sign = std::is_signed_v<T> ? 0 : 1;
    if constexpr (sizeof(T) == 1) return static_cast<element>(static_cast<int>(element::int8) + sign);
    if constexpr (sizeof(T) == 2) return static_cast<element>(static_cast<int>(element::int16) + sign);
    if constexpr (sizeof(T) == 4) return static_cast<element>(static_cast<int>(element::int32) + sign);
    if constexpr (sizeof(T) == 8) return static_cast<element>(static_cast<int>(element::int64) + sign);
  }
  return element::other;
}

/// What a tensor can have elements of, and what can be given for one: C++'s numbers of at most 64 bits, bool, long double,
/// and bfloat16. Characters count as integers. No other numbers of a compiler, such as __int128.
template <class T>
inline constexpr bool is_number = element_of<std::remove_cv_t<T>>() != element::other;
/// Whether a number may have a fraction.
template <class T>
inline constexpr bool has_fraction = std::is_floating_point_v<T> || std::is_same_v<std::remove_cv_t<T>, bfloat16>;

/// What a sum of elements of type T is: 64 bits of an integer, a count of bool, else T.
template <class T>
using sum_of = std::conditional_t<
    std::is_same_v<T, bool>, index_t,
    std::conditional_t<!std::is_integral_v<T> || sizeof(T) == 8, T, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;

/// What a sum of elements with a fraction is added up in.
template <class T>
using summed_in = std::conditional_t<std::is_same_v<T, long double>, long double, double>;

/// Writes `float`, `double`, `bool`, `int64`, ...
constexpr writer& operator<<(writer& out, element kind) {
  constexpr const char* names[] = {"any",   "bool",   "int8",  "uint8",  "int16", "uint16", "int32",
                                   "uint32", "int64", "uint64", "float", "double", "bfloat16", "long double", "another type"};
  return out << names[static_cast<int>(kind)];
}

/// Whether elements have a fraction and are calculated with; bfloat16 is only stored.
constexpr bool is_floating(element kind) { return kind == element::float32 || kind == element::float64; }
/// What is added and divided as it is; long double has no exp and the like, since they are no constant expressions.
constexpr bool is_real(element kind) { return is_floating(kind) || kind == element::long_double; }
constexpr bool is_integer(element kind) { return kind >= element::int8 && kind <= element::uint64; }

}  // namespace tenon
TENON_END_HEADER
