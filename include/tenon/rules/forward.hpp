// What `forward` reads and writes: packed operands, and an output of the right axes.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The output that is given, where `result` is wanted.
/// - `forward: the output is [batch=1, seq=3, d_model=8], not [batch=1, seq=3, d_ff=32]`
/// - `forward: an operand is not contiguous, did you mean contiguous(x)?`
/// - `forward: elements of double, kernels take float`
struct forward {
  shape result;
  element elements;
  bool packed;

  static constexpr bool mixes_elements = true;
  static constexpr const char* operation() { return "forward"; }

  constexpr verdict operator()(const shape& out, writer& why) const {
    if (elements != element::float32) return refuse(why, "forward: elements of ", elements, ", kernels take float");
    if (!packed) return refuse(why, "forward: an operand is not contiguous, did you mean contiguous(x)?");
    bool same = out.rank == result.rank;
    for (int i = 0; same && i < out.rank; ++i) same = fits(out[i], result[i]);
    if (!same)
      return refuse(why, "forward: the output is ", result, ", not ", out);
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
