// Numbers as text, the same in every locale and whatever the flags of a stream.
#pragma once
#include <charconv>
#include <cmath>
#include <string>

#include <tenon/text/writer.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// What writes itself to a `writer`, such as a shape.
template <class Written>
std::string written(const Written& what) {
  writer counter;
  counter << what;
  std::string result(counter.size(), '\0');
  writer out{result.data()};
  out << what;
  return result;
}

inline std::string number_text(index_t value) { return written(value); }

/// At most `digits` significant digits: `0.333333`, `1e-07`, `nan`, `inf`.
inline std::string number_text(double value, int digits = 6) {
  // Of not-a-number the sign says nothing.
  if ((std::isnan)(value)) return "nan";
  char characters[64];
  const auto end = std::to_chars(characters, characters + sizeof characters, value, std::chars_format::general, digits);
  return {characters, end.ptr};
}

/// Three significant digits, or the thousands whole: `0.423`, `1123`.
inline std::string brief_number(double value) { return number_text(value, (std::abs)(value) < 1000 ? 3 : 5); }

/// A number that is read at a glance: `0.33` in a map of weights, a brief one in a map of anything else.
inline std::string short_number(double value, double largest) {
  if (!((std::abs)(value) < 1000) || largest > 1) return brief_number(value);
  char characters[64];
  const auto end = std::to_chars(characters, characters + sizeof characters, value, std::chars_format::fixed, 2);
  return {characters, end.ptr};
}

/// `1,179,648`.
inline std::string grouped(index_t value) {
  std::string text = number_text(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, 1, ',');
  return text;
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
