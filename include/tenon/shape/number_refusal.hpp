// Refuses a number that elements do not hold: by sentence at run time, and in constant evaluation, which ends there.
#pragma once
#include <tenon/element/number.hpp>
#include <tenon/shape/element.hpp>
#include <tenon/shape/written_number.hpp>
#include <tenon/text/constant_refusal.hpp>
#include <tenon/text/error.hpp>
#include <tenon/text/shape_error.hpp>
#include <tenon/text/text_of.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// The type of elements that hold numbers of S, which elements of T do not, for a mend.
template <class T, class S>
consteval const char* widest_of() {
  if constexpr (std::is_integral_v<S> && !std::is_integral_v<T>) return sizeof(T) == 8 ? "long double" : "double";
  else if constexpr (!std::is_integral_v<S>) return std::is_same_v<S, long double> ? "long double" : "double";
  else return sizeof(S) == 8 && std::is_unsigned_v<S> ? "unsigned long long" : "long long";
}

template <class T, class S, class Number>
constexpr void write_number_refusal(writer& out, const char* operation, const Number& number) {
  out << operation << ": ";
  number(out);
  out << " does not fit elements of " << element_of<T>() << ", did you mean cast<" << widest_of<T, S>() << ">(x)?";
}

/// `refuse_number` of a sentence: on clang, which cuts long ones, in lines.
template <text Sentence, class Lines = std::make_index_sequence<line_count(Sentence)>>
struct number_refusal;
template <text Sentence, std::size_t... Line>
struct number_refusal<Sentence, std::index_sequence<Line...>> {
#if defined(__clang__)
  static constexpr auto refuse = &refuse_number<line<Sentence, Line>()...>;
#else
  static constexpr auto refuse = &refuse_number<Sentence>;
#endif
};

/// The sentence of a constant expression, where the number is known to the compiler alone.
template <text Operation, class T, class S>
consteval auto constant_number_refusal() {
  return text_of([](writer& out) {
    write_number_refusal<T, S>(out, Operation.characters, [](writer& o) { o << "the number"; });
  });
}

/// What integers of type T cannot be: `add: a result does not fit elements of uint8, did you mean cast<long long>(a)?`
template <text Operation, class T>
consteval auto result_refusal() {
  return text_of([](writer& out) {
    out << Operation.characters << ": a result does not fit elements of " << element_of<T>() << ", did you mean cast<"
        << (sizeof(T) == 8 ? "double" : "long long") << ">(a)?";
  });
}
template <class T>
consteval auto divisor_refusal() {
  return text_of([](writer& out) {
    out << "divide: a divisor is 0, and elements of " << element_of<T>()
        << " have no infinity, did you mean cast<double>(a)?";
  });
}

/// Refuses results that elements of type T cannot be, if there was one.
template <text Operation, class T, class Loss>
constexpr void refuse_loss(const Loss& loss) {
  if constexpr (std::is_integral_v<T>) {
    if (!loss.any()) return;
    if (loss.by_zero()) number_refusal<divisor_refusal<T>()>::refuse();
    number_refusal<result_refusal<Operation, T>()>::refuse();
  }
}

}  // namespace detail

/// The number as an element of type T, which must hold it, a whole number exactly: `element_from<uint8_t, "add">(300)` is refused by
/// `add: 300 does not fit elements of uint8, did you mean cast<long long>(x)?`, at run time by `unrepresentable`.
template <class T, text Operation, class S>
constexpr T element_from(S number) {
  if (!stands_for<T>(number)) {
    if (std::is_constant_evaluated()) detail::number_refusal<detail::constant_number_refusal<Operation, T, S>()>::refuse();
    raise<unrepresentable>([&](writer& out) {
      detail::write_number_refusal<T, S>(out, Operation.characters, [&](writer& o) { o << detail::written_number<S>{number}; });
    });
  }
  return static_cast<T>(number);
}

}  // namespace tenon
TENON_END_HEADER
