// softmax(Q K^T / sqrt(d_k)) V, without projections.
#pragma once
#include <tenon/kernels/attention.hpp>
#include <tenon/nn/attention_module.hpp>
#include <tenon/nn/kernel_extent.hpp>
#include <tenon/nn/score_hooks.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/transpose.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

/// The function as a module without parameters, for its rule.
struct scaled_dot_product {
  /// The last axis of an input.
  template <class X>
  static consteval axis width() {
    if constexpr (shaped<X>)
      if constexpr (axes_of<X>.rank > 0) return axes_of<X>.last(0);
    return 1;
  }
  template <class Query, class Value>
  TENON_LOCAL static constexpr rules::attention rule{rules::attention::form::scaled_dot_product,
                                         tenon::detail::element_kind<Query>,
                                         width<Query>(),
                                         width<Query>(),
                                         width<Value>(),
                                         width<Value>()};

  /// The composed form: what constant evaluation uses, and what the kernel is tested against.
  template <class Query, class Key, class Value, class... O>
  [[nodiscard]] static constexpr auto composed(const Query& query, const Key& key, const Value& value, const O&... options) {
    using call = attention_call<scaled_dot_product, Query, Key, Value, O...>;
    constexpr axis keys = call::scores.last(0), d_k = Query::axes.last(0);
    auto k = rename<-2, keys>(key);                                // [batch..., keys, d_k]
    auto v = rename<-2, keys>(value);                              // [batch..., keys, d_v]
    auto scores = matmul(query, transpose<-2, -1>(k)) / sqrt_of<d_k>;        // [batch..., seq, keys]
    auto weights = masked_softmax(std::move(scores), options...);  // [batch..., seq, keys]
    auto output = weighted_mean(weights, v, options...);        // [batch..., seq, d_v]
    static_assert(axes_of<decltype(weights)> == call::scores, "scaled_dot_product_attention: weights are [batch, seq, keys]");
    static_assert(axes_of<decltype(output)> == call::output, "scaled_dot_product_attention: output is [batch, seq, d_v]");
    return attended<decltype(output), decltype(weights)>{std::move(output), std::move(weights)};
  }

  /// What the kernel holds of a query: as many columns as keys have. Of wide values it takes some columns at a time.
  template <class Query, class>
  static consteval axis head_of() {
    return width<Query>();
  }
  /// Whether the kernel reads X as it lies: its last axis side by side.
  template <class X>
  static consteval bool may_read() {
    if constexpr (tenon::detail::is_tensor<X>) return true;
    else if constexpr (tenon::detail::in_panels<X>) return false;
    else return X::steps[X::axes.rank - 1] == 1;
  }
  template <class... X>
  static constexpr void check_layout(const X&...) {}
  template <class Visit>
  static void visit_parameters(const Visit&) {}
  template <class... X>
  static consteval index_t workspace_elements() {
    return 0;
  }
  template <class Query, class Key = Query, class Value = Key>
  static consteval auto inputs_sentence() {
    return attention_call<scaled_dot_product, Query, Key, Value>::sentence();
  }

  /// Runs the kernel for each of the leading axes. The last axes of the operands lie side by side.
  template <class Call, class Query, class Key, class Value, class... O>
  static void run_into(const Query& query, const Key& key, const Value& value, float* output, float* weights, float*,
                       const O&... options) {
    constexpr shape q_axes = Query::axes, k_axes = Key::axes, v_axes = Value::axes;
    constexpr int rows = q_axes.rank - 2, columns = q_axes.rank - 1;
    const shape& scores = Call::measured_scores(query, key);
    const auto queries = kernel_extent<static_extent(q_axes[rows])>(scores.last(1).extent);
    const auto keys = kernel_extent<static_extent(k_axes[rows])>(scores.last(0).extent);
    constexpr kernels::constant<q_axes[columns].extent> d_k;
    constexpr kernels::constant<v_axes[columns].extent> d_v;
    const index_t heads = rows > 0 ? scores[rows - 1].extent : 1;
    const strides q_steps = query.strides(), k_steps = key.strides(), v_steps = value.strides();
    const auto executor = kernels::dealt(executor_among(options...));
    with_hooks<Call::scores>(
        scores, rows > 0, rows > 0 ? batch_of(scores) / (heads == 0 ? 1 : heads) : index_t{1},
        [&](const auto& hooks, index_t first, index_t count) {
          const auto run = kernels::executor_for(count * heads * queries * keys * (d_k + d_v), executor);
          run.for_each(count * heads, [&](index_t task) {
            const index_t matrix = first * heads + task;
            const auto attend = [&](index_t column, auto width, float* keep) {
              const kernels::attention_head head{
                  query.data() + matrix_offset(scores, q_steps, rows, matrix), q_steps[rows],
                  key.data() + matrix_offset(scores, k_steps, rows, matrix), k_steps[rows],
                  value.data() + matrix_offset(scores, v_steps, rows, matrix) + column, v_steps[rows],
                  output + matrix * queries * d_v + column, d_v, keep, keys, kernels::attention_scale(d_k)};
              kernels::attention(queries, keys, d_k, width, head, hooks.for_head(task / heads, task % heads));
            };
            constexpr index_t slices = (d_v - 1) / widest_head;
            if constexpr (slices > 0)
              for (index_t slice = 0; slice < slices; ++slice)
                attend(slice * widest_head, kernels::constant<widest_head>{}, nullptr);
            attend(slices * widest_head, kernels::constant<d_v - slices * widest_head>{},
                   weights != nullptr ? weights + matrix * queries * keys : nullptr);
          });
        },
        options...);
  }

