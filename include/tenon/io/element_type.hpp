// The element types of files, under the names that safetensors gives them.
#pragma once
#include <cstddef>
#include <string_view>

#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// What the elements of a tensor in a file are. `other` is listed, and refused when it is read.
enum class element_type : unsigned char { other, boolean, u8, i8, u16, i16, f16, bf16, u32, i32, f32, u64, i64, f64 };

namespace detail {

struct named_type {
  const char* name;
  std::size_t bytes;
  element_type type;
};

/// Those that are read, and those whose size is known though they are not.
inline constexpr named_type named_types[] = {
    {"BOOL", 1, element_type::boolean},  {"U8", 1, element_type::u8},         {"I8", 1, element_type::i8},
    {"U16", 2, element_type::u16},       {"I16", 2, element_type::i16},       {"F16", 2, element_type::f16},
    {"BF16", 2, element_type::bf16},     {"U32", 4, element_type::u32},       {"I32", 4, element_type::i32},
    {"F32", 4, element_type::f32},       {"U64", 8, element_type::u64},       {"I64", 8, element_type::i64},
    {"F64", 8, element_type::f64},       {"F8_E4M3", 1, element_type::other}, {"F8_E5M2", 1, element_type::other},
    {"F8_E8M0", 1, element_type::other}, {"C64", 8, element_type::other}};

constexpr const named_type* find_type(std::string_view name) {
  for (const named_type& t : named_types)
    if (name == t.name) return &t;
  return nullptr;
}
constexpr const named_type* find_type(element_type type) {
  for (const named_type& t : named_types)
    if (type == t.type) return &t;
  return nullptr;
}

/// The size of an element; 0 of `other`.
constexpr std::size_t size_of(element_type type) { return type == element_type::other ? 0 : find_type(type)->bytes; }
/// `F32`, `BF16`, ...
constexpr const char* name_of(element_type type) {
  return type == element_type::other ? "another type" : find_type(type)->name;
}

/// The type that a file has for elements of T; `other` where it has none.
template <class T>
consteval element_type element_type_of() {
  switch (element_of<T>()) {
    case element::boolean:
      return element_type::boolean;
    case element::int8:
      return element_type::i8;
    case element::uint8:
      return element_type::u8;
    case element::int16:
      return element_type::i16;
    case element::uint16:
      return element_type::u16;
    case element::int32:
      return element_type::i32;
    case element::uint32:
      return element_type::u32;
    case element::int64:
      return element_type::i64;
    case element::uint64:
      return element_type::u64;
    case element::float32:
      return element_type::f32;
    case element::float64:
      return element_type::f64;
    case element::bfloat16:
      return element_type::bf16;
    case element::any:
    case element::long_double:
    case element::other:
      break;
  }
  return element_type::other;
}

/// What is read as what: each type as itself; F16 and BF16 as float and double and F32 as double, which hold them
/// exactly; F32 and F16 as bfloat16, rounded, since who has weights of bfloat16 asks for that. Integers are never read
/// as numbers with a fraction, nor the other way round.
constexpr bool reads_as(element_type stored, element_type wanted) {
  if (stored == wanted) return stored != element_type::other;
  const bool half = stored == element_type::f16 || stored == element_type::bf16;
  if (wanted == element_type::f32) return half;
  if (wanted == element_type::f64) return half || stored == element_type::f32;
  return wanted == element_type::bf16 && (stored == element_type::f32 || stored == element_type::f16);
}

}  // namespace detail
}  // namespace tenon::io
TENON_END_HEADER
