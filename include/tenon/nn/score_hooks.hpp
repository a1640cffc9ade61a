// The options of attention as the kernels take them.
#pragma once
#include <tuple>

#include <tenon/kernels/score_hooks.hpp>
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

/// The hook of one option, or none. `regular` becomes false where a kernel cannot read the option's values as they lie.
template <class Option>
auto hook_of(const shape& scores, bool by_head, bool& regular, const Option& option) {
  if constexpr (is_causal<Option>) {
    return std::tuple(kernels::causal{Option::offset(scores.last(1).extent, scores.last(0).extent)});
  } else if constexpr (is_mask<Option>) {
    const mask_place place = place_of(scores, option.values, by_head);
    regular = regular && place.regular;
    if constexpr (Option::kind == rules::mask_kind::keep) {
      return std::tuple(kernels::keep_mask{reinterpret_cast<const unsigned char*>(option.values.data()), place.strides});
    } else if constexpr (Option::kind == rules::mask_kind::ignore) {
      return std::tuple(kernels::ignore_mask{reinterpret_cast<const unsigned char*>(option.values.data()), place.strides});
    } else if constexpr (std::is_same_v<typename Option::operand::value_type, float>) {
      return std::tuple(kernels::score_bias{option.values.data(), place.strides});
    } else {
      regular = false;
      return std::tuple(kernels::score_bias{nullptr, {}});
    }
  } else {
    return std::tuple<>();
  }
}

/// A hook among others; the number keeps two of one kind apart, as two masks that both hide.
template <std::size_t Number, class Hook>
struct numbered_hook : Hook {
  numbered_hook for_head(index_t batch, index_t head) const { return {Hook::for_head(batch, head)}; }
};
template <class F, class Hooks, std::size_t... I>
void call_with_hooks(const F& f, const Hooks& hooks, std::index_sequence<I...>) {
  f(kernels::score_hooks<numbered_hook<I, std::tuple_element_t<I, Hooks>>...>(
      numbered_hook<I, std::tuple_element_t<I, Hooks>>{std::get<I>(hooks)}...));
}

/// Calls f(hooks) with the hooks of the options. Returns false, without a call, where the composed form must serve.
template <class F, class... Options>
bool with_hooks(const shape& scores, bool by_head, const F& f, const Options&... options) {
  if constexpr (!any_mask<Options...>) {
    f(kernels::no_hooks{});
    return true;
  } else {
    bool regular = true;
    const auto hooks = std::tuple_cat(hook_of(scores, by_head, regular, options)...);
    using count = std::tuple_size<std::remove_const_t<decltype(hooks)>>;
    if (regular) call_with_hooks(f, hooks, std::make_index_sequence<count::value>{});
    return regular;
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
