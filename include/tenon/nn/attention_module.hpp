// What attention modules share: the three ways to call them, and the refusals of wrong calls.
#pragma once
#include <tenon/nn/attention_call.hpp>
#include <tenon/nn/forward.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Gives a module `m(x)`, `m(x, memory)` and `m(query, key, value)`, each followed by options. The module has a
/// `rule<Query, Value>` and a member `attend(query, key, value, options...)`.
template <class Module>
struct attention_module {
 private:
  template <class Query, class Key, class Value, class Out, class... O>
  static consteval bool forward_call_fits() {
    using call = attention_call<Module, Query, Key, Value, O...>;
    if constexpr (!shaped<Out> || !call::fits) return false;
    else return fit<forward_rule<call::output, Out, Query, Key, Value>, Out>;
  }
  template <class Query, class Key, class Value, class Out, class... O>
  static constexpr bool forward_fits = forward_call_fits<Query, Key, Value, Out, O...>();
  template <class Query, class Key, class Value, class Out, class... O>
  static consteval auto forward_sentence() {
    using call = attention_call<Module, Query, Key, Value, O...>;
    if constexpr (!shaped<Out>) return text{"forward: the output is no tensor"};
    else if constexpr (!call::fits) return call::sentence();
    else return sentence<forward_rule<call::output, Out, Query, Key, Value>, Out>();
  }

 public:
  template <shaped X, attention_option... O>
    requires(attention_call<Module, X, X, X, O...>::fits)
  constexpr auto operator()(const X& x, const O&... options) const {
    return self().attend(x, x, x, options...);
  }
  template <shaped X, shaped Memory, attention_option... O>
    requires(attention_call<Module, X, Memory, Memory, O...>::fits)
  constexpr auto operator()(const X& x, const Memory& memory, const O&... options) const {
    return self().attend(x, memory, memory, options...);
  }
  template <shaped Query, shaped Key, shaped Value, attention_option... O>
    requires(attention_call<Module, Query, Key, Value, O...>::fits)
  constexpr auto operator()(const Query& query, const Key& key, const Value& value, const O&... options) const {
    return self().attend(query, key, value, options...);
  }

  /// The same into memory of the caller's: `m.forward(x, out, workspace)`, where `workspace` is an
  /// `nn::workspace<M, X>`. Nothing is allocated. A bounded extent that does not fit is refused before anything is
  /// written; where every extent is static, and no mask is given, nothing is left to refuse.
  template <shaped X, class Out, attention_option... O>
    requires(forward_fits<X, X, X, Out, O...>)
  void forward(const X& x, Out& out, workspace<Module, X>& memory, const O&... options) const
      noexcept(all_static<X, Out> && !any_score_mask<O...>) {
    run_forward(x, x, x, out, memory.data(), options...);
  }
  template <shaped X, shaped Memory, class Out, attention_option... O>
    requires(forward_fits<X, Memory, Memory, Out, O...>)
  void forward(const X& x, const Memory& source, Out& out, workspace<Module, X, Memory>& memory, const O&... options) const
      noexcept(all_static<X, Memory, Out> && !any_score_mask<O...>) {
    run_forward(x, source, source, out, memory.data(), options...);
  }
  template <shaped Query, shaped Key, shaped Value, class Out, attention_option... O>
    requires(forward_fits<Query, Key, Value, Out, O...>)
  void forward(const Query& query, const Key& key, const Value& value, Out& out,
               workspace<Module, Query, Key, Value>& memory, const O&... options) const
      noexcept(all_static<Query, Key, Value, Out> && !any_score_mask<O...>) {
    run_forward(query, key, value, out, memory.data(), options...);
  }

  template <shaped X, class Out, attention_option... O>
    requires(!forward_fits<X, X, X, Out, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<X, X, X, Out, O...>())
  forward(const X&, Out&, workspace<Module, X>&, const O&...) const;
  template <shaped X, shaped Memory, class Out, attention_option... O>
    requires(!forward_fits<X, Memory, Memory, Out, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<X, Memory, Memory, Out, O...>())
  forward(const X&, const Memory&, Out&, workspace<Module, X, Memory>&, const O&...) const;
  template <shaped Query, shaped Key, shaped Value, class Out, attention_option... O>
    requires(!forward_fits<Query, Key, Value, Out, O...>)
  TENON_SHAPE_ERROR(attention_module::template forward_sentence<Query, Key, Value, Out, O...>())
  forward(const Query&, const Key&, const Value&, Out&, workspace<Module, Query, Key, Value>&, const O&...) const;
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
  template <class Query, class Key, class Value, class Out, class... O>
  void run_forward(const Query& query, const Key& key, const Value& value, Out& out, float* scratch,
                   const O&... options) const {
    using call = attention_call<Module, Query, Key, Value, O...>;
    call::check(query, key, value, options...);
    if (!self().template reads<call>(query, key, options...))
      raise<shape_mismatch>([](writer& say) {
        say << "forward: a mask over several batch axes has all of them or none, and a score_bias is of float; heads are at most "
            << widest_head << " wide";
      });
    self().template run_into<call>(query, key, value, written(out, call::measured_output(query, key)), scratch, options...);
  }

  constexpr const Module& self() const { return static_cast<const Module&>(*this); }
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
