// Which indices name an element.
#pragma once
#include <tenon/shape/selector.hpp>
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

/// x.at<seq, d_model>(i, j): one axis an index, every axis once, in any order.
/// - `element: d_model=8 of [seq=3, d_model=8] has no index`
/// - `element: seq=3 of [seq=3, d_model=8] is named twice`
/// - `element: 1 index for 2 named axes of [seq=3, d_model=8]`
/// - `element: no axis src in [seq=3, d_model=8]`
struct named_access {
  selectors names;
  int indices;
  bool integers = true;

  static constexpr bool takes_panels = true;
  static constexpr const char* operation() { return "element"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    bool named[max_rank] = {};
    for (const selector& s : names) {
      const int at = s.find(x, operation(), why);
      if (at < 0) return verdict(x, false);
      if (named[at]) return refuse(why, "element: ", x[at], " of ", x, " is named twice");
      named[at] = true;
    }
    if (indices != names.count)
      return refuse(why, "element: ", indices, indices == 1 ? " index" : " indices", " for ", names.count,
                    names.count == 1 ? " named axis of " : " named axes of ", x);
    for (int i = 0; i < x.rank; ++i)
      if (!named[i]) return refuse(why, "element: ", x[i], " of ", x, " has no index");
    if (!integers) return refuse(why, "element: an index of ", x, " is no integer");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
