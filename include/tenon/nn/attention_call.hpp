// One call of attention: its rule, made from the types of its inputs and options.
#pragma once
#include <tenon/nn/attention_options.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Heads wider than this run in the composed form: a kernel keeps a block of queries on the stack.
inline constexpr index_t widest_head = 512;

template <class... Operands>
struct operand_list {};

template <class List, class... Options>
struct masks_among {
  using type = List;
};
template <class... Operands, class First, class... Rest>
struct masks_among<operand_list<Operands...>, First, Rest...> : masks_among<operand_list<Operands...>, Rest...> {};
template <class... Operands, rules::mask_kind Kind, class X, class... Rest>
struct masks_among<operand_list<Operands...>, score_mask<Kind, X>, Rest...>
    : masks_among<operand_list<Operands..., std::remove_cvref_t<X>>, Rest...> {};

/// The rule of a module, told what this call's operands are.
template <class Query, class Key, class Value, class... Options>
consteval rules::attention told(rules::attention rule) {
  rule.query_elements = tenon::detail::element_kind<Query>;
  rule.key_elements = tenon::detail::element_kind<Key>;
  rule.value_elements = tenon::detail::element_kind<Value>;
  [[maybe_unused]] const auto tell = [&]<class O>(std::type_identity<O>) {
    if constexpr (is_mask<O>)
      if (rule.mask_count++ < 3) rule.masks[rule.mask_count - 1] = O::kind;
    if constexpr (is_causal<O>) {
      rule.causal = O::kind;
      ++rule.causal_count;
    }
    if constexpr (is_executor<O>) ++rule.executor_count;
    if constexpr (is_weights_target<O> || std::is_same_v<O, with_weights_t>) ++rule.weights_count;
  };
  (tell(std::type_identity<Options>{}), ...);
  return rule;
}

/// Where the axes of scores stand in a mask: by their types, whatever their lengths in a call.
template <shape Scores, class Mask>
inline constexpr rules::mask_axes mask_axes_of = rules::match_mask(Scores, axes_of<Mask>, 0);

/// A call with these inputs and options. `Module::rule` is a `rules::attention`.
template <class Module, class Query, class Key, class Value, class... Options>
struct attention_call {
  TENON_LOCAL static constexpr rules::attention rule = told<Query, Key, Value, Options...>(Module::template rule<Query, Value>);
  using operands = typename masks_among<operand_list<Query, Key, Value>, Options...>::type;

  static constexpr bool fits = []<class... X>(operand_list<X...>) { return fit<rule, X...>; }(operands{});
  static consteval auto sentence() {
    return []<class... X>(operand_list<X...>) { return tenon::sentence<rule, X...>(); }(operands{});
  }
  TENON_LOCAL static constexpr shape output = rule.output(Query::axes, Key::axes);
  TENON_LOCAL static constexpr shape scores = rule.scores(Query::axes, Key::axes);
  /// [batch..., rows, d_model], and by heads [batch..., heads, rows, width].
  static consteval shape projected(const axis& rows) {
    shape result = output;
    result[result.rank - 2] = rows;
    return result;
  }
  static consteval shape by_head(const axis& rows, const axis& width) { return rule.by_head(output, rows, width); }

  /// Refuses, before anything is written, bounded extents that do not fit.
  static constexpr void check_extents(const Query& query, const Key& key, const Value& value, const Options&... options) {
    if constexpr (!call_is_static()) {
      const shape measured[3] = {query.shape(), key.shape(), value.shape()};
      const auto ask_mask = [&]([[maybe_unused]] const shape& now, [[maybe_unused]] writer& why, const auto& option) {
        using Option = std::remove_cvref_t<decltype(option)>;
        if constexpr (is_mask<Option>)
          return rules::mask_fits_now(rule.operation(), rules::name(Option::kind),
                                      mask_axes_of<scores, typename Option::operand>, now, option.values.shape(), why);
        else
          return true;
      };
      const auto ask = [&](writer& why) {
        if (!rule(shape_list{measured, 3}, why).fits) return false;
        [[maybe_unused]] const shape now = rule.scores(measured[0], measured[1]);
        return (ask_mask(now, why, options) && ...);
      };
      writer counter;
      if (!ask(counter)) raise<shape_mismatch>(ask);
    }
  }
  static constexpr bool call_is_static() {
    return []<class... X>(operand_list<X...>) { return all_static<X...>; }(operands{});
  }
  /// [batch..., heads, seq, keys] with the extents of this call, of the operands or copies of them.
  template <class Q, class K>
  static constexpr decltype(auto) measured_scores(const Q& query, const K& key) {
    if constexpr (all_static<Query, Key>) return (scores);
    else return rule.scores(query.shape(), key.shape());
  }
  static constexpr decltype(auto) measured_output(const Query& query, const Key& key) {
    if constexpr (all_static<Query, Key>) return (output);
    else return rule.output(query.shape(), key.shape());
  }
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
