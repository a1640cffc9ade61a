// How the accuracy tests measure: the worst case of many, printed as one line an entry and instruction set.
#pragma once

#include "../support/catch.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

namespace kernels_test {

/// The distance between got and want in units of the last place of a float at want. Infinity counts as 2^128.
inline double ulps(float got, double want) {
  if (static_cast<float>(want) == got) return 0;
  int exponent;
  std::frexp(want, &exponent);
  const double reached = got == INFINITY ? 0x1p128 : static_cast<double>(got);
  return std::abs(reached - want) / std::ldexp(1.0, std::max(std::min(exponent, 128), -125) - 24);
}

/// The error in units of the result, or of 1 where the result is smaller.
inline double relative_to_one(float got, double want) {
  return std::abs(static_cast<double>(got) - want) / std::max(1.0, std::abs(want));
}

/// The worst error so far, and where it was. A NaN is worse than anything.
struct worst_case {
  double error = 0;
  double place = 0;

  void take(double e, double where) {
    if (e <= error) return;
    error = std::isnan(e) ? INFINITY : e;
    place = where;
  }
};

inline const char* instruction_set_name() {
  switch (kernels::current_instruction_set()) {
    case kernels::instruction_set::avx512: return "avx512";
    case kernels::instruction_set::avx2: return "avx2";
    default: return "baseline";
  }
}

/// Prints what was measured, and holds it against the bound.
inline void report(const char* what, const worst_case& worst, const char* unit, const char* place, double bound) {
  std::printf("accuracy, %-8s  %-58s %9.3g %s (bound %.3g), worst at %s %.9g\n", instruction_set_name(), what,
              worst.error, unit, bound, place, worst.place);
  INFO(what << ": " << worst.error << ' ' << unit << " at " << place << ' ' << worst.place);
  CHECK(worst.error <= bound);
}

}  // namespace kernels_test
