// The numbers of a list, of several types, as numbers of one: what is done with each is a loop, however long the list is.
#pragma once
#include <initializer_list>

#include <tenon/element/number.hpp>
#include <tenon/shape/element.hpp>
#include <tenon/shape/shaped.hpp>

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

template <class...>
struct types;

/// Whether all are of one type: moved on by one they are the same then, which compilers know at once.
template <class... Values>
inline constexpr bool alike = false;
template <class First, class... Rest>
inline constexpr bool alike<First, Rest...> = std::is_same_v<types<First, Rest...>, types<Rest..., First>>;

/// What is to be known of the values of a list, found once for a list of types, since each look at thousands takes its time.
struct kinds_of_values {
  std::size_t count = 0;
  bool numbers = false;    // all are
  bool meant = false;      // some are numbers or tensors
  bool fractions = false;  // some have one
  bool whole = false;      // all are whole numbers
};

template <class... Values>
inline constexpr kinds_of_values kinds_of{
    sizeof...(Values), !any_is(false, {is_number<Values>..., sizeof...(Values) != 0}),
    any_is(true, {(is_number<Values> || shaped<Values>)..., false}), any_is(true, {has_fraction<Values>..., false}),
    !any_is(false, {is_whole_number<Values>..., true})};
template <class First, class... Rest>
  requires alike<First, Rest...>
inline constexpr kinds_of_values kinds_of<First, Rest...>{1 + sizeof...(Rest), is_number<First>, is_number<First> || shaped<First>,
                                                          has_fraction<First>, is_whole_number<First>};

/// Numbers in a row.
template <class... Values>
concept numbers = kinds_of<Values...>.numbers;

/// Whether a number of a list is none that elements of T hold. Asked with other things than numbers too, since clang
/// looks at a condition on arguments before it looks at a constraint.
template <class T, class... Values>
constexpr bool any_unfit(Values... values) {
  if constexpr (!numbers<Values...>) {
    return false;
  } else if constexpr (alike<Values...>) {
    for (const auto value : {values...})
      if (!stands_for<T>(value)) return true;
    return false;
  } else {
    return any_is(false, {stands_for<T>(values)..., true});
  }
}

template <class Value>
inline constexpr bool double_holds_every = std::is_integral_v<Value> ? sizeof(Value) <= 4 : !std::is_same_v<Value, long double>;

/// A type that holds each number of a list as it is; where a long double is a double, whole ones of 64 bits beside others
/// are rounded to it.
template <class First, class... Rest>
consteval auto type_of_all() {
  if constexpr (alike<First, Rest...>) return std::type_identity<First>{};
  else if constexpr (!any_is(false, {double_holds_every<First>, double_holds_every<Rest>...}))
    return std::type_identity<double>{};
  else return std::type_identity<long double>{};
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
