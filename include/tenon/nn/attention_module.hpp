// What attention modules share: the three ways to call them, and the refusals of wrong calls.
#pragma once
#include <tenon/nn/attention_result.hpp>
#include <tenon/nn/forward.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// `forward` of attention, for one module, these inputs, and these options.
template <class...>
struct forward_call;
template <class Module, class Query, class Key, class Value, class Out, class Memory, class... O>
struct forward_call<Module, Query, Key, Value, Out, Memory, O...> {
  using call = attention_call<Module, Query, Key, Value, O...>;

  static consteval rules::attention_kernel kernel() {
    rules::attention_kernel result = kernel_rule<Query, O...>(Module::template head_of<Query, Value>());
    result.returns_weights = wants_weights<O...>;
    return result;
  }
  static consteval rules::forward output() {
    rules::forward result = output_rule<call::output, value_type_of<Query>, Out>();
    result.packed = result.packed && (Module::template may_read<Query>() && Module::template may_read<Key>() &&
                                      Module::template may_read<Value>());
    result.needs = workspace_bytes<Module, Query, Key, Value>;
    result.has = Memory::bytes;
    return result;
  }
  template <class Weights>
  static consteval rules::forward weights() {
    rules::forward result = output_rule<call::scores, value_type_of<Query>, Weights&>();
    result.weights = true;
    return result;
  }
  template <class Option>
  static consteval bool target_fits() {
    if constexpr (is_weights_target<Option>) return fit<weights<typename Option::operand>(), typename Option::operand>;
    else return true;
  }
  static consteval bool fits() {
    if constexpr (!shaped<Out> || !call::fits) return false;
    else return fit<kernel(), Out> && fit<output(), Out> && (target_fits<O>() && ...);
  }

  template <class First, class... Rest>
  static consteval auto target_sentence() {
    if constexpr (!target_fits<First>())
      return tenon::sentence<weights<typename First::operand>(), typename First::operand>();
    else
      return target_sentence<Rest...>();
  }
  static consteval auto sentence() {
    // clang asks for a sentence before it looks at the constraints.
    if constexpr (!(shaped<Query> && shaped<Key> && shaped<Value> && requires { Memory::bytes; })) return text<1>{};
    else if constexpr (!shaped<Out>) return text{"forward: the output is no tensor"};
    else if constexpr (!call::fits) return call::sentence();
    else if constexpr (!fit<kernel(), Out>) return tenon::sentence<kernel(), Out>();
    else if constexpr (!fit<output(), Out>) return tenon::sentence<output(), Out>();
    else if constexpr (fits()) return text<1>{};
    else return target_sentence<O...>();
  }

  /// Nothing is left to throw: no extent shows at run time only, and no executor, which may throw what it likes.
  static constexpr bool is_static = all_static<Query, Key, Value, Out> && ((static_option<O> && !is_executor<O>) && ...);

  /// Checks everything, then lets the module write.
  static void run(const Module& m, const Query& query, const Key& key, const Value& value,
                  std::remove_reference_t<Out>& out, float* scratch, const O&... options) {
    call::check_extents(query, key, value, options...);
    m.check_layout(query, key, value);
    const shape& output = call::measured_output(query, key);
    const shape& scores = call::measured_scores(query, key);
    check_output(out, output);
    constexpr bool has_weights = (is_weights_target<O> || ...), has_workspace = Memory::bytes > 0;
    written_region written[1 + has_weights + has_workspace] = {output_region(out, output)};
    float* weights = nullptr;
    [[maybe_unused]] const auto check_option = [&](const auto& option) {
      using Option = std::remove_cvref_t<decltype(option)>;
      if constexpr (is_weights_target<Option>) {
        check_output<true>(option.weights, scores);
        written[1] = output_region<true>(option.weights, scores);
      }
    };
    [[maybe_unused]] const auto start = [&](const auto& option) {
      if constexpr (is_weights_target<std::remove_cvref_t<decltype(option)>>) weights = started(option.weights, scores);
    };
    (check_option(options), ...);
    if constexpr (has_workspace)
      written[1 + has_weights] = {"workspace", region_at(scratch, 0, Memory::bytes / static_cast<index_t>(sizeof(float)))};
    check_memory(written, [&](const auto& visit) TENON_INLINE_LAMBDA {
      visit(nullptr, "the query", query);
      visit(nullptr, "the key", key);
      visit(nullptr, "the value", value);
      [[maybe_unused]] const auto visit_mask = [&](const auto& option) TENON_INLINE_LAMBDA {
        using Option = std::remove_cvref_t<decltype(option)>;
        if constexpr (is_mask<Option>) visit(nullptr, rules::name(Option::kind), option.values);
      };
      (visit_mask(options), ...);
      m.visit_parameters(visit);
    });
    (start(options), ...);
    m.template run_into<call>(query, key, value, started(out, output), weights, scratch, options...);
  }
};

/// Gives a module `m(x)`, `m(x, memory)` and `m(query, key, value)`, each followed by options, and the same of `forward`.
/// The module has a `rule<Query, Value>`, shows its parameters, `visit_parameters(visit)`, has members
/// `attend(query, key, value, options...)` and `run_into<Call>(query, key, value, out, weights, scratch, options...)`, and says `head_of<Query, Value>()`, the widest
/// axis of a head, and `may_read<X>()`, whether it can read X as it lies.
template <class Module>
struct attention_module {
 private:
  template <class Query, class Key, class Value, class Out, class Memory, class... O>
  static constexpr bool forward_fits = forward_call<Module, Query, Key, Value, Out, Memory, O...>::fits();
  template <class Query, class Key, class Value, class Out, class... O>
  static constexpr bool forward_is_static = forward_call<Module, Query, Key, Value, Out, no_workspace, O...>::is_static;
  template <class Query, class Key, class Value, class Out, class Memory, class... O>
  static consteval auto forward_sentence() {
    return forward_call<Module, Query, Key, Value, Out, Memory, O...>::sentence();
  }

