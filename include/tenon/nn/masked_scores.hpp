// The composed form of masked attention: which scores are seen, their softmax, and the mean of values that it weighs.
#pragma once
#include <tenon/nn/attention_call.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/softmax.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The strides of a mask within the scores; 0 along the axes that it does not have.
template <class Mask>
constexpr strides mask_strides(const shape& scores, const Mask& mask) {
  const rules::mask_axes found = rules::match_mask(scores, mask.shape());
  const strides steps = mask.strides();
  strides result;
  for (int i = 0; i < scores.rank; ++i) result[i] = found.at[i] < 0 ? 0 : steps[found.at[i]];
  return result;
}

/// Adds a bias to the scores; leaves them alone for any other option.
template <class Scores, class Option>
constexpr void add_bias(Scores& scores, const Option& option) {
  if constexpr (is_mask<Option>) {
    if constexpr (Option::kind == rules::mask_kind::score_bias) {
      const shape axes = scores.shape();
      const auto* bias = option.values.data();
      auto* to = scores.data();
      traverse(
          axes, [&](index_t i, index_t j) { to[i] += static_cast<typename Scores::value_type>(bias[j]); },
          scores.strides(), mask_strides(axes, option.values));
    }
  }
}

/// Takes from `seen` [batch..., heads, seq, keys] what one option hides.
template <class Seen, class Option>
constexpr void hide(Seen& seen, const Option& option) {
  const shape axes = seen.shape();
  bool* to = seen.data();
  if constexpr (is_causal<Option>) {
    const index_t queries = axes.last(1).extent, keys = axes.last(0).extent, offset = Option::offset(queries, keys);
    for (index_t row = 0; row < seen.size() / (keys == 0 ? 1 : keys); ++row)
      for (index_t key = 0; key < keys; ++key) to[row * keys + key] = to[row * keys + key] && key <= row % queries + offset;
  } else if constexpr (is_mask<Option>) {
    if constexpr (Option::kind != rules::mask_kind::score_bias) {
      constexpr bool keeps = Option::kind == rules::mask_kind::keep;
      const bool* mask = option.values.data();
      traverse(
          axes, [&](index_t i, index_t j) { to[i] = to[i] && mask[j] == keeps; }, seen.strides(),
          mask_strides(axes, option.values));
    }
  }
}

/// softmax of the scores that are seen; hidden ones weigh 0, whatever they were, and so does a row that sees none.
template <class Scores, class... Options>
constexpr auto masked_softmax(Scores scores, const Options&... options) {
  (add_bias(scores, options), ...);
  if constexpr (!any_mask<Options...>) {
    if (scores.size() == 0) return scores;
    return softmax<-1>(std::move(scores));
  } else {
    using T = typename Scores::value_type;
    const shape axes = scores.shape();
    typename tensor_of<bool, Scores::axes>::type seen(uninitialized, axes);
    for (bool& one : seen) one = true;
    (hide(seen, options), ...);
    const index_t keys = axes.last(0).extent;
    for (index_t row = 0; keys > 0 && row < scores.size() / keys; ++row) {
      T* x = scores.data() + row * keys;
      const bool* see = seen.data() + row * keys;
      bool any = false;
      T largest{}, sum{};
      for (index_t i = 0; i < keys; ++i) {
        if (see[i] && (!any || x[i] > largest)) largest = x[i];
        any = any || see[i];
      }
      // Scores of -infinity hide as a mask does.
      any = any && largest != -static_cast<T>(__builtin_inf());
      for (index_t i = 0; i < keys; ++i) {
        x[i] = any && see[i] ? math::exp(static_cast<T>(x[i] - largest)) : T{};
        sum += x[i];
      }
      for (index_t i = 0; i < keys; ++i) x[i] = any && see[i] ? x[i] / sum : T{};
    }
    return scores;
  }
}

/// weights [batch..., heads, seq, keys] x values [batch..., heads, keys, d_v]. Where keys can be hidden, those that weigh 0
/// are left out, so that not even NaN or infinity in a hidden value reaches the result.
template <class... Options, class Weights, class Values>
constexpr auto weighted_mean(const Weights& weights, const Values& values) {
  if constexpr (!any_mask<Options...>) {
    return matmul(weights, values);
  } else {
    using T = typename Weights::value_type;
    const shape axes = weights.shape();
    typename tensor_of<T, verdict_of<rules::matmul{}, Weights, Values>.result>::type context(
        uninitialized, checked<rules::matmul{}>(weights, values));
    for (T& element : context) element = T{};
    constexpr int rank = Weights::axes.rank;
    const index_t keys = axes.last(0).extent, queries = axes.last(1).extent, width = values.extent(rank - 1);
    shape lead = axes;
    lead[rank - 1] = lead[rank - 2] = axis(1);
    const strides steps = values.strides();
    const T *weight = weights.data(), *value = values.data();
    T* to = context.data();
    traverse(
        lead,
        [&](index_t base) {
          for (index_t query = 0; query < queries; ++query, weight += keys, to += width)
            for (index_t key = 0; key < keys; ++key)
              for (index_t i = 0; weight[key] != T{} && i < width; ++i)
                to[i] += weight[key] * value[base + key * steps[rank - 2] + i * steps[rank - 1]];
        },
        steps);
    return context;
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
