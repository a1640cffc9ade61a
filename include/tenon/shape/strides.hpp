// The strides of a layout: how many elements lie between neighbours along each axis.
#pragma once
#include <tenon/shape/shape.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The stride of an axis that is known at run time only.
inline constexpr index_t dynamic = INTPTR_MIN;

/// One stride an axis; those beyond the rank are 0.
struct strides {
  // Every zero is written: of a template argument, GCC 12 loses the place of elements after zeros that are not.
  index_t at[max_rank] = {0, 0, 0, 0, 0, 0, 0, 0};

  constexpr strides() = default;
  template <std::size_t Count>
    requires(Count <= max_rank)
  constexpr strides(const index_t (&steps)[Count]) {
    for (std::size_t i = 0; i < Count; ++i) at[i] = steps[i];
  }

  constexpr const index_t& operator[](int i) const { return at[i]; }
  constexpr index_t& operator[](int i) { return at[i]; }
  friend constexpr bool operator==(const strides&, const strides&) = default;
};

/// The strides of elements packed in the order of their indices. Left of a bounded axis they are dynamic.
constexpr strides row_major(const shape& s) {
  strides result;
  index_t step = 1;
  for (int i = s.rank - 1; i >= 0; --i) {
    result[i] = step;
    step = step == dynamic || s[i].unmeasured() ? dynamic : step * s[i].extent;
  }
  return result;
}

}  // namespace tenon
TENON_END_HEADER
