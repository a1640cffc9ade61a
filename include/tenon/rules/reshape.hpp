// Which axes the same elements can have instead.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Whether the elements of an operand lie in the order of its indices, as far as its type tells.
enum class packed { no, yes, known_at_run_time };

/// [axes] -> [other axes], the elements in the same order. PyTorch: Tensor.view. An axis whose name is on both sides must
/// keep its elements. A bounded axis keeps its extent; one that is new takes what is left.
/// - `reshape: element counts differ: [batch=1, seq=3, d_model=8] has 24, [4, 5] has 20`
/// - `reshape: [seq=3, batch=2] is not contiguous, did you mean reshape<...>(contiguous(x))?`
/// - `reshape: seq=3 would not keep its elements: [batch=2, seq=3] to [seq=3, batch=2], did you mean transpose?`
/// - `reshape: tokens<=512 of [tokens<=512] would not keep its extent: tokens<=512 is not tokens<=256`
/// - `reshape: [tokens<=512] is bounded and [512] is not, did you mean fix<...>(x)?`
struct reshape {
  shape target;
  packed layout = packed::yes;
  int axes = target.rank;  // more than a shape can hold, to be refused

  static constexpr const char* operation() { return "reshape"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (axes > max_rank) return refuse(why, "reshape: ", axes, " axes are more than ", max_rank);
    if (layout == packed::no)
      return refuse(why, "reshape: ", x, " is not contiguous, did you mean reshape<...>(contiguous(x))?");
    if (x.bounded() && !target.bounded())
      return refuse(why, "reshape: ", x, " is bounded and ", target, " is not, did you mean fix<...>(x)?");
    if (!x.bounded() && target.bounded())
      return refuse(why, "reshape: ", target, " is bounded and ", x, " is not, did you mean widen<...>(x)?");

    shape result = target;
    int open = -1;  // the bounded axis whose extent is what the others leave
    for (int i = 0; i < target.rank; ++i) {
      const int from = x.find(target[i]);
      if (from >= 0 && (x[from].bounded() != target[i].bounded() ||
                        (x[from].unmeasured() && x[from].extent != target[i].extent)))
        return refuse(why, "reshape: ", x[from], " of ", x, " would not keep its extent: ", is_not{x[from], target[i]});
      if (from >= 0 && target[i].bounded()) result[i] = x[from];
      if (from >= 0 || !target[i].bounded()) continue;
      if (open >= 0) return refuse(why, "reshape: ", target[open], " and ", target[i], " cannot both be new in ", target);
      open = i;
    }
    if (open >= 0 && !x.unmeasured()) {
      result[open] = measured(target[open], 1);
      const index_t others = result.size(), extent = others == 0 ? 0 : x.size() / others;
      if (extent > target[open].extent || extent * others != x.size()) return refuse_counts(x, target, why);
      result[open] = measured(target[open], extent);
    }
    if (x.size() != result.size()) return refuse_counts(x, result, why);

    for (int i = 0; i < result.rank; ++i) {
      const int from = x.find(result[i]);
      if (from >= 0 && x[from].extent != result[i].extent)
        return refuse(why, "reshape: ", x[from], " of ", x, " would not keep its extent: ", is_not{x[from], result[i]});
      if (from >= 0 && right_of(x, from) != right_of(result, i))
        return refuse(why, "reshape: ", result[i], " would not keep its elements: ", x, " to ", result,
                      ", did you mean transpose?");
    }
    return result;
  }

 private:
  /// The number of elements from one index of an axis to its next.
  static constexpr index_t right_of(const shape& s, int position) {
    index_t product = 1;
    for (int i = position + 1; i < s.rank; ++i) product = saturated_product(product, s[i].extent);
    return product;
  }
  static constexpr verdict refuse_counts(const shape& x, const shape& to, writer& why) {
    return refuse(why, "reshape: element counts differ: ", x, " has ", x.unmeasured() ? "at most " : "", x.size(), ", ",
                  to, " has ", to.unmeasured() ? "at most " : "", to.size());
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
