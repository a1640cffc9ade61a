// Which names axes can be given, and how to take them away.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., seq, ...] -> [..., keys, ...], the extent unchanged.
/// - `rename: seq=3 of [batch=1, seq=3] is not keys=5`
/// - `rename: no axis src in [batch=1, seq=3]`
struct rename {
  selector from;
  axis to;

  static constexpr const char* operation() { return "rename"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = from.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    const bool measured_now = x[at].bounded() && !x[at].unmeasured();
    if (x[at].bounded() != to.bounded() || (!measured_now && x[at].extent != to.extent))
      return refuse(why, "rename: ", x[at], " of ", x, " is not ", to);
    shape result = x;
    result[at] = renamed(x[at], to);
    return result;
  }
};

/// [seq, d_model] -> the same extents without names.
struct unnamed {
  static constexpr const char* operation() { return "unnamed"; }

  constexpr verdict operator()(const shape& x, writer&) const {
    shape result = x;
    for (int i = 0; i < x.rank; ++i) result[i] = renamed(x[i], axis(1));
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
