// Which bounded axes can become static, and which static ones bounded.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [tokens<=512, ...] -> [tokens=5, ...], when there are 5 now.
/// - `fix: tokens=7 is not tokens=5 in [tokens=7, d_model=8]`, at run time
/// - `fix: tokens=600 is over tokens<=512`
/// - `fix: seq=3 is not bounded in [seq=3, d_model=8]`
/// - `fix: 5 has no name by which to find an axis of [<=8]`
struct fix {
  axis to;

  static constexpr const char* operation() { return "fix"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!to.named()) return refuse(why, "fix: ", to, " has no name by which to find an axis of ", x);
    const int at = selector(to).find_by_name(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (to.bounded()) return refuse(why, "fix: ", to, " is bounded, give an extent");
    if (!x[at].bounded()) return refuse(why, "fix: ", x[at], " is not bounded in ", x);
    if (x[at].unmeasured() && to.extent > x[at].extent) return refuse(why, "fix: ", to, " is over ", x[at]);
    if (!x[at].unmeasured() && to.extent != x[at].extent) return refuse(why, "fix: ", is_not{x[at], to}, " in ", x);
    shape result = x;
    result[at] = to;
    return result;
  }
};

/// [seq=3, ...] -> [seq<=512, ...], with 3 elements now; also a larger bound for a bounded axis.
/// - `widen: seq=600 is over seq<=512`
struct widen {
  axis to;

  static constexpr const char* operation() { return "widen"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!to.named()) return refuse(why, "widen: ", to, " has no name by which to find an axis of ", x);
    const int at = selector(to).find_by_name(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (!to.bounded()) return refuse(why, "widen: ", to, " is not bounded, give a bound");
    if (x[at].extent > to.extent) return refuse(why, "widen: ", x[at], " is over ", to);
    shape result = x;
    result[at] = x.unmeasured() || !x[at].bounded() ? to : x[at];
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
