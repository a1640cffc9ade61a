// Whether text is UTF-8, and where it is not.
#pragma once
#include <string_view>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// Where text stops being UTF-8, or its size.
inline std::size_t end_of_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  std::size_t at = 0;
  while (at < text.size()) {
    const unsigned first = byte(at), second = byte(at + 1);
    std::size_t size = 0;
    if (first < 0x80)
      size = 1;
    else if (first >= 0xc2 && first < 0xe0)
      size = 2;
    else if (first >= 0xe0 && first < 0xf0)
      size = 3;
    else if (first >= 0xf0 && first < 0xf5)
      size = 4;
    // No surrogates, nothing beyond U+10FFFF, nothing that is shorter otherwise.
    const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    if (size == 0 || bad) return at;
    for (std::size_t i = 1; i < size; ++i)
      if ((byte(at + i) & 0xc0) != 0x80) return at;
    at += size;
  }
  return at;
}

}  // namespace tenon::io::detail
TENON_END_HEADER
