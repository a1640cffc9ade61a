// The numbers of a list, of several types, as numbers of one: what is done with each is a loop, however long the list is.
#pragma once
#include <tenon/element/number.hpp>
#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
// Optimizers take a time that grows with the square of a list.
#if defined(__clang__)
#define TENON_UNOPTIMIZED [[clang::optnone, gnu::noinline]]
#else
#define TENON_UNOPTIMIZED [[gnu::optimize("O0"), gnu::noipa]]
#endif

namespace tenon::detail {

/// Whether a list of answers has one that is `wanted`; a fold would nest as deep as the list is long.
template <std::size_t N>
constexpr bool any_is(bool wanted, const bool (&answers)[N]) {
  for (const bool answer : answers)
    if (answer == wanted) return true;
  return false;
}

/// What a number of a list may be of: bool is no whole number.
template <class Value>
inline constexpr bool is_whole_number = std::is_integral_v<Value> && !std::is_same_v<Value, bool>;

/// Numbers in a row.
template <class... Values>
concept numbers = sizeof...(Values) > 0 && !any_is(false, {is_number<Values>..., true});

/// Whether a number may stand for an element of T: whole ones are held exactly, those with a fraction are rounded.
template <class T, class Number>
constexpr bool stands_for(Number number) {
  if constexpr (std::is_integral_v<Number>) return holds_exactly<T>(number);
  else return holds<T>(number);
}

/// Whether a number of a list is none that elements of T hold. Asked with other things than numbers too, since clang
/// looks at a condition on arguments before it looks at a constraint.
template <class T, class... Values>
constexpr bool any_unfit(Values... values) {
  if constexpr (any_is(false, {is_number<Values>..., true})) return false;
  else return any_is(false, {stands_for<T>(values)..., true});
}

template <class Value>
inline constexpr bool double_holds_every = std::is_integral_v<Value> ? sizeof(Value) <= 4 : !std::is_same_v<Value, long double>;

/// A type that holds each number of a list as it is; where a long double is a double, whole ones of 64 bits beside others
/// are rounded to it.
template <class First, class... Rest>
consteval auto type_of_all() {
  if constexpr (!any_is(false, {std::is_same_v<First, Rest>..., true})) return std::type_identity<First>{};
  else if constexpr (!any_is(false, {double_holds_every<First>, double_holds_every<Rest>...}))
    return std::type_identity<double>{};
  else return std::type_identity<long double>{};
}

template <class Wide, class Value>
constexpr Wide widened(Value value) {
  if constexpr (std::is_same_v<Value, Wide>) return value;
  else if constexpr (std::is_same_v<Value, bfloat16>) return static_cast<Wide>(static_cast<float>(value));
  else return static_cast<Wide>(value);
}

template <class... Values>
using listed_type = typename decltype(type_of_all<Values...>())::type;

/// Calls `take(number, place)` for each number of a list that was made of `Values`, whole ones as whole numbers.
template <class... Values, class Wide, class Take>
constexpr void each_listed(const Wide (&given)[sizeof...(Values)], const Take& take) {
  constexpr bool whole[] = {is_whole_number<Values>...};
  constexpr bool mixed = std::is_floating_point_v<Wide> && any_is(true, {is_whole_number<Values>...});
  for (index_t place = 0; place < static_cast<index_t>(sizeof...(Values)); ++place) {
    const Wide number = given[place];
    if constexpr (mixed) {
      if (whole[place] && number < 0) {
        take(static_cast<std::int64_t>(number), place);
        continue;
      }
      if (whole[place]) {
        take(static_cast<std::uint64_t>(number), place);
        continue;
      }
    }
    take(number, place);
  }
}

/// Optimizers take a time that grows with the square of a list's length; longer ones are not optimized.
inline constexpr std::size_t longest_optimized_list = 64;

}  // namespace tenon::detail
TENON_END_HEADER
