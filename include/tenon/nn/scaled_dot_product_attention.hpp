// softmax(Q K^T / sqrt(d_k)) V, without projections.
#pragma once
#include <tenon/kernels/attention.hpp>
#include <tenon/nn/attention_result.hpp>
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
  static constexpr rules::attention rule{rules::attention::form::scaled_dot_product,
                                         tenon::detail::element_kind<Query>,
                                         width<Query>(),
                                         width<Query>(),
                                         width<Value>(),
                                         width<Value>()};

  /// The composed form: what constant evaluation uses, and what the kernel is tested against.
  template <class Query, class Key, class Value, class... O>
  static constexpr auto composed(const Query& query, const Key& key, const Value& value, const O&... options) {
    using call = attention_call<scaled_dot_product, Query, Key, Value, O...>;
    constexpr axis keys = call::scores.last(0), d_k = Query::axes.last(0);
    auto k = rename<-2, keys>(key);                                // [batch..., keys, d_k]
    auto v = rename<-2, keys>(value);                              // [batch..., keys, d_v]
    auto scores = matmul(query, transpose<-2, -1>(k)) / sqrt_of<d_k>;        // [batch..., seq, keys]
    auto weights = masked_softmax(std::move(scores), options...);  // [batch..., seq, keys]
    auto output = weighted_mean<O...>(weights, v);                 // [batch..., seq, d_v]
    static_assert(axes_of<decltype(weights)> == call::scores, "scaled_dot_product_attention: weights are [batch, seq, keys]");
    static_assert(axes_of<decltype(output)> == call::output, "scaled_dot_product_attention: output is [batch, seq, d_v]");
    return attended<decltype(output), decltype(weights)>{std::move(output), std::move(weights)};
  }

  /// Runs the kernel for each of the leading axes; false where it cannot read a mask as it lies.
  template <class Query, class Key, class Value, class... O>
  static bool run_kernel(const Query& query, const Key& key, const Value& value, const shape& scores,
                                     float* output, float* weights, const O&... options) {
    constexpr shape q_axes = Query::axes, k_axes = Key::axes, v_axes = Value::axes;
    constexpr int rows = q_axes.rank - 2, columns = q_axes.rank - 1;
    const auto queries = kernel_extent<static_extent(q_axes[rows])>(scores.last(1).extent);
    const auto keys = kernel_extent<static_extent(k_axes[rows])>(scores.last(0).extent);
    constexpr kernels::constant<q_axes[columns].extent> d_k;
    constexpr kernels::constant<v_axes[columns].extent> d_v;
    if constexpr (d_k.value > widest_head || d_v.value > widest_head) {
      return false;
    } else {
      shape lead = scores;
      lead[rows] = lead[columns] = axis(1);
      const index_t heads = rows > 0 ? scores[rows - 1].extent : 1;
      const strides q_steps = query.strides(), k_steps = key.strides(), v_steps = value.strides();
      return with_hooks(
          scores, rows > 0,
          [&](const auto& hooks) {
            index_t matrix = 0;
            traverse(
                lead,
                [&](index_t q, index_t k, index_t v) {
                  const kernels::attention_head head{query.data() + q, q_steps[rows],
                                                     key.data() + k,   k_steps[rows],
                                                     value.data() + v, v_steps[rows],
                                                     output + matrix * queries * d_v, d_v,
                                                     weights != nullptr ? weights + matrix * queries * keys : nullptr, keys,
                                                     kernels::attention_scale(d_k)};
                  kernels::attention(queries, keys, d_k, d_v, head, hooks.for_head(matrix / heads, matrix % heads));
                  ++matrix;
                },
                q_steps, k_steps, v_steps);
          },
          options...);
    }
  }

  /// Calls f with x, or with a packed copy where its last axis is not contiguous.
  template <class X, class F>
  static constexpr bool with_contiguous_rows(const X& x, const F& f) {
    if (x.strides()[X::axes.rank - 1] == 1) return f(x);
    return f(contiguous(x));
  }

  template <class Query, class Key, class Value, class... O>
  static constexpr auto attend(const Query& query, const Key& key, const Value& value, const O&... options) {
    using call = attention_call<scaled_dot_product, Query, Key, Value, O...>;
    call::check(query, key, value, options...);
    const auto run = [&](auto* output, auto* weights) {
      return with_contiguous_rows(query, [&](const auto& q) {
        return with_contiguous_rows(key, [&](const auto& k) {
          return with_contiguous_rows(value, [&](const auto& v) {
            return run_kernel(q, k, v, call::measured_scores(query, key), output, weights, options...);
          });
        });
      });
    };
    return attention_result<value_type_of<Query>, call, O...>(query, key, run,
                                                              [&] { return composed(query, key, value, options...); });
  }
};

}  // namespace detail

/// query [batch..., seq, d_k], key [batch..., keys, d_k], value [batch..., keys, d_v] -> [batch..., seq, d_v].
/// PyTorch: torch.nn.functional.scaled_dot_product_attention.
///
/// Options as those of `multi_head_attention`; a mask may have an axis of heads, the last before the two of the scores.
/// Refused: what `rules::attention` refuses, as `scaled_dot_product_attention: keys and values differ: ...`.
template <shaped Query, shaped Key, shaped Value, detail::attention_option... O>
  requires(detail::attention_call<detail::scaled_dot_product, Query, Key, Value, O...>::fits)
constexpr auto scaled_dot_product_attention(const Query& query, const Key& key, const Value& value, const O&... options) {
  return detail::scaled_dot_product::attend(query, key, value, options...);
}
template <shaped Query, shaped Key, shaped Value, detail::attention_option... O>
  requires(!detail::attention_call<detail::scaled_dot_product, Query, Key, Value, O...>::fits)
TENON_SHAPE_ERROR(detail::attention_call<detail::scaled_dot_product, Query, Key, Value, O...>::sentence())
scaled_dot_product_attention(const Query&, const Key&, const Value&, const O&...);

template <auto...>
TENON_SHAPE_ERROR("scaled_dot_product_attention: give query, key and value, then options such as nn::causal")
scaled_dot_product_attention(tenon::detail::anything, tenon::detail::anything = {}, tenon::detail::anything = {},
                             tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {});

}  // namespace tenon::nn
TENON_END_HEADER
