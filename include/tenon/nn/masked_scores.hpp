// The composed form of masked attention: which scores are seen, their softmax, and the mean of values that it weighs.
#pragma once
#include <limits>

#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/math/functions.hpp>
#include <tenon/nn/attention_call.hpp>
#include <tenon/ops/matmul.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The strides of a mask within the scores; 0 along the axes that it does not have.
template <shape Scores, class Mask>
constexpr strides mask_strides(const Mask& mask) {
  constexpr rules::mask_axes found = mask_axes_of<Scores, Mask>;
  const strides steps = mask.strides();
  strides result;
  for (int i = 0; i < Scores.rank; ++i) result[i] = found.at[i] < 0 ? 0 : steps[found.at[i]];
  return result;
}

/// A score and its bias. What is finite stays finite: a sum beyond the largest number is the largest number.
template <class T, class Bias>
constexpr T biased_score(T score, Bias bias) {
  using sum_type = std::common_type_t<T, Bias>;
  constexpr sum_type most = static_cast<sum_type>((std::numeric_limits<T>::max)());
  const sum_type a = static_cast<sum_type>(score), b = static_cast<sum_type>(bias), half = a / 2 + b / 2;
  if (math::detail::is_finite(a) && math::detail::is_finite(b)) {
    if (half > most / 2) return (std::numeric_limits<T>::max)();
    if (half < -most / 2) return std::numeric_limits<T>::lowest();
  }
  return static_cast<T>(a + b);
}

/// Whether a bias hides: only -infinity does, however low another is.
template <class T>
constexpr bool hides(T bias) {
  return bias < std::numeric_limits<T>::lowest();
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
          axes, [&](index_t i, index_t j) { if (!hides(bias[j])) to[i] = biased_score(to[i], bias[j]); },
          scores.strides(), mask_strides<Scores::axes>(option.values));
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
    const auto* mask = option.values.data();
    traverse(
        axes,
        [&](index_t i, index_t j) {
          if constexpr (Option::kind == rules::mask_kind::score_bias) to[i] = to[i] && !hides(mask[j]);
          else to[i] = to[i] && mask[j] == (Option::kind == rules::mask_kind::keep);
        },
        seen.strides(), mask_strides<Seen::axes>(option.values));
  }
}

/// Which keys each query sees: [batch..., heads, seq, keys] of bool, like the scores or weights.
template <class Scores, class... Options>
constexpr auto seen_keys(const Scores& scores, const Options&... options) {
  typename tensor_of<bool, Scores::axes>::type seen(uninitialized, scores.shape());
  for (bool& one : seen) one = true;
  (hide(seen, options), ...);
  return seen;
}

// The steps of the kernels, so that both treat alike what is hidden, infinite or no number.

/// The weights of one query: softmax of the scores that are seen; hidden ones weigh 0, whatever they were, and so do all
/// where the seen ones are -infinity.
template <class T>
constexpr void weigh_row(T* x, const bool* see, index_t keys) {
  T largest = std::numeric_limits<T>::lowest();
  for (index_t i = 0; i < keys; ++i)
    if (see[i] && x[i] > largest) largest = x[i];
  double sum = 0;
  bool done = false;
  if constexpr (std::is_same_v<T, float>)
    if (!std::is_constant_evaluated()) {
      for (index_t i = 0; i < keys; ++i) x[i] = see[i] ? x[i] - largest : -std::numeric_limits<T>::infinity();
      kernels::map<kernels::exponential>(keys, x, x);
      done = true;
    }
  for (index_t i = 0; i < keys; ++i) {
    // Half of the distance never overflows.
    if (!done) x[i] = see[i] && !(x[i] / 2 - largest / 2 < T{-400}) ? math::exp(static_cast<T>(x[i] - largest)) : T{};
    sum += static_cast<double>(x[i]);
  }
  if (sum < 1) return;  // the largest alone makes 1: nothing is seen
  for (index_t i = 0; i < keys; ++i)
    if (see[i]) x[i] = static_cast<T>(static_cast<double>(x[i]) / sum);
}

template <class Scores, class... Options>
constexpr auto masked_softmax(Scores scores, const Options&... options) {
  (add_bias(scores, options), ...);
  const auto seen = seen_keys(scores, options...);
  const index_t keys = scores.shape().last(0).extent;
  for (index_t first = 0; first < scores.size(); first += keys) weigh_row(scores.data() + first, seen.data() + first, keys);
  return scores;
}

