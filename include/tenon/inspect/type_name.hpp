// The name of a class template, as the compiler spells it.
#pragma once
#include <string_view>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// `multi_head_attention` of `tenon::nn::multi_head_attention<float, ...>`; it needs no run-time type information.
template <class T>
constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const std::string_view before = "T = ";
  text.remove_prefix(text.find(before) + before.size());
  // Only a name that has been left may hold these: `{anonymous}::encoder<float>`, `(anonymous namespace)::encoder`.
  std::size_t begin = 0, end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '<' || c == ';' || c == ']') break;
    if (c == ':') begin = end + 1;
  }
  return text.substr(begin, end - begin);
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
