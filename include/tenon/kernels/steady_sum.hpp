// Sums whose error does not grow with the number of their terms.
#pragma once

#include <tenon/kernels/chunk.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// sum <- sum + more, and lost <- what that rounding took away, exactly; 0 beside a sum that is not finite. Adding
/// zeros to the two changes neither.
template <class Set>
TENON_INLINE void settle(vector<Set>& sum, const vector<Set>& more, vector<Set>& lost) {
  const vector<Set> all = sum + more;
  const vector<Set> from_more = all - sum;
  const vector<Set> rest = (sum - (all - from_more)) + (more - from_more);
  constexpr std::int32_t no_sign = 0x7fffffff, infinite = 0x7f800000;
  const int_vector<Set> finite = (int_vector<Set>)(((int_vector<Set>)all & no_sign) < infinite);
  lost = (vector<Set>)((int_vector<Set>)rest & finite);
  sum = all;
}

/// Terms that are added one by one, from zero; their sums are settled.
inline constexpr index_t sum_run = 32;

/// 16 sums beside each other, made of runs.
template <class Set>
struct steady_sum {
  chunk<Set> all, lost;

  /// `begin` is 0 for the first run, which alone costs nothing more than a plain sum.
  TENON_INLINE void take(const chunk<Set>& run, index_t begin) {
    if (begin == 0) {
      all = run;
      return;
    }
    if (begin == 16 * sum_run) lost.fill(0.f);
    TENON_UNROLL
    for (int i = 0; i < run.vectors; ++i) {
      const vector<Set> more = run.part[i] + lost.part[i];
      settle<Set>(all.part[i], more, lost.part[i]);
    }
  }
};

/// Calls f(begin, count) for the runs of a row, of which there is one at least: 16 terms beside each other, sum_run times.
template <class F>
TENON_INLINE void for_each_run(index_t width, F f) {
  constexpr index_t run = 16 * sum_run;
  index_t begin = 0;
  do {
    f(begin, width - begin < run ? width - begin : run);
    begin += run;
  } while (begin < width);
}

}  // namespace tenon::kernels
TENON_END_HEADER
