// Stops constant evaluation with a sentence: used where the wrong value is not part of any type.
#pragma once
#include <tenon/text/error.hpp>
#include <tenon/text/text.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Raises a sentence that is given in pieces.
template <class Error, text... Sentence>
[[noreturn]] void raise_joined() {
  constexpr std::size_t size = (Sentence.size() + ...) + sizeof...(Sentence) - 1;
  text<size + 1> whole;
  std::size_t at = 0;
  const auto append = [&](const char* part) {
    if (at != 0) whole.characters[at++] = ' ';
    while (*part != '\0') whole.characters[at++] = *part++;
  };
  (append(Sentence.characters), ...);
  raise<Error>([&](writer& out) { out << whole.characters; });
}

}  // namespace detail

/// Not constexpr on purpose: the compiler names this function, and with it the sentence, when a constant is refused.
/// At run time it raises the same sentence.
template <text... Sentence>
[[noreturn]] void refuse_constant() {
  detail::raise_joined<shape_mismatch, Sentence...>();
}

/// The same of a number that elements are not.
template <text... Sentence>
[[noreturn]] void refuse_number() {
  detail::raise_joined<unrepresentable, Sentence...>();
}

}  // namespace tenon
TENON_END_HEADER
