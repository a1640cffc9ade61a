// A row of a panel as vectors, for each element that weights are stored in.
#pragma once

#include <tenon/element/bfloat16.hpp>
#include <tenon/kernels/panels.hpp>
#include <tenon/kernels/vector.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// The elements of a weight in panels.
template <class W>
concept weight_element = std::is_same_v<W, float> || std::is_same_v<W, bfloat16>;

/// Column `part * lanes` and its neighbours of a row of 16 floats.
template <class Set>
TENON_INLINE void load_weights(vector<Set>& v, const float* row, int part) {
  v = *at(Set{}, row + part * Set::lanes);
}

/// The same of 16 bfloat16: eight words, each with column j in its low half and column j + 8 in its high half. A half
/// becomes a float by moving it up, or by clearing the other one: no conversion, and no instruction that a machine
/// might lack.
template <class Set>
TENON_INLINE void load_weights(vector<Set>& v, const bfloat16* row, int part) {
  const std::int32_t* words = reinterpret_cast<const std::int32_t*>(row);
  constexpr std::int32_t high_half = -0x10000;
  if constexpr (Set::lanes == 16) {
    const int_8 all = *at(eight_lanes{}, words);
    constexpr int_16 up = {16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0};
    const int_16 twice = __builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    v = reinterpret_cast<float_16>((twice << up) & high_half);
  } else {
    constexpr int half = 8 / Set::lanes;
    const int_vector<Set> some = *at(Set{}, words + part % half * Set::lanes);
    if (part < half)
      v = reinterpret_cast<vector<Set>>(some << 16);
    else
      v = reinterpret_cast<vector<Set>>(some & high_half);
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
