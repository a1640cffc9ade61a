// Where an axis of extent 1 can be put in, and which can be taken out.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [a, b] -> [a, 1, b], or with a name [a, batch=1, b]. PyTorch: Tensor.unsqueeze.
/// - `unsqueeze: no place 4 in [seq=3, d_model=8]`
/// - `unsqueeze: batch=2 has not the extent 1`
struct unsqueeze {
  int place;
  axis added;

  static constexpr const char* operation() { return "unsqueeze"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (added.extent != 1 || added.bounded()) return refuse(why, "unsqueeze: ", added, " has not the extent 1");
    if (x.rank == max_rank) return refuse(why, "unsqueeze: more than ", max_rank, " axes: ", x);
    if (position(x) < 0 || position(x) > x.rank) return refuse(why, "unsqueeze: no place ", place, " in ", x);
    shape result = x;
    result.insert(position(x), added);
    return result;
  }
  /// A negative place counts from the end of the result, as in PyTorch.
  constexpr int position(const shape& x) const { return place < 0 ? place + x.rank + 1 : place; }

  constexpr strides relaid(const shape& x, strides steps) const {
    const int at = position(x);
    for (int i = x.rank; i > at; --i) steps[i] = steps[i - 1];
    // Any stride will do for an axis of extent 1; this one keeps a packed tensor packed.
    steps[at] = at == x.rank ? 1 : steps[at + 1] == dynamic || x[at].unmeasured() ? dynamic : steps[at + 1] * x[at].extent;
    return steps;
  }
};

/// [a, 1, b] -> [a, b]. PyTorch: Tensor.squeeze.
/// - `squeeze: seq=3 has not the extent 1 in [seq=3, d_model=8]`
struct squeeze {
  selector along;

  static constexpr const char* operation() { return "squeeze"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (x[at].bounded() || x[at].extent != 1) return refuse(why, "squeeze: ", x[at], " has not the extent 1 in ", x);
    shape result = x;
    result.erase(at);
    return result;
  }

  constexpr strides relaid(const shape& x, strides steps) const {
    for (int i = along.index_in(x); i + 1 < max_rank; ++i) steps[i] = steps[i + 1];
    steps[max_rank - 1] = 0;
    return steps;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
