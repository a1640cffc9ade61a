// Which part of an axis can be taken.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., axis, ...] -> [..., axis', ...], the elements from `begin` up to, not including, `end`. PyTorch: x[begin:end].
/// - `slice: 2 to 5 is not within seq=3 of [batch=1, seq=3]`
/// - `slice: tokens<=512 is bounded, give begin and end at run time: slice<tokens>(x, begin, end)`
struct slice {
  selector along;
  index_t begin;
  index_t end;

  static constexpr const char* operation() { return "slice"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (x[at].bounded())
      return refuse(why, "slice: ", x[at], " is bounded, give begin and end at run time: slice<", name_of{x[at]},
                    ">(x, begin, end)");
    if (begin < 0 || begin >= end || end > x[at].extent)
      return refuse(why, "slice: ", begin, " to ", end, " is not within ", x[at], " of ", x);
    shape result = x;
    result[at] = resized(x[at], end - begin);
    return result;
  }
};

/// The same for a part whose place is known at run time and whose extent is that of an axis: [..., seq=9, ...] ->
/// [..., window=3, ...].
/// - `slice: window=5 is longer than seq=3 of [batch=1, seq=3]`
struct window {
  selector along;
  axis part;

  static constexpr const char* operation() { return "slice"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (part.bounded()) return refuse(why, "slice: ", part, " is bounded, give begin and end instead");
    if (part.extent > x[at].extent) return refuse(why, "slice: ", part, " is longer than ", x[at], " of ", x);
    shape result = x;
    result[at] = part.named() ? part : resized(renamed(part, x[at]), part.extent);
    return result;
  }
};

/// The same for a bounded axis: begin and end are known at run time, the bound stays.
/// - `slice: seq=3 is not bounded in [batch=1, seq=3], give begin and end as template arguments`
struct bounded_slice {
  selector along;

  static constexpr const char* operation() { return "slice"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (!x[at].bounded())
      return refuse(why, "slice: ", x[at], " is not bounded in ", x, ", give begin and end as template arguments");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
