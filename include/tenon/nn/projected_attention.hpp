// What attention modules with projections share: operands that lie packed, and scratch memory for one call.
#pragma once
#include <tenon/nn/attention_module.hpp>
#include <tenon/nn/attention_result.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/tensor/scratch.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Gives a module what `attention_module` asks of it. The module has `composed(query, key, value, options...)`, its form
/// from parts; `run_kernel<Call>(query, key, operands, options...)`; and the floats of scratch memory that a call needs,
/// `scratch_elements(batch, queries, keys)` now and `workspace_elements<Query, Key, Value>()` at most.
template <class Module>
struct projected_attention : attention_module<Module> {
 private:
  friend attention_module<Module>;
  template <class...>
  friend struct forward_call;

  template <class Query, class Key, class Value, class... O>
  constexpr auto attend(const Query& query, const Key& key, const Value& value, const O&... options) const {
    using call = attention_call<Module, Query, Key, Value, O...>;
    call::check_extents(query, key, value, options...);
    const auto run = [&](auto* output, auto* weights) {
      constexpr index_t most = Module::template workspace_elements<Query, Key, Value>();
      constexpr int rows = Query::axes.rank - 2;
      tenon::detail::scratch<float, most, all_static<Query, Key, Value>> scratch(
          most == 0 ? 0 : Module::scratch_elements(batch_of(query.shape()), query.extent(rows), key.extent(rows)));
      tenon::detail::with_packed(query, [&](const float* q) {
        tenon::detail::with_packed(key, [&](const float* k) {
          tenon::detail::with_packed(value, [&](const float* v) {
            self().template run_kernel<call>(query, key, {q, k, v, output, weights, scratch.data()}, options...);
          });
        });
      });
    };
    constexpr bool by_kernel = fit<kernel_rule<Query, O...>(head_of<Query, Value>()), Query>;
    return attention_result<by_kernel, value_type_of<Query>, call, O...>(
        query, key, run, [&] { return self().composed(query, key, value, options...); });
  }

  template <class Query, class Value>
  static consteval axis head_of() {
    return Module::d_k;
  }
  template <class X>
  static consteval bool may_read() {
    return may_be_packed<X>();
  }
  template <class... X>
  static constexpr void check_layout(const X&... x) {
    check_packed(x...);
  }

  template <class Call, class Query, class Key, class Value, class... O>
  void run_into(const Query& query, const Key& key, const Value& value, float* out, float* weights, float* scratch,
                const O&... options) const {
    self().template run_kernel<Call>(query, key, {query.data(), key.data(), value.data(), out, weights, scratch},
                                     options...);
  }

  template <class Visit>
  TENON_INLINE void visit_parameters(const Visit& visit) const {
    self().W_q.visit_parameters("W_q", visit);
    self().W_k.visit_parameters("W_k", visit);
    self().W_v.visit_parameters("W_v", visit);
    if constexpr (requires { self().W_o; }) self().W_o.visit_parameters("W_o", visit);
  }

  constexpr const Module& self() const { return static_cast<const Module&>(*this); }
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
