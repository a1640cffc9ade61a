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
template <shape Scores, class Mask>
constexpr mask_place place_of(const shape& scores, const Mask& mask, bool by_head) {
  const strides steps = mask_strides<Scores>(mask);
  const int rank = scores.rank, batch = rank - (by_head ? 3 : 2);
  mask_place result{{0, by_head ? steps[rank - 3] : 0, steps[rank - 2], steps[rank - 1]}, true};
  if (batch > 0) result.strides.batch = steps[batch - 1];
  for (int i = 0; i + 1 < batch; ++i)
    result.regular = result.regular && steps[i] == steps[i + 1] * scores[i + 1].extent;
  return result;
}

/// Where the matrix of that number begins, of those along the first `leading` axes.
constexpr index_t matrix_offset(const shape& axes, const strides& steps, int leading, index_t matrix) {
  index_t offset = 0;
  for (int i = leading - 1; i >= 0; matrix /= axes[i].extent, --i) offset += matrix % axes[i].extent * steps[i];
  return offset;
}

/// Adds the hook of one option, if it has one, for all texts or for one of them.
template <shape Scores, class Option>
void add_hook(kernels::mixed_hooks& hooks, const shape& scores, bool by_head, bool all, index_t text,
              const Option& option) {
  if constexpr (is_causal<Option>) {
    hooks.add(kernels::causal{Option::offset(scores.last(1).extent, scores.last(0).extent)});
  } else if constexpr (is_mask<Option>) {
    kernels::hook_strides steps = place_of<Scores>(scores, option.values, by_head).strides;
    const auto* values = option.values.data();
    if (!all) {
      values += matrix_offset(scores, mask_strides<Scores>(option.values), scores.rank - (by_head ? 3 : 2), text);
      steps.batch = 0;
    }
    if constexpr (Option::kind == rules::mask_kind::keep)
      hooks.add(kernels::keep_mask{reinterpret_cast<const unsigned char*>(values), steps});
    else if constexpr (Option::kind == rules::mask_kind::ignore)
      hooks.add(kernels::ignore_mask{reinterpret_cast<const unsigned char*>(values), steps});
    else
      hooks.add(kernels::score_bias{values, steps});
  }
}

/// Whether a kernel can count the batch axes of an option's values as one.
template <shape Scores, class Option>
bool is_regular(const shape& scores, bool by_head, const Option& option) {
  if constexpr (is_mask<Option>) return place_of<Scores>(scores, option.values, by_head).regular;
  else return true;
}

/// Calls f(hooks, first, count) with the hooks of the options for `count` of the `texts` from `first` on: mostly for all
/// of them; one by one where a mask has some of several batch axes. Attention without masks, and causal alone, are
/// compiled for themselves; all mixtures of masks share one form.
template <shape Scores, class Texts, class F, class... Options>
void with_hooks(const shape& scores, bool by_head, Texts texts, const F& f, const Options&... options) {
  if constexpr (!any_mask<Options...>) {
    f(kernels::no_hooks{}, kernels::constant<0>{}, texts);
  } else if constexpr (!any_score_mask<Options...>) {
    kernels::mixed_hooks hooks;
    (add_hook<Scores>(hooks, scores, by_head, true, 0, options), ...);
    f(kernels::score_hooks<kernels::causal>(hooks.aligned), kernels::constant<0>{}, texts);
  } else {
    const bool all = (is_regular<Scores>(scores, by_head, options) && ...);
    const index_t count = texts, together = all ? count : 1;
    for (index_t first = 0; first < count; first += together) {
      kernels::mixed_hooks hooks;
      (add_hook<Scores>(hooks, scores, by_head, all, first, options), ...);
      f(hooks, first, together);
    }
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
