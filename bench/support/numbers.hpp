// Numbers and memory for benchmarks: the same on every run, and in bench/peers/mha_onnxruntime.py.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tenon/config.hpp>

namespace bench {

using tenon::index_t;

/// The number at `index` of the sequence `seed`: between -1 and 1, exact in a float.
inline float number(std::uint32_t seed, index_t index) {
  std::uint32_t bits = static_cast<std::uint32_t>(index) + seed * 0x9E3779B9u;
  bits = (bits ^ (bits >> 16)) * 0x7FEB352Du;
  bits = (bits ^ (bits >> 15)) * 0x846CA68Bu;
  bits ^= bits >> 16;
  return static_cast<float>(bits >> 8) / 8388608.f - 1.f;
}

/// Floats that start at a cache line: zeros, or those of a sequence.
class floats {
 public:
  explicit floats(index_t count) : lines_(new line[static_cast<std::size_t>(count) / 16 + 1]()) {}
  floats(index_t count, std::uint32_t seed) : floats(count) {
    for (index_t i = 0; i < count; ++i) data()[i] = number(seed, i);
  }
  float* data() const { return lines_[0].floats; }

 private:
  struct alignas(64) line {
    float floats[16];
  };
  std::unique_ptr<line[]> lines_;
};

}  // namespace bench
