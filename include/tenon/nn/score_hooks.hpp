// The options of attention as the kernels take them.
#pragma once
#include <tenon/kernels/mixed_hooks.hpp>
#include <tenon/nn/masked_scores.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The place of a mask within scores [batch..., heads, seq, keys], whose batch axes the kernels count as one.
struct mask_place {
  kernels::hook_strides strides;
  /// Whether the batch axes of the mask can be counted as one.
  bool regular;
};

/// `by_head`: the scores have an axis of heads before the last two.
template <class Mask>
constexpr mask_place place_of(const shape& scores, const Mask& mask, bool by_head) {
  const strides steps = mask_strides(scores, mask);
  const int rank = scores.rank, batch = rank - (by_head ? 3 : 2);
  mask_place result{{0, by_head ? steps[rank - 3] : 0, steps[rank - 2], steps[rank - 1]}, true};
  if (batch > 0) result.strides.batch = steps[batch - 1];
  for (int i = 0; i + 1 < batch; ++i)
    result.regular = result.regular && steps[i] == steps[i + 1] * scores[i + 1].extent;
  return result;
}

/// Adds the hook of one option, if it has one. False where a kernel cannot read the option's values as they lie.
template <class Option>
bool add_hook(kernels::mixed_hooks& hooks, const shape& scores, bool by_head, const Option& option) {
  if constexpr (is_causal<Option>) {
    hooks.add(kernels::causal{Option::offset(scores.last(1).extent, scores.last(0).extent)});
  } else if constexpr (is_mask<Option>) {
    const mask_place place = place_of(scores, option.values, by_head);
    const auto* values = option.values.data();
    if (!place.regular) return false;
    if constexpr (Option::kind == rules::mask_kind::keep) {
      hooks.add(kernels::keep_mask{reinterpret_cast<const unsigned char*>(values), place.strides});
    } else if constexpr (Option::kind == rules::mask_kind::ignore) {
      hooks.add(kernels::ignore_mask{reinterpret_cast<const unsigned char*>(values), place.strides});
    } else if constexpr (std::is_same_v<typename Option::operand::value_type, float>) {
      hooks.add(kernels::score_bias{values, place.strides});
    } else {
      return false;
    }
  }
  return true;
}

/// Calls f(hooks) with the hooks of the options. Returns false, without a call, where the composed form must serve.
/// Attention without masks, and causal alone, are compiled for themselves; all mixtures of masks share one form.
template <class F, class... Options>
bool with_hooks(const shape& scores, bool by_head, const F& f, const Options&... options) {
  if constexpr (!any_mask<Options...>) {
    f(kernels::no_hooks{});
    return true;
  } else {
    kernels::mixed_hooks hooks;
    if (!(add_hook(hooks, scores, by_head, options) && ...)) return false;
    if constexpr ((is_mask<Options> || ...)) f(hooks);
    else f(kernels::score_hooks<kernels::causal>(hooks.aligned));
    return true;
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
