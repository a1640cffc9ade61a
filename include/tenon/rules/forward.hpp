// What `forward` reads and writes: operands as they lie, an output of the right axes, a workspace that is large enough.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The output that is given, or the weights, where `result` is wanted.
/// - `forward: the output is [batch=1, seq=3, d_model=8], not [batch=1, seq=3, d_ff=32]`
/// - `forward: the elements of the output [seq=3, d_model=8] are double, those of the result float`
/// - `forward: the output [seq=3, d_model=8] can only be read`
/// - `forward: the output [seq=3, d_model=8] is a temporary`
/// - `forward: an operand is not contiguous, did you mean contiguous(x)?`
/// - `forward: the workspace has 192 bytes, the call needs 768`
/// - `forward: the weights are [heads=2, seq=3, seq'=3], not [heads=2, seq=3, src=3]`
struct forward {
  shape result;
  element result_elements;
  element elements;
  bool weights = false;
  bool writable = true;
  bool temporary = false;
  /// Whether all operands and the output lie as they must.
  bool packed = true;
  /// The bytes of workspace that the call needs, and those that it has.
  index_t needs = 0;
  index_t has = 0;

  static constexpr bool mixes_elements = true;
  static constexpr const char* operation() { return "forward"; }

  constexpr verdict operator()(const shape& out, writer& why) const {
    const char* const what = weights ? "weights" : "output";
    const char* const are = weights ? " are " : " is ";
    if (elements != result_elements)
      return refuse(why, "forward: the elements of the ", what, " ", out, " are ", elements, ", those of the result ",
                    result_elements);
    if (!writable) return refuse(why, "forward: the ", what, " ", out, " can only be read");
    if (temporary) return refuse(why, "forward: the ", what, " ", out, are, "a temporary");
    if (!packed) return refuse(why, "forward: an operand is not contiguous, did you mean contiguous(x)?");
    bool same = out.rank == result.rank;
    for (int i = 0; same && i < out.rank; ++i) same = fits(out[i], result[i]);
    if (!same) return refuse(why, "forward: the ", what, are, result, ", not ", out);
    if (has < needs) return refuse(why, "forward: the workspace has ", has, " bytes, the call needs ", needs);
    return result;
  }
};

/// What the kernels of attention cannot do: the rest runs from parts, which allocates.
/// - `forward: kernels take float, not double`
/// - `forward: kernels take heads of at most 512, not d_k=520`
/// - `forward: kernels take a score_bias of float, not of double`
/// - `forward: with_weights returns the weights, did you mean weights_into(w)?`
struct attention_kernel {
  element elements;
  element bias = element::float32;
  axis head = 1;
  index_t widest_head = 1;
  bool returns_weights = false;

  static constexpr bool mixes_elements = true;
  static constexpr const char* operation() { return "forward"; }

  constexpr verdict operator()(const shape& out, writer& why) const {
    if (elements != element::float32) return refuse(why, "forward: kernels take float, not ", elements);
    if (head.extent > widest_head)
      return refuse(why, "forward: kernels take heads of at most ", widest_head, ", not ", head);
    if (bias != element::float32) return refuse(why, "forward: kernels take a score_bias of float, not of ", bias);
    if (returns_weights) return refuse(why, "forward: with_weights returns the weights, did you mean weights_into(w)?");
    return out;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
