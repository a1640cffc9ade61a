// Stops constant evaluation with a sentence: used where the wrong value is not part of any type.
#pragma once
#include <tenon/text/error.hpp>
#include <tenon/text/text.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Not constexpr on purpose: the compiler names this function, and with it the sentence, when a constant is refused.
/// At run time it raises the same sentence.
template <text... Sentence>
[[noreturn]] void refuse_constant() {
  constexpr std::size_t size = (Sentence.size() + ...) + sizeof...(Sentence) - 1;
  text<size + 1> whole;
  std::size_t at = 0;
  const auto append = [&](const char* part) {
    if (at != 0) whole.characters[at++] = ' ';
    while (*part != '\0') whole.characters[at++] = *part++;
  };
  (append(Sentence.characters), ...);
  raise<shape_mismatch>([&](writer& out) { out << whole.characters; });
}

}  // namespace tenon
TENON_END_HEADER
