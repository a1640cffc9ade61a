// A string that can be a template argument, so that a type can carry a sentence.
#pragma once
#include <tenon/config.hpp>
#include <cstddef>

TENON_BEGIN_HEADER
namespace tenon {

/// Characters that compilers print as text: `text<6>{"seq=3"}`. `N` counts the NUL too, as a literal does, since clang
/// prints what a deduction guide calculates instead of its value.
template <std::size_t N>
struct text {
  char characters[N];

  constexpr text() : characters{} { characters[N - 1] = '\0'; }
  constexpr text(const char (&literal)[N]) : characters{} {
    for (std::size_t i = 0; i < N; ++i) characters[i] = literal[i];
  }

  /// The number of characters.
  static constexpr std::size_t size() { return N - 1; }
  friend constexpr bool operator==(const text&, const text&) = default;
};

}  // namespace tenon
TENON_END_HEADER
