// What the kernel tests share: reproducible numbers, buffers of any alignment, and every instruction set in turn.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <tenon/kernels/instruction_set.hpp>
#include <tenon/kernels/panels.hpp>
#include <vector>

namespace kernels_test {

namespace kernels = tenon::kernels;
using tenon::index_t;

/// `count` floats in (-scale, scale), the same for the same seed, starting `offset` floats behind an aligned address.
class floats {
 public:
  explicit floats(index_t count, unsigned seed = 0, float scale = 1.f, int offset = 1)
      : memory_(static_cast<std::size_t>(count + offset) / 16 + 1), count_(count), offset_(offset) {
    unsigned state = seed * 2654435761u + 1;
    for (index_t i = 0; i < count; ++i) {
      state = state * 1664525u + 1013904223u;
      const float unit = static_cast<float>(static_cast<std::int32_t>(state) >> 8) / 8388608.f;
      data()[i] = seed == 0 ? 0.f : scale * unit;
    }
    data()[count] = guard;
  }
  float* data() { return memory_.front().floats + offset_; }
  const float* data() const { return memory_.front().floats + offset_; }
  float& operator[](index_t i) { return data()[i]; }
  const float& operator[](index_t i) const { return data()[i]; }
  index_t count() const { return count_; }
  /// Whether nobody wrote behind the end.
  bool intact() const { return data()[count_] == guard; }

 private:
  static constexpr float guard = 12345.f;
  struct alignas(64) line {
    float floats[16];
  };
  std::vector<line> memory_;
  index_t count_;
  int offset_;
};

inline bool same_bits(const floats& a, const floats& b) {
  return a.count() == b.count() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.count()) * sizeof(float)) == 0;
}

/// Runs f under the baseline, and under the best instruction set of this machine.
template <class F>
void with_each_instruction_set(F f) {
  for (auto set :
       {kernels::instruction_set::baseline, kernels::instruction_set::avx2, kernels::instruction_set::avx512}) {
    kernels::use_instruction_set(set);
    if (kernels::current_instruction_set() == set) f();
  }
  kernels::use_instruction_set(kernels::instruction_set::automatic);
}

/// A weight matrix [depth, columns], plain and in panels.
struct weight {
  index_t depth, columns;
  floats plain, panels;

  weight(index_t d, index_t c, unsigned seed, float scale)
      : depth(d), columns(c), plain(d * c, seed, scale), panels(kernels::panels_size(d, c), 0, 1.f, 3) {
    kernels::pack_panels(panels.data(), d, c, [&](index_t k, index_t n) { return plain[k * columns + n]; });
  }
  double operator()(index_t k, index_t n) const { return static_cast<double>(plain[k * columns + n]); }
};

}  // namespace kernels_test
