// What attention may be told besides its inputs: masks, biases of the scores, causality, and whether the weights are wanted.
#pragma once
#include <tenon/nn/on.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/attention.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// Asks for the attention weights beside the output: `auto [output, weights] = attention(x, nn::with_weights);`.
struct with_weights_t {
  explicit with_weights_t() = default;
};
TENON_LOCAL inline constexpr with_weights_t with_weights{};

/// The output of attention and its weights, [batch..., heads, seq, keys]; each query's weights sum to 1, or are 0 where it
/// sees no key.
template <class Output, class Weights>
struct attended {
  Output output;
  Weights weights;
};

/// Where `forward` is to write the weights, by reference.
template <class Weights>
struct weights_target {
  using operand = Weights;
  Weights& weights;
};
/// Asks `forward` for the attention weights, written into a tensor or view of the caller's:
/// `attention.forward(x, out, workspace, nn::weights_into(weights));`.
template <class Weights>
  requires shaped<Weights>
[[nodiscard]] constexpr weights_target<Weights> weights_into(Weights& weights TENON_LIFETIMEBOUND) noexcept {
  return {weights};
}
template <auto...>
TENON_SHAPE_ERROR("weights_into: give one tensor that has a name, as in weights_into(weights)")
weights_into(tenon::detail::anything, tenon::detail::anything = {});

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
TENON_LOCAL inline constexpr causal_t causal{};
TENON_LOCAL inline constexpr causal_top_left_t causal_top_left{};
TENON_LOCAL inline constexpr causal_bottom_right_t causal_bottom_right{};

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
template <class X>
inline constexpr bool held_without_throwing = std::is_reference_v<X> || std::is_nothrow_move_constructible_v<X>;
template <rules::mask_kind Kind, class X>
inline constexpr mask_elements mask_rule{Kind, tenon::detail::element_kind<X>};

}  // namespace detail

/// A mask of bool that is true where a query may see a key: [seq, keys], [heads, seq, keys], [batch, heads, seq, keys] or,
/// by name, any of these axes in this order. PyTorch: attn_mask of scaled_dot_product_attention.
template <shaped X>
  requires(!std::is_lvalue_reference_v<X>) && fit<detail::mask_rule<rules::mask_kind::keep, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::keep, X> keep(X&& mask) noexcept(detail::held_without_throwing<X>) {
  return {std::forward<X>(mask)};
}
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::keep, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::keep, X&> keep(X& mask TENON_LIFETIMEBOUND) noexcept {
  return {mask};
}
/// A mask of bool that is true where a query may not see a key. PyTorch: attn_mask of nn.MultiheadAttention.
template <shaped X>
  requires(!std::is_lvalue_reference_v<X>) && fit<detail::mask_rule<rules::mask_kind::ignore, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::ignore, X> ignore(X&& mask) noexcept(detail::held_without_throwing<X>) {
  return {std::forward<X>(mask)};
}
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::ignore, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::ignore, X&> ignore(X& mask TENON_LIFETIMEBOUND) noexcept {
  return {mask};
}
/// Numbers that are added to the scores, after their division by sqrt(d_k). A number of -infinity hides as a mask does:
/// what lies behind it has no influence, NaN included. A finite one, however large, stays finite: the lowest float for all
/// keys of a query leaves its weights equal. PyTorch: attn_mask of floats.
template <shaped X>
  requires(!std::is_lvalue_reference_v<X>) && fit<detail::mask_rule<rules::mask_kind::score_bias, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::score_bias, X> score_bias(X&& bias) noexcept(detail::held_without_throwing<X>) {
  return {std::forward<X>(bias)};
}
template <shaped X>
  requires fit<detail::mask_rule<rules::mask_kind::score_bias, X>, X>
[[nodiscard]] constexpr score_mask<rules::mask_kind::score_bias, X&> score_bias(X& bias TENON_LIFETIMEBOUND) noexcept {
  return {bias};
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

namespace detail {

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

template <class O>
inline constexpr bool is_weights_target = false;
template <class W>
inline constexpr bool is_weights_target<weights_target<W>> = true;

/// Options that come after the inputs of attention, in any order, and after the workspace of `forward`.
template <class O>
concept attention_option = is_mask<O> || is_causal<O> || is_executor<O> || std::is_same_v<O, with_weights_t>;
template <class O>
concept forward_option = attention_option<O> || is_weights_target<O>;

template <class... Options>
inline constexpr bool wants_weights = (std::is_same_v<Options, with_weights_t> || ...);
template <class... Options>
inline constexpr bool any_score_mask = (is_mask<Options> || ...);
template <class... Options>
inline constexpr bool any_mask = ((is_mask<Options> || is_causal<Options>) || ...);

/// What an option refers to: a mask, a bias, the weights to be written, or nothing.
struct no_operand {
  TENON_LOCAL static constexpr shape axes{};
};
template <class O>
struct operand_in {
  using type = no_operand;
};
template <class O>
  requires(is_mask<O> || is_weights_target<O>)
struct operand_in<O> {
  using type = typename O::operand;
};

/// Whether no extent of an option is bounded.
template <class O>
inline constexpr bool static_option = !operand_in<O>::type::axes.bounded();

/// The elements of the first score_bias among options that is not of float.
template <class... Options>
consteval element bias_among_masks() {
  element found = element::float32;
  [[maybe_unused]] const auto look = []<class O>(std::type_identity<O>) {
    if constexpr (is_mask<O>)
      if constexpr (O::kind == rules::mask_kind::score_bias) return element_of<value_type_of<typename O::operand>>();
    return element::float32;
  };
  ((found == element::float32 ? void(found = look(std::type_identity<Options>{})) : void()), ...);
  return found;
}

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
