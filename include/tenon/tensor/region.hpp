// The memory that elements lie in, from its first byte to behind its last.
#pragma once
#include <cstdint>

#include <tenon/kernels/compiler.hpp>
#include <tenon/shape/shaped.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Memory from its first byte to behind its last; of no bytes, it shares memory with nothing.
struct region {
  std::uintptr_t first = UINTPTR_MAX, past = 0;

  TENON_INLINE bool shares_memory_with(const region& other) const {
    return static_cast<bool>(static_cast<int>(first < other.past) & static_cast<int>(other.first < past));
  }
};
template <class T>
TENON_INLINE region region_at(const T* elements, index_t before, index_t behind) {
  const auto at = reinterpret_cast<std::uintptr_t>(elements);
  const auto bytes = [](index_t count) { return static_cast<std::uintptr_t>(count) * sizeof(T); };
  if (elements == nullptr || behind == before) return {};
  return {at + bytes(before), at + bytes(behind)};
}
/// All that x spans, whatever its strides.
template <class X>
TENON_INLINE region region_of(const X& x) {
  if constexpr (in_panels<X>) {
    return region_at(x.panel_data(), 0, X::capacity);
  } else {
    if (x.size() == 0) return {};
    index_t before = 0, behind = 1;
    for (int i = 0; i < X::axes.rank; ++i) {
      const index_t reach = (x.extent(i) - 1) * x.mapping().stride(i);
      (reach < 0 ? before : behind) += reach;
    }
    return region_at(x.data(), before, behind);
  }
}

}  // namespace tenon::detail
TENON_END_HEADER
