// The peak of multiply-adds: what one core reaches in registers alone, with the instruction set that kernels use.
#pragma once
#include <algorithm>
#include <chrono>

#include <tenon/kernels/vector.hpp>

#include "numbers.hpp"

// For the baseline, whatever the compiler's flags: dispatch() chooses the instructions.
TENON_BEGIN_HEADER
namespace bench {

#if defined(__aarch64__)
inline constexpr bool always_32_registers = true;
#else
inline constexpr bool always_32_registers = false;
#endif

// Independent chains, so many that the units and not their latency are the limit (4 cycles on 2 units, on 4 in large ARM
// cores), and so few that all of them stay in the 16 or 32 registers.
struct peak_loop {
  template <class Set>
  static constexpr int chains = always_32_registers || Set::lanes == 16 ? 20 : 12;
  static constexpr int most_lanes = 16, most_chains = 20;
  static constexpr index_t steps = 20'000;

  float* numbers;  // different ones for each chain, or the compiler would keep a single chain
  double& operations;

  template <class Set>
  TENON_INLINE void operator()(Set) const {
    namespace kernels = tenon::kernels;
    kernels::vector<Set> sums[chains<Set>];
    TENON_UNROLL
    for (int c = 0; c < chains<Set>; ++c) sums[c] = *kernels::at(Set{}, numbers + c * Set::lanes);
    const kernels::vector<Set> factor = sums[0] * 0.001f + 0.998f, addend = sums[1] * 0.001f;
    for (index_t i = 0; i < steps; ++i) {
      TENON_UNROLL
      for (int c = 0; c < chains<Set>; ++c) sums[c] = sums[c] * factor + addend;
    }
    TENON_UNROLL
    for (int c = 0; c < chains<Set>; ++c) *kernels::at(Set{}, numbers + c * Set::lanes) = sums[c];
    operations = 2.0 * chains<Set> * Set::lanes * static_cast<double>(steps);
  }
};

}  // namespace bench
TENON_END_HEADER

namespace bench {

/// Operations a second, in units of 10^9: the best of `repetitions` runs of a few dozen microseconds.
inline double measured_peak(int repetitions = 20) {
  const floats numbers(peak_loop::most_chains * peak_loop::most_lanes, 7);
  double best = 0;
  for (int i = 0; i < repetitions; ++i) {
    double operations = 0;
    const auto begin = std::chrono::steady_clock::now();
    tenon::kernels::dispatch(peak_loop{numbers.data(), operations});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    best = std::max(best, operations / seconds.count() / 1e9);
  }
  return best;
}

inline const char* instruction_set_name() {
  using tenon::kernels::instruction_set;
  switch (tenon::kernels::current_instruction_set()) {
    case instruction_set::avx512:
      return "AVX-512";
    case instruction_set::avx2:
      return "AVX2";
    default:
      break;
  }
#if defined(__aarch64__)
  return "NEON";
#else
  return "SSE2";
#endif
}

}  // namespace bench
