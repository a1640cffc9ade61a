// Which inputs a linear map takes.
#pragma once
#include <tenon/shape/verdict.hpp>

namespace tenon::rules {

/// [..., in] -> [..., out].
/// - `linear: [batch=1, seq=3, d_model=8] does not end in d_ff=32: d_model=8 is not d_ff=32`
struct linear {
  axis in;
  axis out;

  static constexpr const char* operation() { return "linear"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (x.rank == 0) return refuse(why, "linear: ", x, " has no last axis to be ", in);
    if (!fits(in, x.last(0)))
      return refuse(why, "linear: ", x, " does not end in ", in, ": ", is_not{x.last(0), in});
    shape result = x;
    result[x.rank - 1] = out;
    return result;
  }
};

}  // namespace tenon::rules
