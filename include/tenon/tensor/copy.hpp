// Copies elements between operands of one shape, whatever their layouts.
#pragma once
#include <type_traits>

#include <tenon/shape/shaped.hpp>
#include <tenon/tensor/region.hpp>
#include <tenon/tensor/traverse.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Whether the elements lie packed in the order of their indices.
template <shaped X>
constexpr bool is_packed(const X& x) {
  if constexpr (X::mapping_type::is_static) {
    return X::steps == row_major(X::axes);
  } else {
    return x.strides() == row_major(x.shape());
  }
}

namespace detail {

/// Writes the elements of x into packed memory, in the order of its indices.
template <class T, shaped X>
constexpr void copy_packed(const X& x, T* to) {
  if constexpr (in_panels<X>) {
    x.copy_packed(to);
  } else if (is_packed(x)) {
    const auto* from = x.data();
    const index_t size = x.size();
    for (index_t i = 0; i < size; ++i) to[i] = from[i];
  } else {
    const auto* from = x.data();
    traverse(x.shape(), [&](index_t i) { *to++ = from[i]; }, x.strides());
  }
}

/// Whether x may share memory with `count` elements at `memory`.
template <class T, shaped X>
constexpr bool may_overlap(const X& x, const T* memory, index_t count) {
  if (std::is_constant_evaluated()) return true;
  return region_of(x).shares_memory_with(region_at(memory, 0, count));
}

}  // namespace detail
}  // namespace tenon
TENON_END_HEADER
