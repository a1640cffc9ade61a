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
/// A number is no name, so it tells nobody what became of a named axis. What is neither a split nor a merge mixes the
/// elements of axes, and says so by `unnamed`:
/// - `reshape: [seq=3, d_model=8] would be mixed into [2, 3, 4], did you mean transpose<...>(split<...>(x)), or
///   reshape<...>(unnamed(x))?`
/// - `reshape: the name seq of [batch=2, seq=3, d_model=8] would be lost in [batch=2, 3, 8], did you mean
///   reshape<...>(unnamed(x))?`
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
    return keeps_names(x, result, why);
  }

 private:
  static constexpr int next_boundary(const shape& s, int from, index_t right) {
    while (from < s.rank && right_of(s, from) != right) ++from;
    return from;
  }
  /// Axes with more than one index, and whether one of them has a name, or has none.
  struct some_axes {
    shape at;
    bool named = false;
    bool numbers = false;
    constexpr some_axes(const shape& s, int from, int to) {
      for (int i = from; i < to; ++i) {
        if (s[i].extent == 1) continue;
        at.push(s[i]);
        (s[i].named() ? named : numbers) = true;
      }
    }
  };
  /// Looks at the parts of both shapes that hold the same elements, from the front. What a type may do, its measured axes
  /// may do.
  static constexpr verdict keeps_names(const shape& x, const shape& result, writer& why) {
    if (x.bounded() && !x.unmeasured()) return result;
    const bool target_has_names = some_axes(result, 0, result.rank).named;
    for (int i = 0, j = 0; i < x.rank && j < result.rank;) {
      int end = i, end_of_result = result.rank;
      for (; end < x.rank; ++end) {
        end_of_result = next_boundary(result, j, right_of(x, end));
        if (end_of_result < result.rank) break;
      }
      const some_axes from(x, i, end + 1 < x.rank ? end + 1 : x.rank);
      const some_axes to(result, j, end_of_result + 1 < result.rank ? end_of_result + 1 : result.rank);
      i = end + 1;
      j = end_of_result + 1;
      if (!from.named) continue;
      const bool mixes = from.at.rank > 1 && to.at.rank > 1;
      if (mixes && (to.at.rank > from.at.rank || (to.numbers && target_has_names)))
        return refuse(why, "reshape: ", from.at, " would be mixed into ", to.at,
                      ", did you mean transpose<...>(split<...>(x)), or reshape<...>(unnamed(x))?");
      if (from.at.rank == 1 && to.at.rank == 1 && to.numbers && target_has_names)
        return refuse(why, "reshape: the name ", name_of{from.at[0]}, " of ", x, " would be lost in ", result,
                      ", did you mean reshape<...>(unnamed(x))?");
    }
    return result;
  }
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
