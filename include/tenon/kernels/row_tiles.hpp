// How many rows are split into register tiles of near-equal height.
#pragma once

#include <tenon/kernels/compiler.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Splits rows into tiles of at most `Most` rows, as equal as can be (16 into 6 + 5 + 5, 7 into 4 + 3): a tile of one
/// or two rows would wait for its own multiply-adds. Calls f(constant<height>{}, first_row).
template <int Most, class Rows, class F>
TENON_INLINE void for_row_tiles(Rows rows, F f) {
  if constexpr (is_constant<Rows>) {
    constexpr index_t tiles = (Rows::value + Most - 1) / Most, low = Rows::value / tiles, taller = Rows::value % tiles;
    unrolled<tiles>([&](auto t) TENON_INLINE_LAMBDA {
      constexpr bool tall = t.value < taller;
      f(constant<low + (tall ? 1 : 0)>{}, t.value * low + (tall ? t.value : taller));
    });
  } else {
    const unsigned count = static_cast<unsigned>(rows);
    const unsigned tiles = (count + Most - 1) / Most, low = tiles ? count / tiles : 0, taller = count - low * tiles;
    index_t row = 0;
    // One loop for both heights, so that each tile stands in the code once.
    unsigned height = low + 1, left = taller;
    for (int group = 0; group < 2; ++group) {
      unrolled<Most>([&](auto h) TENON_INLINE_LAMBDA {
        constexpr index_t tall = h.value + 1;
        if (height == tall)
          for (unsigned i = 0; i < left; ++i, row += tall) f(constant<tall>{}, row);
      });
      height = low;
      left = tiles - taller;
    }
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
