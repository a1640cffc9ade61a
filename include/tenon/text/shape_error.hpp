// The incomplete type that carries a sentence to the user's line.
#pragma once
#include <type_traits>
#include <utility>

#include <tenon/text/text.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Returned by every call whose shapes do not fit. Never defined, so that the compiler stops at the call and prints the
/// sentence: on GCC in one piece, on clang, which elides character arrays over 36 characters, in several.
template <text... Sentence>
struct shape_error;

/// What a good shape would say: nothing. Complete, since clang 19 substitutes the return type of the refusing overload
/// before it looks at its constraint.
#if defined(__clang__)
template <>
struct shape_error<> {};
#else
template <>
struct shape_error<text<1>{}> {};
#endif

namespace detail {

inline constexpr std::size_t longest_line = 36;

/// Where the line that begins at `from` ends: at the last space that fits, or at a colon and a space before it.
template <std::size_t N>
constexpr std::size_t line_end(const text<N>& sentence, std::size_t from) {
  if (sentence.size() - from <= longest_line) return sentence.size();
  std::size_t end = from + longest_line;
  while (end > from && sentence.characters[end] != ' ') --end;
  return end > from ? end : from + longest_line;
}

template <std::size_t N>
constexpr std::size_t line_begin(const text<N>& sentence, std::size_t line) {
  std::size_t from = 0;
  for (std::size_t i = 0; i < line; ++i) {
    from = line_end(sentence, from);
    if (from < sentence.size() && sentence.characters[from] == ' ') ++from;
  }
  return from;
}

template <std::size_t N>
constexpr std::size_t line_count(const text<N>& sentence) {
  std::size_t lines = 0;
  for (std::size_t from = 0; from < sentence.size(); ++lines) {
    from = line_end(sentence, from);
    if (from < sentence.size() && sentence.characters[from] == ' ') ++from;
  }
  return lines;
}

template <text Sentence, std::size_t Line>
consteval auto line() {
  constexpr std::size_t from = line_begin(Sentence, Line), to = line_end(Sentence, from);
  text<to - from + 1> result;
  for (std::size_t i = from; i < to; ++i) result.characters[i - from] = Sentence.characters[i];
  return result;
}

template <text Sentence, class Lines = std::make_index_sequence<line_count(Sentence)>>
struct wrapped;
template <text Sentence, std::size_t... Line>
struct wrapped<Sentence, std::index_sequence<Line...>> {
  using type = shape_error<line<Sentence, Line>()...>;
};

}  // namespace detail
}  // namespace tenon
TENON_END_HEADER

/// The shape_error of a sentence. A macro, since GCC adds `{aka ...}` to an alias and clang needs one to wrap lines.
#if defined(__clang__)
#define TENON_SHAPE_ERROR(...) typename ::tenon::detail::wrapped<__VA_ARGS__>::type
#else
#define TENON_SHAPE_ERROR(...) ::tenon::shape_error<__VA_ARGS__>
#endif