 public:
  /// What a call says of inputs of these types; empty where it takes them.
  template <class Query, class Key = Query, class Value = Key>
  static consteval auto inputs_sentence() {
    return attention_call<Module, Query, Key, Value>::sentence();
  }

  template <shaped X, attention_option... O>
    requires(attention_call<Module, X, X, X, O...>::fits)
  [[nodiscard]] constexpr auto operator()(const X& x, const O&... options) const {
    return self().attend(x, x, x, options...);
  }
  template <shaped X, shaped Memory, attention_option... O>
    requires(attention_call<Module, X, Memory, Memory, O...>::fits)
  [[nodiscard]] constexpr auto operator()(const X& x, const Memory& memory, const O&... options) const {
    return self().attend(x, memory, memory, options...);
  }
  template <shaped Query, shaped Key, shaped Value, attention_option... O>
    requires(attention_call<Module, Query, Key, Value, O...>::fits)
  [[nodiscard]] constexpr auto operator()(const Query& query, const Key& key, const Value& value, const O&... options) const {
    return self().attend(query, key, value, options...);
  }

  /// The same into memory of the caller's: `m.forward(x, out, workspace)`, where `workspace` is an
  /// `nn::workspace<M, X>`, or another that is as large, then options; `weights_into(weights)` is one of them. Nothing is
  /// allocated. Bounded extents that do not fit are refused before anything is written; `noexcept` where all are static and
  /// there is no `nn::on(executor)`: what an executor throws passes through.
  template <shaped X, class Out, some_workspace W, forward_option... O>
    requires(forward_fits<X, X, X, Out, W, O...>)
  void forward(const X& x, Out&& out, W& workspace, const O&... options) const
      noexcept(forward_is_static<X, X, X, Out, O...>) {
    forward_call<Module, X, X, X, Out, W, O...>::run(self(), x, x, x, out, workspace.data(), options...);
  }
  template <shaped X, shaped Memory, class Out, some_workspace W, forward_option... O>
    requires(forward_fits<X, Memory, Memory, Out, W, O...>)
  void forward(const X& x, const Memory& memory, Out&& out, W& workspace, const O&... options) const
      noexcept(forward_is_static<X, Memory, Memory, Out, O...>) {
    forward_call<Module, X, Memory, Memory, Out, W, O...>::run(self(), x, memory, memory, out, workspace.data(),
                                                               options...);
  }
  template <shaped Query, shaped Key, shaped Value, class Out, some_workspace W, forward_option... O>
    requires(forward_fits<Query, Key, Value, Out, W, O...>)
  void forward(const Query& query, const Key& key, const Value& value, Out&& out, W& workspace, const O&... options) const
      noexcept(forward_is_static<Query, Key, Value, Out, O...>) {
    forward_call<Module, Query, Key, Value, Out, W, O...>::run(self(), query, key, value, out, workspace.data(),
                                                               options...);
  }

  template <shaped X, class Out, some_workspace W, forward_option... O>
    requires(!forward_fits<X, X, X, Out, W, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<X, X, X, Out, W, O...>())
  forward(const X&, Out&&, W&, const O&...) const;
  template <shaped X, shaped Memory, class Out, some_workspace W, forward_option... O>
    requires(!forward_fits<X, Memory, Memory, Out, W, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<X, Memory, Memory, Out, W, O...>())
  forward(const X&, const Memory&, Out&&, W&, const O&...) const;
  template <shaped Query, shaped Key, shaped Value, class Out, some_workspace W, forward_option... O>
    requires(!forward_fits<Query, Key, Value, Out, W, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<Query, Key, Value, Out, W, O...>())
  forward(const Query&, const Key&, const Value&, Out&&, W&, const O&...) const;
  TENON_SHAPE_ERROR("forward: give x, out and an nn::workspace<M, X>, then options such as nn::causal")
  forward(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {},
          tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  template <shaped X, attention_option... O>
    requires(!attention_call<Module, X, X, X, O...>::fits)
  TENON_SHAPE_ERROR(attention_call<Module, X, X, X, O...>::sentence()) operator()(const X&, const O&...) const;
  template <shaped X, shaped Memory, attention_option... O>
    requires(!attention_call<Module, X, Memory, Memory, O...>::fits)
  TENON_SHAPE_ERROR(attention_call<Module, X, Memory, Memory, O...>::sentence())
  operator()(const X&, const Memory&, const O&...) const;
  template <shaped Query, shaped Key, shaped Value, attention_option... O>
    requires(!attention_call<Module, Query, Key, Value, O...>::fits)
  TENON_SHAPE_ERROR(attention_call<Module, Query, Key, Value, O...>::sentence())
  operator()(const Query&, const Key&, const Value&, const O&...) const;
  TENON_SHAPE_ERROR("attention: give x, or x and memory, or query, key and value, then options such as nn::causal")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {},
             tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

 private:
  constexpr const Module& self() const { return static_cast<const Module&>(*this); }
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
