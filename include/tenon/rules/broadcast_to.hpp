// Which shapes an operand can be stretched to when that is asked for.
#pragma once
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., 1, b] -> [target]: leading axes are added, and axes of extent 1, named or not, are stretched. A bounded axis of
/// the target must be one of the operand's. PyTorch: Tensor.expand.
/// - `broadcast_to: [2, 3] does not stretch to [3]: 2 axes are more than 1`
/// - `broadcast_to: [seq=3] does not stretch to [batch=2, src=5]: seq=3 is not src=5`
struct broadcast_to {
  shape target;
  int axes = target.rank;  // more than a shape can hold, to be refused

  static constexpr const char* operation() { return "broadcast_to"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (axes > max_rank) return refuse(why, "broadcast_to: ", axes, " axes are more than ", max_rank);
    if (x.rank > target.rank)
      return refuse(why, "broadcast_to: ", x, " does not stretch to ", target, ": ", x.rank, x.rank == 1 ? " axis is more than " : " axes are more than ", target.rank);
    shape result = target;
    for (int i = 0; i < target.rank; ++i) {
      axis& to = result[target.rank - 1 - i];
      if (i >= x.rank) {
        if (to.bounded()) return refuse(why, "broadcast_to: the extent of ", to, " is not known from ", x);
        continue;
      }
      const axis& from = x.last(i);
      const bool both_bounded = to.bounded() && from.bounded() && (!from.named() || !to.named() || same_name(from, to));
      if (both_bounded && (x.unmeasured() ? from.extent == to.extent : true)) {
        to = joined(to, from).named() ? renamed(from, joined(to, from)) : from;
        continue;
      }
      if (to.bounded() && from.extent == 1 && !from.bounded())
        return refuse(why, "broadcast_to: the extent of ", to, " is not known from ", x);
      if (fits(to, from)) to = joined(to, from);
      else if (from.extent == 1 && !from.bounded() && fits(to, resized(from, to.extent)))
        to = joined(to, resized(from, to.extent));
      else
        return refuse(why, "broadcast_to: ", x, " does not stretch to ", target, ": ", is_not{from, to});
    }
    return result;
  }

  constexpr strides relaid(const shape& x, const strides& steps) const {
    strides result;
    for (int i = 0; i < x.rank; ++i) {
      const int at = target.rank - 1 - i;
      const bool stretches = x.last(i).extent == 1 && !x.last(i).bounded() && target[at].extent != 1;
      result[at] = stretches ? 0 : steps[x.rank - 1 - i];
    }
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
