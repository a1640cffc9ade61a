// An address of the user's that elements can have.
#pragma once
#include <cstdint>
#include <type_traits>

#include <tenon/shape/element.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// `elements` themselves. Refused: `packed_view: the pointer is null`, unless there are none of them, and `packed_view:
/// elements of float lie at multiples of 4 bytes, this memory does not`.
template <class T>
constexpr T* usable(T* elements, const char* operation, bool none = false) {
  // A constant expression cannot read through such a pointer anyway; and under GCC's sanitizers it cannot compare one.
  if (std::is_constant_evaluated() || none) return elements;
  if (elements == nullptr) [[unlikely]]
    raise<shape_mismatch>([&](writer& out) { out << operation << ": the pointer is null"; });
  if (reinterpret_cast<std::uintptr_t>(elements) % alignof(T) != 0) [[unlikely]]
    raise<shape_mismatch>([&](writer& out) {
      out << operation << ": elements of " << element_of<std::remove_const_t<T>>() << " lie at multiples of "
          << static_cast<index_t>(alignof(T)) << " bytes, this memory does not";
    });
  return elements;
}

}  // namespace tenon::detail
TENON_END_HEADER
