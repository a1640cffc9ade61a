// Which inputs a linear map takes.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., in] -> [..., out].
/// - `linear: [batch=1, seq=3, d_model=8] does not end in d_ff=32: d_model=8 is not d_ff=32`
/// - `linear: the elements of [seq=3, d_model=8] are double, those of the weight float, did you mean cast<float>(x)?`
struct linear {
  axis in;
  axis out;
  element weight = element::any;
  element input = element::any;

  static constexpr const char* operation() { return "linear"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (x.rank == 0) return refuse(why, "linear: ", x, " has no last axis to be ", in);
    if (!fits(in, x.last(0)))
      return refuse(why, "linear: ", x, " does not end in ", in, ": ", is_not{x.last(0), in});
    if (weight != input)
      return refuse(why, "linear: the elements of ", x, " are ", input, ", those of the weight ", weight,
                    ", did you mean cast<", weight, ">(x)?");
    shape result = x;
    result[x.rank - 1] = out;
    return result;
  }
};

/// What a linear map can be from and to.
/// - `linear: tokens<=512 is bounded, its extent must be known`
struct linear_sides {
  axis in;
  axis out;

  static constexpr const char* operation() { return "linear"; }

  constexpr verdict operator()(writer& why) const {
    if (in.bounded() || out.bounded())
      return refuse(why, "linear: ", in.bounded() ? in : out, " is bounded, its extent must be known");
    return shape(out);
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
