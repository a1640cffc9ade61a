// Where generated cases come from. A case's types are drawn in constant evaluation, its extents and values when it runs;
// both follow from one seed, so that whatever fails can be repeated.
//   TENON_PROPERTY_SEED    the seed; CMake sets all three, see CMakeLists.txt
//   TENON_PROPERTY_CASES   how many sets of types a property draws: each costs compile time
//   TENON_PROPERTY_ROUNDS  how often extents and values are drawn for each of them; the environment variable overrides it
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include <tenon/kernels/instruction_set.hpp>

#include "../support/catch.hpp"

#ifndef TENON_PROPERTY_SEED
#define TENON_PROPERTY_SEED 1
#endif
#ifndef TENON_PROPERTY_CASES
#define TENON_PROPERTY_CASES 3
#endif
#ifndef TENON_PROPERTY_ROUNDS
#define TENON_PROPERTY_ROUNDS 30
#endif

namespace properties {

/// SplitMix64, the same numbers in constant evaluation and at run time.
class draw {
 public:
  constexpr explicit draw(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 to count - 1.
  constexpr int below(int count) { return static_cast<int>(bits() >> 33) % count; }
  constexpr int between(int least, int most) { return least + below(most - least + 1); }
  constexpr bool one_in(int count) { return below(count) == 0; }
  /// [0, 1).
  constexpr double fraction() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// A seed that follows from another one.
constexpr std::uint64_t follow(std::uint64_t seed, std::uint64_t which) {
  return draw(seed ^ (which + 1) * 0xd1342543de82ef95u).bits();
}

inline int rounds() {
  static const int count = [] {
    const char* wanted = std::getenv("TENON_PROPERTY_ROUNDS");
    return wanted != nullptr ? std::atoi(wanted) : TENON_PROPERTY_ROUNDS;
  }();
  return count;
}

inline const char* name(tenon::kernels::instruction_set set) {
  constexpr const char* names[] = {"automatic", "baseline", "avx2", "avx512"};
  return names[static_cast<int>(set)];
}

/// Runs f on each instruction set that this machine has.
template <class F>
void on_each_instruction_set(const F& f) {
  using tenon::kernels::instruction_set;
  const instruction_set best = tenon::kernels::best_instruction_set();
  for (const auto set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
    if (set > best) continue;
    tenon::kernels::use_instruction_set(set);
    INFO("instruction set " << name(set));
    f();
  }
  tenon::kernels::use_instruction_set(instruction_set::automatic);
}

namespace detail {

template <std::uint64_t Property, std::size_t Case, class F>
void one_case(const F& f) {
  constexpr std::uint64_t seed = follow(follow(TENON_PROPERTY_SEED, Property), Case);
  for (int round = 0; round < rounds(); ++round) {
    INFO("case " << Case << ", round " << round << "; to repeat it: -DTENON_PROPERTY_SEED=" << TENON_PROPERTY_SEED
                 << " -DTENON_PROPERTY_CASES=" << TENON_PROPERTY_CASES << ", and test_properties with this test's name");
    f.template operator()<seed>(draw(follow(seed, static_cast<std::uint64_t>(round))));
  }
}

template <std::uint64_t Property, class F, std::size_t... Case>
void cases(const F& f, std::index_sequence<Case...>) {
  (one_case<Property, Case>(f), ...);
}

}  // namespace detail

/// Calls f.operator()<seed>(draw) for each case of a property, and for each round; properties have numbers of their own.
template <std::uint64_t Property, int Cases = TENON_PROPERTY_CASES, class F>
void each_case(const F& f) {
  detail::cases<Property>(f, std::make_index_sequence<static_cast<std::size_t>(Cases)>{});
}

}  // namespace properties
