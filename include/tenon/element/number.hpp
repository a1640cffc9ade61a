// Numbers of different types beside each other, as mathematics has them: how they compare, and which type holds which.
#pragma once
#include <compare>
#include <limits>
#include <type_traits>

#include <tenon/element/bfloat16.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// The four types in which numbers of all types are compared: each holds those it stands for exactly.
template <class S>
using carrier =
    std::conditional_t<std::is_integral_v<S>, std::conditional_t<std::is_signed_v<S>, long long, unsigned long long>,
                       std::conditional_t<std::is_same_v<S, long double>, long double, double>>;

template <class S>
constexpr carrier<S> carried(S number) {
  return static_cast<carrier<S>>(number);
}

/// An integer beside a number with a fraction: no rounding on the way.
template <class Integer, class F>
constexpr std::partial_ordering order_of_mixed(Integer integer, F real) {
  constexpr F beyond = static_cast<F>(std::is_signed_v<Integer> ? 0x1p63 : 0x1p64);
  if (real != real) return std::partial_ordering::unordered;
  if (real >= beyond) return std::partial_ordering::less;
  if (std::is_signed_v<Integer> ? real < -beyond : real <= F{-1}) return std::partial_ordering::greater;
  const Integer whole = static_cast<Integer>(real);
  if (integer != whole) return integer <=> whole;
  return F{} <=> real - static_cast<F>(whole);
}

template <class A, class B>
constexpr std::partial_ordering order_of_carried(A a, B b) {
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> && !std::is_signed_v<B>)
    return a < 0 ? std::partial_ordering::less : static_cast<B>(a) <=> b;
  else if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && !std::is_signed_v<A> && std::is_signed_v<B>)
    return b < 0 ? std::partial_ordering::greater : a <=> static_cast<A>(b);
  else if constexpr (std::is_integral_v<A> == std::is_integral_v<B>) return a <=> b;
  else if constexpr (std::is_integral_v<A>) return order_of_mixed(a, b);
  else return 0 <=> order_of_mixed(b, a);
}

}  // namespace detail

/// How two numbers compare, whatever their types: -1 is less than 1u, and 2^53 + 1 greater than 2^53 of a double.
template <class A, class B>
constexpr std::partial_ordering exact_order(A a, B b) {
  return detail::order_of_carried(detail::carried(a), detail::carried(b));
}

/// Whether elements of type T hold a number: integers hold what is in their range and has no fraction, bool 0 and 1.
/// Elements with a fraction round; only a finite number that would become infinite is not held.
template <class T, class S>
constexpr bool holds(S number) {
  if constexpr (std::is_same_v<T, S> || std::is_same_v<T, long double>) {
    return true;
  } else if constexpr (std::is_same_v<T, bool>) {
    return exact_order(number, 0) == 0 || exact_order(number, 1) == 0;
  } else if constexpr (std::is_integral_v<T>) {
    if (!(exact_order(number, std::numeric_limits<T>::lowest()) >= 0) ||
        !(exact_order(number, (std::numeric_limits<T>::max)()) <= 0))
      return false;
    if constexpr (std::is_integral_v<S>) return true;
    else return exact_order(static_cast<T>(number), number) == 0;
  } else if constexpr (std::is_integral_v<S> || sizeof(detail::carrier<S>) <= sizeof(T)) {
    return true;
  } else {
    using wide = detail::carrier<S>;
    const wide n = detail::carried(number), size = n < 0 ? -n : n;
    // Half a step beyond the largest: from there on the nearest is infinite.
    constexpr wide largest = static_cast<wide>((std::numeric_limits<T>::max)());
    constexpr wide half_step = static_cast<wide>(std::numeric_limits<T>::epsilon()) / 2 * static_cast<wide>(0x1p127) *
                               (sizeof(T) == 8 ? static_cast<wide>(0x1p448) * static_cast<wide>(0x1p448) : 1);
    return !(size >= largest + half_step && size <= (std::numeric_limits<wide>::max)());
  }
}

/// Whether a number stays the same as an element of type T.
template <class T, class S>
constexpr bool holds_exactly(S number) {
  return holds<T>(number) && (exact_order(static_cast<T>(number), number) == 0 || number != number);
}

/// Whether a number may stand for an element of T: whole ones are held exactly, those with a fraction are rounded.
template <class T, class S>
constexpr bool stands_for(S number) {
  if constexpr (std::is_integral_v<S>) return holds_exactly<T>(number);
  else return holds<T>(number);
}

/// A number as T, as IEEE 754 rounds: what is too large for a T with a fraction becomes infinite, in constant evaluation too.
/// Integers must hold it.
template <class T, class S>
constexpr T rounded_to(S number) {
  if constexpr (std::is_floating_point_v<T> && !std::is_integral_v<S>)
    if (!holds<T>(number)) return number < S{} ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
  return static_cast<T>(number);
}

}  // namespace tenon
TENON_END_HEADER
