// Whose axis arange can be as long as.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., axis, ...] -> [axis].
/// - `arange: no axis tokens in [seq=3]`
/// - `arange: 3 has no name by which to find an axis of [3]`
struct arange {
  axis along;

  static constexpr const char* operation() { return "arange"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!along.named()) return refuse(why, "arange: ", along, " has no name by which to find an axis of ", x);
    const int at = selector(along).find(x, operation(), why);
    return at < 0 ? verdict(x, false) : verdict(shape(x[at]));
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
