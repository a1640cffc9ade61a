// Which neighbouring axes can become one.
#pragma once
#include <tenon/rules/split.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., heads, d_k, ...] -> [..., d_model, ...]: the concat of attention. `contiguous_with_next` has bit i set where axis
/// i and the one after it lie as one.
/// - `merge: heads=2 x d_k=4 = 8 is not d_model=9`
/// - `merge: heads and d_k are not neighbours in [heads=2, seq=3, d_k=4], did you mean transpose?`
/// - `merge: heads=2 and d_k=4 of [...] are not contiguous, did you mean contiguous(x)?`
struct merge {
  selectors parts;
  axis whole;
  unsigned contiguous_with_next = ~0u;

  static constexpr const char* operation() { return "merge"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int first = parts.at[0].find(x, operation(), why);
    if (first < 0) return verdict(x, false);
    shape merged = shape(x[first]);
    for (int i = 1; i < parts.count; ++i) {
      const int at = parts.at[i].find(x, operation(), why);
      if (at < 0) return verdict(x, false);
      if (at != first + i)
        return refuse(why, "merge: ", x[first + i - 1 < x.rank ? first + i - 1 : first], " and ", x[at],
                      " are not neighbours in ", x, ", did you mean transpose?");
      merged.push(x[at]);
    }
    if (merged.bounded() != whole.bounded() || merged.size() > whole.extent ||
        (!whole.bounded() || x.unmeasured() ? merged.size() != whole.extent : false))
      return refuse(why, "merge: ", split::product{merged}, " = ", merged.unmeasured() ? "at most " : "", merged.size(),
                    " is not ", whole);
    for (int i = first; i + 1 < first + parts.count; ++i)
      if ((contiguous_with_next >> i & 1u) == 0)
        return refuse(why, "merge: ", x[i], " and ", x[i + 1], " of ", x,
                      " are not contiguous, did you mean merge<...>(contiguous(x))?");
    shape result = x;
    for (int i = 1; i < parts.count; ++i) result.erase(first + 1);
    result[first] = whole.bounded() && !x.unmeasured() ? measured(whole, merged.size()) : whole;
    return result;
  }

  constexpr strides relaid(const shape& x, strides steps) const {
    const int first = parts.at[0].index_in(x);
    for (int i = first; i + parts.count - 1 < x.rank; ++i) steps[i] = steps[i + parts.count - 1];
    for (int i = x.rank - parts.count + 1; i < max_rank; ++i) steps[i] = 0;
    return steps;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
