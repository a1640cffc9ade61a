// Strides with which an operand takes part in a larger shape.
#pragma once
#include <tenon/shape/strides.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The strides of an operand within `to`, aligned from the last axis; 0 along the axes where it is stretched.
constexpr strides stretched(const shape& from, const strides& steps, const shape& to) {
  strides result;
  for (int i = 0; i < from.rank; ++i) {
    const int at = to.rank - 1 - i;
    result[at] = from.last(i).extent == 1 && to[at].extent != 1 ? 0 : steps[from.rank - 1 - i];
  }
  return result;
}

}  // namespace tenon
TENON_END_HEADER
