// The instruction sets that kernels are compiled for, and the choice among them at run time.
#pragma once

#include <cstdlib>
#include <tenon/kernels/compiler.hpp>
#include <tenon/kernels/honest_floats.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// The instruction sets a program can choose from. `automatic` is the best one of the machine.
enum class instruction_set : int { automatic = 0, baseline = 1, avx2 = 2, avx512 = 3 };

/// The choice in force; `automatic` until the first kernel runs. Data only: code that differs by -m flags must not live
/// here. Weak, not inline: GCC would keep what holds an inline variable, as a plugin, loaded for good.
extern int chosen_instruction_set;
[[gnu::weak]] constinit int chosen_instruction_set = 0;

}  // namespace tenon::kernels

namespace tenon::kernels {

struct four_lanes {
  static constexpr int lanes = 4;
};
struct eight_lanes {
  static constexpr int lanes = 8;
};
struct sixteen_lanes {
  static constexpr int lanes = 16;
};

// Tags of instruction sets. A kernel is a template over the tag, compiled inside a function of that target.
//   tile_rows x tile_vectors  accumulators of a register tile; each needs one register, and at least one must stay free
//                             for the operands (clang spills a 4 x 3 or 3 x 4 tile of AVX2 and loses half of the speed)
//   wide_panels               panels of 16 columns beside each other in a tile of many rows; 0: weights are not fetched
//   one_row_panels,           the same for one and two rows: enough accumulators to hide the latency of a multiply-add
//   two_row_panels
//   fuses                     whether add_product rounds once (vector.hpp); nothing else ever does
//   narrow                    the same instructions on fewer lanes, for few queries; wide is the way back

// Machines that have a fused multiply-add at the least.
#if defined(__aarch64__) || defined(__riscv_flen)
inline constexpr bool baseline_fuses = true;
#else
inline constexpr bool baseline_fuses = false;
#endif

struct baseline : four_lanes {
  static constexpr bool fuses = baseline_fuses;
#if defined(__aarch64__)
  static constexpr int tile_rows = 6, tile_vectors = 4;  // 24 accumulators of 32 registers
  static constexpr int wide_panels = 1, one_row_panels = 4, two_row_panels = 2;
#else
  static constexpr int tile_rows = 4, tile_vectors = 2;  // 8 of 16: without FMA a product needs a register, too
  static constexpr int wide_panels = 0, one_row_panels = 0, two_row_panels = 0;  // arithmetic takes longer than memory
#endif
  using narrow = baseline;
  using wide = baseline;
};

struct avx2;

struct avx2_narrow : four_lanes {
  static constexpr bool fuses = true;
  static constexpr int tile_rows = 6, tile_vectors = 2;
  using narrow = avx2_narrow;
  using wide = avx2;
};

struct avx2 : eight_lanes {
  static constexpr bool fuses = true;
  static constexpr int tile_rows = 6, tile_vectors = 2;  // 12 accumulators of 16 registers
  static constexpr int wide_panels = 1, one_row_panels = 4, two_row_panels = 2;
  using narrow = avx2_narrow;
  using wide = avx2;
};

struct avx512 : sixteen_lanes {
  static constexpr bool fuses = true;
  static constexpr int tile_rows = 8, tile_vectors = 2;  // 16 accumulators of 32: more gain nothing and cost code
  static constexpr int wide_panels = 2, one_row_panels = 8, two_row_panels = 4;
  using narrow = avx512;
  using wide = avx512;
};

/// The best instruction set that this machine has and these kernels use.
inline instruction_set best_instruction_set() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq"))
    return instruction_set::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return instruction_set::avx2;
#endif
  return instruction_set::baseline;
}

/// Makes all kernels of the program use `wanted` from now on (for tests and comparisons). A set that the machine lacks
/// falls back to the best one it has. The environment variable TENON_INSTRUCTION_SET (baseline, avx2 or avx512) does
/// the same.
inline void use_instruction_set(instruction_set wanted) noexcept {
  expect_honest_floats();
  const instruction_set best = best_instruction_set();
  if (wanted == instruction_set::automatic) {
    const char* text = std::getenv("TENON_INSTRUCTION_SET");
    const auto says = [text](const char* name) { return text && __builtin_strcmp(text, name) == 0; };
    wanted = says("baseline") ? instruction_set::baseline : says("avx2") ? instruction_set::avx2 : best;
  }
  __atomic_store_n(&chosen_instruction_set, static_cast<int>(wanted < best ? wanted : best), __ATOMIC_RELAXED);
}

/// The instruction set in force. The first call decides.
inline instruction_set current_instruction_set() noexcept {
  int chosen = __atomic_load_n(&chosen_instruction_set, __ATOMIC_RELAXED);
  if (chosen == 0) [[unlikely]] {
    use_instruction_set(instruction_set::automatic);
    chosen = __atomic_load_n(&chosen_instruction_set, __ATOMIC_RELAXED);
  }
  return static_cast<instruction_set>(chosen);
}

// f(tag) inside a function of the tag's target. f and all it calls with vectors must be always_inline. What is inlined
// here rounds each operation by itself, but for add_product, whatever the level and the flags.
#if defined(__x86_64__)
template <class F>
[[gnu::noinline, gnu::target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]] TENON_ROUNDS_EACH void enter(const F& f, avx512 set) {
  f(set);
}
template <class F>
[[gnu::noinline, gnu::target("avx2,fma")]] TENON_ROUNDS_EACH void enter(const F& f, avx2 set) {
  f(set);
}
#endif
template <class F>
[[gnu::noinline]] TENON_ROUNDS_EACH void enter(const F& f, baseline set) {
  f(set);
}

/// Runs f(tag) compiled for the instruction set in force.
template <class F>
TENON_INLINE void dispatch(const F& f) {
#if defined(__x86_64__)
  const instruction_set set = current_instruction_set();
  if (set == instruction_set::avx512) return enter(f, avx512{});
  if (set == instruction_set::avx2) return enter(f, avx2{});
#endif
  enter(f, baseline{});
}

/// The same for work so small that vectors of more than 8 floats would stay empty.
template <class F>
TENON_INLINE void dispatch_small(const F& f) {
#if defined(__x86_64__)
  if (current_instruction_set() >= instruction_set::avx2) return enter(f, avx2{});
#endif
  enter(f, baseline{});
}

}  // namespace tenon::kernels
TENON_END_HEADER
