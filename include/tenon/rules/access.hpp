// Which indices name an element.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// x(i, j, ...): one index an axis.
/// - `element: 2 indices for the 3 axes of [batch=1, seq=3, d_model=8]`
/// - `element: an index of [2, 3] is no integer`
struct access {
  int indices;
  bool integers = true;

  static constexpr bool takes_panels = true;
  static constexpr const char* operation() { return "element"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (indices != x.rank)
      return refuse(why, "element: ", indices, indices == 1 ? " index" : " indices", " for the ", x.rank,
                    x.rank == 1 ? " axis of " : " axes of ", x);
    if (!integers) return refuse(why, "element: an index of ", x, " is no integer");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
