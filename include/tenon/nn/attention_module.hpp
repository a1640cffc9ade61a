// What attention modules share: the three ways to call them, and the refusals of wrong calls.
#pragma once
#include <tenon/nn/attention_call.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Gives a module `m(x)`, `m(x, memory)` and `m(query, key, value)`, each followed by options. The module has a
/// `rule<Query, Value>` and a member `attend(query, key, value, options...)`.
template <class Module>
struct attention_module {
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
