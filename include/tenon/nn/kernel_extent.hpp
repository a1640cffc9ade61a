// Extents as the kernels take them: in their type where they are static.
#pragma once
#include <tenon/kernels/compiler.hpp>
#include <tenon/shape/shape.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The constant `Static`, or `now` where that is 0.
template <index_t Static>
constexpr auto kernel_extent(index_t now) {
  if constexpr (Static > 0) return kernels::constant<Static>{};
  else return now;
}

/// The extent of an axis; 0 where it is known at run time only.
constexpr index_t static_extent(const axis& a) { return a.bounded() ? 0 : a.extent; }

/// The number of rows of [..., width] and of matrices of [..., rows, width]; 0 where they are known at run time only.
constexpr index_t static_rows(const shape& s) { return s.bounded() ? 0 : s.size() / s.last(0).extent; }
constexpr index_t static_batch(const shape& s) {
  index_t batch = 1;
  for (int i = 0; i + 2 < s.rank; ++i) batch *= static_extent(s[i]);
  return batch;
}
/// The number of matrices of [..., rows, width] now, or at most.
constexpr index_t batch_of(const shape& s) {
  index_t batch = 1;
  for (int i = 0; i + 2 < s.rank; ++i) batch *= s[i].extent;
  return batch;
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
