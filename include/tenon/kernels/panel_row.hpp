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

// Words of two bfloat16 in memory: aligned like one of them.
typedef std::int32_t words_4 __attribute__((vector_size(16), aligned(2), may_alias));
typedef std::int32_t words_8 __attribute__((vector_size(32), aligned(2), may_alias));
TENON_INLINE const words_4* words_at(four_lanes, const bfloat16* p) { return reinterpret_cast<const words_4*>(p); }
TENON_INLINE const words_8* words_at(eight_lanes, const bfloat16* p) { return reinterpret_cast<const words_8*>(p); }

/// The same of 16 bfloat16: eight words, each with column j in its low half and column j + 8 in its high half. A half
/// becomes a float by moving it up, or by clearing the other one: no conversion, and no instruction that a machine
/// might lack.
template <class Set>
TENON_INLINE void load_weights(vector<Set>& v, const bfloat16* row, int part) {
  constexpr std::int32_t high_half = -0x10000;
  if constexpr (Set::lanes == 16) {
    const int_8 all = *words_at(eight_lanes{}, row);
    constexpr int_16 up = {16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0};
    const int_16 twice = __builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    v = reinterpret_cast<float_16>((twice << up) & high_half);
  } else {
    constexpr int half = 8 / Set::lanes;
    const int_vector<Set> some = *words_at(Set{}, row + 2 * (part % half * Set::lanes));
    if (part < half)
      v = reinterpret_cast<vector<Set>>(some << 16);
    else
      v = reinterpret_cast<vector<Set>>(some & high_half);
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