  /// Calls f with x, or with a packed copy where its last axis is not contiguous.
  template <class X, class F>
  static constexpr void with_contiguous_rows(const X& x, const F& f) {
    if constexpr (may_read<X>()) f(x);
    else f(contiguous(x));
  }

  template <class Query, class Key, class Value, class... O>
  static constexpr auto attend(const Query& query, const Key& key, const Value& value, const O&... options) {
    using call = attention_call<scaled_dot_product, Query, Key, Value, O...>;
    call::check_extents(query, key, value, options...);
    const auto run = [&](auto* output, auto* weights) {
      with_contiguous_rows(query, [&](const auto& q) {
        with_contiguous_rows(key, [&](const auto& k) {
          with_contiguous_rows(value, [&](const auto& v) {
            run_into<call>(q, k, v, output, weights, nullptr, options...);
          });
        });
      });
    };
    constexpr bool by_kernel = fit<kernel_rule<Query, O...>(head_of<Query, Value>()), Query>;
    return attention_result<by_kernel, value_type_of<Query>, call, O...>(
        query, key, run, [&] { return composed(query, key, value, options...); });
  }
};

}  // namespace detail

/// The type of `scaled_dot_product_attention`: a function object, so that it has a `forward`, too.
struct scaled_dot_product_attention_t {
 private:
  template <class Query, class Key, class Value, class... O>
  using call = detail::attention_call<detail::scaled_dot_product, Query, Key, Value, O...>;
  template <class Query, class Key, class Value, class Out, class... O>
  using forward_call = detail::forward_call<detail::scaled_dot_product, Query, Key, Value, Out, detail::no_workspace, O...>;

 public:
  template <shaped Query, shaped Key, shaped Value, detail::attention_option... O>
    requires(call<Query, Key, Value, O...>::fits)
  [[nodiscard]] constexpr auto operator()(const Query& query, const Key& key, const Value& value, const O&... options) const {
    return detail::scaled_dot_product::attend(query, key, value, options...);
  }

  /// The same into memory of the caller's: `scaled_dot_product_attention.forward(query, key, value, out)`, then options, of
  /// which `weights_into(weights)` is one; or with a workspace after `out`, though none is needed. Nothing is allocated.
  template <shaped Query, shaped Key, shaped Value, shaped Out, detail::forward_option... O>
    requires(forward_call<Query, Key, Value, Out, O...>::fits())
  void forward(const Query& query, const Key& key, const Value& value, Out&& out, const O&... options) const
      noexcept(forward_call<Query, Key, Value, Out, O...>::is_static) {
    forward_call<Query, Key, Value, Out, O...>::run(detail::scaled_dot_product{}, query, key, value, out, nullptr,
                                                    options...);
  }
  template <shaped Query, shaped Key, shaped Value, shaped Out, detail::some_workspace W, detail::forward_option... O>
    requires(forward_call<Query, Key, Value, Out, O...>::fits())
  void forward(const Query& query, const Key& key, const Value& value, Out&& out, W&, const O&... options) const
      noexcept(forward_call<Query, Key, Value, Out, O...>::is_static) {
    forward(query, key, value, out, options...);
  }

  template <shaped Query, shaped Key, shaped Value, shaped Out, detail::forward_option... O>
    requires(!forward_call<Query, Key, Value, Out, O...>::fits())
  TENON_SHAPE_ERROR(forward_call<Query, Key, Value, Out, O...>::sentence())
  forward(const Query&, const Key&, const Value&, Out&&, const O&...) const;
  template <shaped Query, shaped Key, shaped Value, shaped Out, detail::some_workspace W, detail::forward_option... O>
    requires(!forward_call<Query, Key, Value, Out, O...>::fits())
  TENON_SHAPE_ERROR(forward_call<Query, Key, Value, Out, O...>::sentence())
  forward(const Query&, const Key&, const Value&, Out&&, W&, const O&...) const;
  TENON_SHAPE_ERROR("forward: give query, key, value and out, then options such as nn::causal")
  forward(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {},
          tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  template <shaped Query, shaped Key, shaped Value, detail::attention_option... O>
    requires(!call<Query, Key, Value, O...>::fits)
  TENON_SHAPE_ERROR(call<Query, Key, Value, O...>::sentence())
  operator()(const Query&, const Key&, const Value&, const O&...) const;
  TENON_SHAPE_ERROR("scaled_dot_product_attention: give query, key and value, then options such as nn::causal")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {},
             tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  template <shaped Query, shaped Key = Query, shaped Value = Key>
  static consteval index_t workspace_elements() {
    return 0;
  }
  template <shaped Query, shaped Key = Query, shaped Value = Key>
  static consteval auto inputs_sentence() {
    return detail::scaled_dot_product::inputs_sentence<Query, Key, Value>();
  }
};

/// query [batch..., seq, d_k], key [batch..., keys, d_k], value [batch..., keys, d_v] -> [batch..., seq, d_v].
/// PyTorch: torch.nn.functional.scaled_dot_product_attention.
///
/// Options as those of `multi_head_attention`; a mask may have an axis of heads, the last before the two of the scores.
/// Refused: what `rules::attention` refuses, as `scaled_dot_product_attention: keys and values differ: ...`.
TENON_LOCAL inline constexpr scaled_dot_product_attention_t scaled_dot_product_attention{};

}  // namespace tenon::nn
TENON_END_HEADER
