// Text of any script from anyone: made harmless, measured in terminal columns, and escaped for each kind of output.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <tenon/config.hpp>
#include <tenon/inspect/character_widths.hpp>
#include <tenon/inspect/number_text.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

inline constexpr char32_t replacement_character = 0xFFFD, zero_width_joiner = 0x200D, emoji_presentation = 0xFE0F;

struct decoded {
  char32_t code;
  std::size_t size;
};

/// The first character of UTF-8 that is not empty; a byte that is no UTF-8 is a replacement character.
inline decoded first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {replacement_character, 1};
  char32_t code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {replacement_character, 1};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[size] || code > 0x10FFFF || surrogate) return {replacement_character, 1};
  return {code, size};
}

inline void append_character(std::string& out, char32_t code) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3F));
    }
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

/// What stands for a character that a terminal, a browser or XML would act upon: control characters are shown as the
/// pictures that Unicode has of them, since a tokeniser's "\n" is a label like any other.
inline char32_t harmless(char32_t code) {
  if (code < 0x20) return 0x2400 + code;
  if (code == 0x7F) return 0x2421;
  if (code == 0x2028 || code == 0x2029) return 0x2424;
  const bool control = code >= 0x80 && code < 0xA0;
  const bool changes_direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  const bool no_character = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
  return control || changes_direction || no_character ? replacement_character : code;
}

/// A label as it is shown: valid UTF-8 without control characters.
inline std::string clean_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const decoded next = first_character(text);
    append_character(result, harmless(next.code));
    text.remove_prefix(next.size);
  }
  return result;
}

template <std::size_t N>
bool within(char32_t code, const character_range (&ranges)[N]) {
  std::size_t low = 0, high = N;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (ranges[middle].last < code)
      low = middle + 1;
    else
      high = middle;
  }
  return low < N && ranges[low].first <= code;
}

inline int columns_of(char32_t code) {
  return within(code, joining_characters) ? 0 : within(code, wide_characters) ? 2 : 1;
}

/// What a reader calls one character, with the marks and joined emoji that belong to it, and its columns in a terminal.
struct letter {
  std::string_view text;
  int columns;
};

inline letter first_letter(std::string_view text) {
  const auto is_flag_half = [](char32_t code) { return code >= 0x1F1E6 && code <= 0x1F1FF; };
  decoded last = first_character(text);
  letter result{text.substr(0, last.size), columns_of(last.code)};
  bool half_a_flag = is_flag_half(last.code);
  while (result.text.size() < text.size()) {
    const decoded next = first_character(text.substr(result.text.size()));
    const bool whole_flag = half_a_flag && is_flag_half(next.code);
    if (columns_of(next.code) != 0 && last.code != zero_width_joiner && !whole_flag) break;
    if (next.code == emoji_presentation || whole_flag) result.columns = 2;
    half_a_flag = false;
    result.text = text.substr(0, result.text.size() + next.size);
    last = next;
  }
  return result;
}

inline std::vector<letter> letters_of(std::string_view text) {
  std::vector<letter> result;
  while (!text.empty()) {
    result.push_back(first_letter(text));
    text.remove_prefix(result.back().text.size());
  }
  return result;
}

/// The columns that clean text takes in a terminal.
inline index_t columns_of(std::string_view text) {
  index_t columns = 0;
  for (const letter& one : letters_of(text)) columns += one.columns;
  return columns;
}

/// The same text in at most `columns` columns, its end cut off where it is longer.
inline std::string shortened(std::string_view text, index_t columns, std::string_view mark) {
  if (columns_of(text) <= columns) return std::string(text);
  std::string result;
  index_t used = columns_of(mark);
  for (const letter& one : letters_of(text)) {
    if (used + one.columns > columns) break;
    result += one.text;
    used += one.columns;
  }
  return result.append(mark);
}

// Text as ASCII: other characters as `\u{732b}`.
inline std::string ascii_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const decoded next = first_character(text);
    if (next.code < 0x80) {
      result.push_back(static_cast<char>(next.code));
    } else {
      result += "\\u{";
      for (int shift = next.code > 0xffff ? 20 : 12; shift >= 0; shift -= 4)
        if (next.code >> shift != 0) result.push_back("0123456789abcdef"[next.code >> shift & 0xf]);
      result.push_back('}');
    }
    text.remove_prefix(next.size);
  }
  return result;
}

/// Clean text between tags, or within the quotes of an attribute, of HTML and SVG.
inline std::string markup_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&#39;";
    else
      result.push_back(c);
  }
  return result;
}

/// Clean text as a string of JSON, quotes included, that may stand in a script element of HTML.
inline std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result.append(1, '\\').push_back(c);
    else if (c == '<')
      result += "\\u003c";
    else if (c == '>')
      result += "\\u003e";
    else if (c == '&')
      result += "\\u0026";
    else
      result.push_back(c);
  }
  return result += '"';
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
