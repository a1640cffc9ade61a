// What attention may be told besides its inputs: masks, biases of the scores, causality, and whether the weights are wanted.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/kernels/executor.hpp>
#include <tenon/rules/attention.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// Asks for the attention weights beside the output: `auto [output, weights] = attention(x, nn::with_weights);`.
struct with_weights_t {
  explicit with_weights_t() = default;
};
inline constexpr with_weights_t with_weights{};

/// The output of attention and its weights, [batch..., heads, seq, keys]; each query's weights sum to 1, or are 0 where it
/// sees no key.
template <class Output, class Weights>
struct attended {
  Output output;
  Weights weights;
};

/// Query i sees key j where j <= i. Refused where there can be more keys than queries, or fewer: name the alignment.
struct causal_t {
  static constexpr rules::causality kind = rules::causality::unaligned;
  static constexpr index_t offset(index_t, index_t) { return 0; }
};
/// The same where the first query stands beside the first key.
struct causal_top_left_t {
  static constexpr rules::causality kind = rules::causality::aligned;
  static constexpr index_t offset(index_t, index_t) { return 0; }
};
/// The last query stands beside the last key, as when new tokens follow cached ones: j <= i + keys - queries.
struct causal_bottom_right_t {
  static constexpr rules::causality kind = rules::causality::aligned;
  static constexpr index_t offset(index_t queries, index_t keys) { return keys - queries; }
};
inline constexpr causal_t causal{};
inline constexpr causal_top_left_t causal_top_left{};
inline constexpr causal_bottom_right_t causal_bottom_right{};

/// A mask or bias, by reference where it is an lvalue and by value where it is a temporary.
template <rules::mask_kind Kind, class X>
struct score_mask {
  static constexpr rules::mask_kind kind = Kind;
  using operand = std::remove_cvref_t<X>;
  X values;
};

namespace detail {

/// A mask is a tensor of bool, a bias one of floats.
struct mask_elements {
  rules::mask_kind kind;
  element elements;

  constexpr const char* operation() const { return rules::name(kind); }
  constexpr verdict operator()(const shape& mask, writer& why) const {
    const bool wants_bool = kind != rules::mask_kind::score_bias;
    if (wants_bool ? elements == element::boolean : is_floating(elements)) return mask;
    return refuse(why, operation(), ": ", mask, " is of ", elements, ", not of ", wants_bool ? "bool" : "float");
  }
};
template <rules::mask_kind Kind, class X>
inline constexpr mask_elements mask_rule{Kind, tenon::detail::element_kind<X>};

}  // namespace detail

/// A mask of bool that is true where a query may see a key: [seq, keys], [heads, seq, keys], [batch, heads, seq, keys] or,
/// by name, any of these axes in this order. PyTorch: attn_mask of scaled_dot_product_attention.
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::keep, X>, X>
constexpr score_mask<rules::mask_kind::keep, X> keep(X&& mask) {
  return {std::forward<X>(mask)};
}
/// A mask of bool that is true where a query may not see a key. PyTorch: attn_mask of nn.MultiheadAttention.
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::ignore, X>, X>
constexpr score_mask<rules::mask_kind::ignore, X> ignore(X&& mask) {
  return {std::forward<X>(mask)};
}
/// Numbers that are added to the scores, after their division by sqrt(d_k). A number of -infinity
/// hides as a mask does.
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::score_bias, X>, X>
constexpr score_mask<rules::mask_kind::score_bias, X> score_bias(X&& bias) {
  return {std::forward<X>(bias)};
}
template <shaped X>
  requires(!fit<detail::mask_rule<rules::mask_kind::keep, X>, X>)
TENON_REFUSAL(detail::mask_rule<rules::mask_kind::keep, X>, X) keep(X&&);
template <shaped X>
  requires(!fit<detail::mask_rule<rules::mask_kind::ignore, X>, X>)
TENON_REFUSAL(detail::mask_rule<rules::mask_kind::ignore, X>, X) ignore(X&&);
template <shaped X>
  requires(!fit<detail::mask_rule<rules::mask_kind::score_bias, X>, X>)
TENON_REFUSAL(detail::mask_rule<rules::mask_kind::score_bias, X>, X) score_bias(X&&);

template <auto...>
TENON_SHAPE_ERROR("keep: give one tensor of bool, as in keep(mask)")
keep(tenon::detail::anything, tenon::detail::anything = {});
template <auto...>
TENON_SHAPE_ERROR("ignore: give one tensor of bool, as in ignore(mask)")
ignore(tenon::detail::anything, tenon::detail::anything = {});
template <auto...>
TENON_SHAPE_ERROR("score_bias: give one tensor of floats, as in score_bias(bias)")
score_bias(tenon::detail::anything, tenon::detail::anything = {});

/// Runs the tasks of a call on an executor of the caller's: `attention(x, nn::on(pool))`. The results are the same bits.
template <class Executor>
struct on_executor {
  Executor& executor;
};
template <kernels::executor Executor>
constexpr on_executor<Executor> on(Executor& executor) {
  return {executor};
}

namespace detail {

template <class O>
inline constexpr bool is_executor = false;
template <class E>
inline constexpr bool is_executor<on_executor<E>> = true;
inline constexpr kernels::serial serial_executor{};

/// The executor among options, or the caller's own thread.
constexpr const kernels::serial& executor_among() { return serial_executor; }
template <class First, class... Rest>
constexpr auto& executor_among(const First& first, const Rest&... rest) {
  if constexpr (is_executor<First>) return first.executor;
  else return executor_among(rest...);
}

template <class O>
inline constexpr bool is_mask = false;
template <rules::mask_kind Kind, class X>
inline constexpr bool is_mask<score_mask<Kind, X>> = true;
template <class O>
inline constexpr bool is_causal = false;
template <>
inline constexpr bool is_causal<causal_t> = true;
template <>
inline constexpr bool is_causal<causal_top_left_t> = true;
template <>
inline constexpr bool is_causal<causal_bottom_right_t> = true;

/// Options that come after the inputs of attention, in any order.
template <class O>
concept attention_option = is_mask<O> || is_causal<O> || is_executor<O> || std::is_same_v<O, with_weights_t>;

template <class... Options>
inline constexpr bool wants_weights = (std::is_same_v<Options, with_weights_t> || ...);
template <class... Options>
inline constexpr bool any_score_mask = (is_mask<Options> || ...);
template <class... Options>
inline constexpr bool any_mask = ((is_mask<Options> || is_causal<Options>) || ...);

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
