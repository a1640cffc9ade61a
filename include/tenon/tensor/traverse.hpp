// Visits the elements of one or more operands of one shape, in the order of its indices.
#pragma once
#include <utility>

#include <tenon/shape/strides.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {
template <class F, class... Offsets>
constexpr void traverse_axis(int i, const shape& over, const F& visit, Offsets... operands) {
  // An operand is its strides and the offset reached so far.
  const index_t extent = over[i].extent;
  if (i + 1 == over.rank) {
    for (index_t k = 0; k < extent; ++k) visit((operands.offset + k * operands.steps[i])...);
  } else {
    for (index_t k = 0; k < extent; ++k)
      traverse_axis(i + 1, over, visit, Offsets{operands.steps, operands.offset + k * operands.steps[i]}...);
  }
}
struct traversed {
  const strides& steps;
  index_t offset;
};
}  // namespace detail

/// Calls `visit(offset...)` for every index of `over`, with the offset that each list of strides gives it.
template <class F, class... Strides>
constexpr void traverse(const shape& over, const F& visit, const Strides&... steps) {
  if (over.rank == 0) {
    visit((static_cast<void>(steps), index_t{0})...);
  } else {
    detail::traverse_axis(0, over, visit, detail::traversed{steps, 0}...);
  }
}

/// Calls `f(i, j, ...)` for every index of `over`, which has `Rank` axes, and gives each result to `take`.
template <int Rank, class F, class Take>
constexpr void for_each_index(const shape& over, F& f, const Take& take) {
  if (over.size() == 0) return;
  index_t at[Rank] = {};
  for (;;) {
    [&]<std::size_t... Places>(std::index_sequence<Places...>) { take(f(at[Places]...)); }(std::make_index_sequence<Rank>{});
    int i = Rank - 1;
    while (i >= 0 && ++at[i] == over[i].extent) at[i--] = 0;
    if (i < 0) return;
  }
}

}  // namespace tenon
TENON_END_HEADER
