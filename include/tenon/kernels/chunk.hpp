// Rows of floats, 16 at a time.
#pragma once

#include <tenon/kernels/exponential.hpp>

// Every instruction set reads 16 floats at once and folds sums in the same order: 16 partial sums, then halves onto
// each other. The floats behind the last 16 of a row are padded, so that they go the same way.

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// 16 floats as vectors of the set.
template <class Set>
struct chunk {
  static constexpr int vectors = 16 / Set::lanes;

  vector<Set> part[vectors];

  TENON_INLINE void fill(float value) {
    TENON_UNROLL
    for (int i = 0; i < vectors; ++i) part[i] = vector<Set>{} + value;
  }
  TENON_INLINE void load(const float* p) {
    TENON_UNROLL
    for (int i = 0; i < vectors; ++i) part[i] = *at(Set{}, p + i * Set::lanes);
  }
  TENON_INLINE void store(float* p) const {
    TENON_UNROLL
    for (int i = 0; i < vectors; ++i) *at(Set{}, p + i * Set::lanes) = part[i];
  }
  /// The sum of the 16 lanes, halves folded onto each other.
  TENON_INLINE float total() const {
    float lanes[16];
    store(lanes);
    TENON_UNROLL
    for (int half = 8; half > 0; half /= 2) {
      TENON_UNROLL
      for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    return lanes[0];
  }
};

/// The 16 floats of a row from `first` on; lanes behind its end become `padding`.
template <class Set>
TENON_INLINE void load_chunk(chunk<Set>& c, const float* row, index_t first, index_t width, float padding) {
  if (first + 16 <= width) return c.load(row + first);
  float rest[16];
  c.fill(padding);
  c.store(rest);
  copy_few<16>(rest, row + first, width - first);
  c.load(rest);
}

/// Writes a chunk that starts at `first` of a row of `width`.
template <class Set>
TENON_INLINE void store_chunk(const chunk<Set>& c, float* row, index_t first, index_t width) {
  if (first + 16 <= width) return c.store(row + first);
  float rest[16];
  c.store(rest);
  copy_few<16>(row + first, rest, width - first);
}

/// f(chunk, first) for the whole row.
template <class Set, class F>
TENON_INLINE void for_each_chunk(index_t width, const float* row, float padding, F f) {
  chunk<Set> c;
  index_t first = 0;
  for (; first + 16 <= width; first += 16) {
    c.load(row + first);
    f(c, first);
  }
  if (first < width) {
    load_chunk<Set>(c, row, first, width, padding);
    f(c, first);
  }
}

}  // namespace tenon::kernels
TENON_END_HEADER
