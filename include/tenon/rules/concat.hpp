// Which tensors can be joined along an axis, and which stacked along a new one.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., seq=3, ...] and [..., seq=5, ...] -> [..., seq=8, ...]; bounds are added like extents. PyTorch: torch.cat.
/// - `concat: axes differ: [seq=3, d_model=8] and [seq=5, d_ff=32]: d_model=8 is not d_ff=32`
/// - `concat: no axis src in [seq=3, d_model=8]`
struct concat {
  selector along;

  static constexpr const char* operation() { return "concat"; }

  constexpr verdict operator()(const shape_list& operands, writer& why) const {
    shape result = operands[0];
    const int at = along.find_by_name(result, operation(), why);
    if (at < 0) return verdict(result, false);
    index_t together = result[at].extent;
    for (int n = 1; n < operands.count; ++n) {
      const shape& next = operands[n];
      if (result.rank != next.rank)
        return refuse(why, "concat: axes differ: ", result, " and ", next, ": ", result.rank,
                      result.rank == 1 ? " axis is not " : " axes are not ", next.rank);
      for (int i = 0; i < result.rank; ++i)
        if (!fits(result[i], i == at ? resized(next[i], result[i].extent) : next[i]))
          return refuse(why, "concat: axes differ: ", result, " and ", next, ": ", is_not{result[i], next[i]});
      for (int i = 0; i < result.rank; ++i) result[i] = joined(result[i], resized(next[i], result[i].extent));
      together += next[at].extent;
    }
    result[at] = resized(result[at], together);
    return result;
  }
};

/// [axes] and [axes] -> [batch=2, axes...]: the new axis says how many. PyTorch: torch.stack.
/// - `stack: 3 tensors are not batch=2`
/// - `stack: axes differ: [seq=3] and [src=5]: seq=3 is not src=5`
struct stack {
  axis added;

  static constexpr const char* operation() { return "stack"; }

  constexpr verdict operator()(const shape_list& operands, writer& why) const {
    if (added.bounded() || added.extent != operands.count)
      return refuse(why, "stack: ", operands.count, operands.count == 1 ? " tensor is not " : " tensors are not ", added);
    shape result = operands[0];
    if (result.rank == max_rank) return refuse(why, "stack: more than ", max_rank, " axes: ", result);
    for (int n = 1; n < operands.count; ++n) {
      const shape& next = operands[n];
      if (result.rank != next.rank)
        return refuse(why, "stack: axes differ: ", result, " and ", next, ": ", result.rank, result.rank == 1 ? " axis is not " : " axes are not ", next.rank);
      for (int i = 0; i < result.rank; ++i) {
        if (!fits(result[i], next[i]))
          return refuse(why, "stack: axes differ: ", result, " and ", next, ": ", is_not{result[i], next[i]});
        result[i] = joined(result[i], next[i]);
      }
    }
    result.insert(0, added);
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