/// One matrix of weights [queries, keys] times one of values [keys, width], `to` in double. The runs of keys are those of a
/// sum whose error does not grow with their number.
inline void add_products(index_t queries, index_t keys, index_t width, const float* weights, const kernels::matrix& values,
                         float* run, double* to) {
  constexpr index_t together = 32;
  for (index_t first = 0; first < keys; first += together) {
    kernels::matmul(queries, keys - first < together ? keys - first : together, width, {weights + first, keys, 1},
                    {values.data + first * values.row_stride, values.row_stride, values.column_stride}, run, width);
    for (index_t i = 0; i < queries * width; ++i) to[i] += static_cast<double>(run[i]);
  }
}

/// weighted_mean of floats when the program runs. A value that is not finite is taken for 0 first, and added where it is
/// seen: so it does not matter, to the last bit, where it is not.
template <class Context, class Weights, class Seen, class Values>
void weighted_mean_by_kernel(Context& context, const Weights& weights, const Seen& seen, const Values& values) {
  constexpr int rank = Weights::axes.rank;
  const shape axes = weights.shape();
  const index_t keys = axes.last(0).extent, queries = axes.last(1).extent, width = values.extent(rank - 1);
  shape lead = axes;
  lead[rank - 1] = lead[rank - 2] = axis(1);
  using copy = typename tensor_of<float, Values::axes>::type;
  copy finite(values);
  for (float& value : finite) value = math::detail::is_finite(value) ? value : 0.f;
  Context run(uninitialized, context.shape());
  typename tensor_of<double, Context::axes>::type sums(uninitialized, context.shape());
  for (double& sum : sums) sum = 0;
  const float* weight = weights.data();
  const bool* see = seen.data();
  double* to = sums.data();
  traverse(
      lead,
      [&](index_t base, index_t clean) {
        const kernels::matrix matrix{finite.data() + clean, width, 1};
        add_products(queries, keys, width, weight, matrix, run.data(), to);
        for (index_t key = 0; key < keys; ++key)
          for (index_t i = 0; i < width; ++i) {
            const float value =
                values.data()[base + key * values.strides()[rank - 2] + i * values.strides()[rank - 1]];
            if (math::detail::is_finite(value)) continue;
            for (index_t query = 0; query < queries; ++query)
              if (see[query * keys + key]) to[query * width + i] += static_cast<double>(weight[query * keys + key] * value);
          }
        weight += queries * keys;
        see += queries * keys;
        to += queries * width;
      },
      values.strides(), finite.strides());
  for (index_t i = 0; i < context.size(); ++i) context.data()[i] = static_cast<float>(sums.data()[i]);
}

/// weights [batch..., heads, seq, keys] x values [batch..., heads, keys, d_v]. What is hidden is left out, so that not even
/// NaN or infinity in a hidden value reaches the result.
template <class Weights, class Values, class... Options>
constexpr auto weighted_mean(const Weights& weights, const Values& values, const Options&... options) {
  using T = typename Weights::value_type;
  const shape axes = weights.shape();
  const auto seen = seen_keys(weights, options...);
  typename tensor_of<T, verdict_of<rules::matmul{}, Weights, Values>.result>::type context(
      uninitialized, checked<rules::matmul{}>(weights, values));
  if constexpr (std::is_same_v<T, float>)
    if (!std::is_constant_evaluated()) {
      weighted_mean_by_kernel(context, weights, seen, values);
      return context;
    }
  constexpr int rank = Weights::axes.rank;
  constexpr index_t together = 32;  // columns
  const index_t keys = axes.last(0).extent, queries = axes.last(1).extent, width = values.extent(rank - 1);
  shape lead = axes;
  lead[rank - 1] = lead[rank - 2] = axis(1);
  const strides steps = values.strides();
  const T *weight = weights.data(), *value = values.data();
  const bool* see = seen.data();
  T* to = context.data();
  traverse(
      lead,
      [&](index_t base) {
        for (index_t query = 0; query < queries; ++query, weight += keys, see += keys, to += width)
          for (index_t first = 0; first < width; first += together) {
            const index_t here = width - first < together ? width - first : together;
            double sums[together] = {};
            for (index_t key = 0; key < keys; ++key) {
              const T* row = value + base + key * steps[rank - 2] + first * steps[rank - 1];
              const double by = static_cast<double>(weight[key]);
              for (index_t i = 0; see[key] && i < here; ++i) sums[i] += by * static_cast<double>(row[i * steps[rank - 1]]);
            }
            for (index_t i = 0; i < here; ++i) to[first + i] = static_cast<T>(sums[i]);
          }
      },
      steps);
  return context;
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
