// A string that can be a template argument, so that a type can carry a sentence.
#pragma once
#include <tenon/config.hpp>
#include <cstddef>

TENON_BEGIN_HEADER
namespace tenon {

/// `N` characters that compilers print as text: `text<5>{"seq=3"}`.
template <std::size_t N>
struct text {
  char characters[N + 1];

  constexpr text() : characters{} { characters[N] = '\0'; }
  constexpr text(const char (&literal)[N + 1]) : characters{} {
    for (std::size_t i = 0; i <= N; ++i) characters[i] = literal[i];
  }

  static constexpr std::size_t size() { return N; }
  friend constexpr bool operator==(const text&, const text&) = default;
};

template <std::size_t M>
text(const char (&)[M]) -> text<M - 1>;

}  // namespace tenon
TENON_END_HEADER
