// Multi-head attention, as in "Attention Is All You Need" and the article that Tenon follows.
#pragma once
#include <tenon/kernels/multi_head_attention.hpp>
#include <tenon/nn/attention_module.hpp>
#include <tenon/nn/attention_result.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/score_hooks.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/rules/heads.hpp>
#include <tenon/tensor/scratch.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// softmax(Q K^T / sqrt(d_k)) V for each head, the heads side by side, times W_o. PyTorch: nn.MultiheadAttention, and the
/// article's MultiHeadAttention.
///
/// `multi_head_attention<float, d_model, heads>`; options: `no_bias`, `key_width<axis>`, `value_width<axis>`.
/// `attention(x)` attends to itself, `attention(x, memory)` to a memory, `attention(query, key, value)` to keys and values
/// apart: [batch..., seq, d_model] -> [batch..., seq, d_model]. Any of these may follow, in any order: `with_weights`,
/// `keep(mask)`, `ignore(mask)`, `score_bias(bias)`, `causal`, `causal_top_left`, `causal_bottom_right`.
/// The weights are [batch..., heads, seq, keys]; in self-attention the key axis is the prime of the query axis.
/// Parameters: W_q, W_k, W_v, W_o, each a `linear`. Refused: `multi_head_attention: d_model=10 is not divisible by heads=3`,
/// and what `rules::attention` refuses.
template <class T, axis DModel, axis Heads, class... Options>
struct multi_head_attention : detail::attention_module<multi_head_attention<T, DModel, Heads, Options...>> {
  static_assert(sizeof(TENON_REFUSAL(rules::heads{DModel, Heads})));
  static_assert(std::is_floating_point_v<T>, "multi_head_attention: the elements are float or double");
  static_assert((detail::is_attention_module_option<Options> && ...),
                "multi_head_attention: an option is none of no_bias, key_width<axis>, value_width<axis>");

  static constexpr axis d_model = DModel;
  static constexpr axis heads = Heads;
  static constexpr axis d_k = canonical(axis("d_k", DModel.extent >= Heads.extent ? DModel.extent / Heads.extent : 1));
  static constexpr axis key_width = detail::width_among<nn::key_width, Options...>(DModel);
  static constexpr axis value_width = detail::width_among<nn::value_width, Options...>(DModel);
  using bias = detail::bias_among<Options...>;

  BOOST_HANA_DEFINE_STRUCT(multi_head_attention, (linear<T, DModel, DModel, bias>, W_q),
                           (linear<T, key_width, DModel, bias>, W_k), (linear<T, value_width, DModel, bias>, W_v),
                           (linear<T, DModel, DModel, bias>, W_o));

  /// Zeros.
  constexpr multi_head_attention() = default;
  template <class X, class Reason = TENON_SHAPE_ERROR("multi_head_attention: make it of nothing or of a random::generator that has a name")>
    requires(!std::is_same_v<X, multi_head_attention>)
  explicit multi_head_attention(const X&) = delete;
  /// PyTorch's default initialisation of four nn.Linear, drawn in the order W_q, W_k, W_v, W_o.
  explicit constexpr multi_head_attention(random::generator& source)
      : W_q(source), W_k(source), W_v(source), W_o(source) {}

  template <class Query, class Value>
  static constexpr rules::attention rule{rules::attention::form::multi_head, element_of<T>(), DModel, key_width,
                                         value_width, DModel, Heads};

  /// The same from its parts, as in the article: what constant evaluation uses, and what the kernels are tested against.
  template <class Query, class Key, class Value, class... O>
  constexpr auto composed(const Query& query, const Key& key, const Value& value, const O&... options) const {
    using call = detail::attention_call<multi_head_attention, Query, Key, Value, O...>;
    constexpr axis seq = Query::axes.last(1), keys = call::scores.last(0);

    auto queries = W_q(query);                     // [batch..., seq, d_model]
    auto key_rows = rename<-2, keys>(W_k(key));      // [batch..., keys, d_model]
    auto value_rows = rename<-2, keys>(W_v(value));  // [batch..., keys, d_model]
    static_assert(axes_of<decltype(queries)> == call::projected(seq), "multi_head_attention: queries are [batch, seq, d_model]");
    static_assert(axes_of<decltype(key_rows)> == call::projected(keys), "multi_head_attention: keys are [batch, keys, d_model]");
    static_assert(axes_of<decltype(value_rows)> == call::projected(keys), "multi_head_attention: values are [batch, keys, d_model]");

    auto q = transpose<-3, -2>(split<-1, heads, d_k>(queries));     // [batch..., heads, seq, d_k]
    auto k = transpose<-3, -2>(split<-1, heads, d_k>(key_rows));    // [batch..., heads, keys, d_k]
    auto v = transpose<-3, -2>(split<-1, heads, d_k>(value_rows));  // [batch..., heads, keys, d_k]
    static_assert(axes_of<decltype(q)> == call::by_head(seq, d_k), "multi_head_attention: q is [batch, heads, seq, d_k]");
    static_assert(axes_of<decltype(k)> == call::by_head(keys, d_k), "multi_head_attention: k is [batch, heads, keys, d_k]");
    static_assert(axes_of<decltype(v)> == call::by_head(keys, d_k), "multi_head_attention: v is [batch, heads, keys, d_k]");

    auto scores = matmul(q, transpose<-2, -1>(k)) / sqrt_of<d_k>;  // [batch..., heads, seq, keys]
    static_assert(axes_of<decltype(scores)> == call::scores, "multi_head_attention: scores are [batch, heads, seq, keys]");

    auto weights = detail::masked_softmax(std::move(scores), options...);  // [batch..., heads, seq, keys]
    static_assert(axes_of<decltype(weights)> == call::scores, "multi_head_attention: weights are [batch, heads, seq, keys]");

    auto context = detail::weighted_mean<O...>(weights, v);  // [batch..., heads, seq, d_k]
    static_assert(axes_of<decltype(context)> == call::by_head(seq, d_k), "multi_head_attention: context is [batch, heads, seq, d_k]");

    auto concat = merge<-2, -1, d_model>(contiguous(transpose<-3, -2>(context)));  // [batch..., seq, d_model]
    static_assert(axes_of<decltype(concat)> == call::projected(seq), "multi_head_attention: concat is [batch, seq, d_model]");

    auto output = W_o(concat);  // [batch..., seq, d_model]
    static_assert(axes_of<decltype(output)> == call::output, "multi_head_attention: output is [batch, seq, d_model]");

    return attended<decltype(output), decltype(weights)>{std::move(output), std::move(weights)};
  }

  /// The floats of scratch memory that a call needs; see `workspace`.
  template <shaped Query, shaped Key = Query, shaped Value = Key>
  static consteval index_t workspace_elements() {
    using queries = decltype(detail::kernel_extent<detail::static_extent(axes_of<Query>.last(1))>(0));
    using keys = decltype(detail::kernel_extent<detail::static_extent(axes_of<Key>.last(1))>(0));
    if constexpr (kernels::is_tiny<sizes, queries, keys>) return 0;
    return kernels::multi_head_scratch(sizes, detail::batch_of(axes_of<Query>), axes_of<Query>.last(1).extent,
                                       axes_of<Key>.last(1).extent);
  }

 private:
  friend detail::attention_module<multi_head_attention>;

  static constexpr kernels::multi_head_sizes sizes{
      DModel.extent, key_width.extent, value_width.extent, Heads.extent, Heads.extent, d_k.extent, d_k.extent, DModel.extent};

  template <class Query, class Key, class Value, class... O>
  constexpr auto attend(const Query& query, const Key& key, const Value& value, const O&... options) const {
    using call = detail::attention_call<multi_head_attention, Query, Key, Value, O...>;
    call::check(query, key, value, options...);
    const auto run = [&](auto* output, auto* weights) {
      constexpr index_t most = workspace_elements<Query, Key, Value>();
      tenon::detail::scratch<float, most> scratch(most == 0 ? 0 : scratch_elements(query, key));
      bool ran = false;
      tenon::detail::with_packed(query, [&](const float* q) {
        tenon::detail::with_packed(key, [&](const float* k) {
          tenon::detail::with_packed(value, [&](const float* v) {
            ran = run_kernel<call>(query, key, {q, k, v, output, weights, scratch.data()}, options...);
          });
        });
      });
      return ran;
    };
    return detail::attention_result<T, call, O...>(query, key, run,
                                                   [&] { return composed(query, key, value, options...); });
  }

  /// Whether the kernel serves: it can read the masks as they lie.
  template <class Call, class Query, class Key, class... O>
  static bool reads(const Query& query, const Key& key, const O&... options) {
    return d_k.extent <= detail::widest_head &&
           detail::with_hooks(Call::measured_scores(query, key), true, [](const auto&) {}, options...);
  }

  template <class Call, class Query, class Key, class Value, class... O>
  bool run_into(const Query& query, const Key& key, const Value& value, float* out, float* scratch,
                const O&... options) const {
    return run_kernel<Call>(query, key, {query.data(), key.data(), value.data(), out, nullptr, scratch}, options...);
  }

  template <class Query, class Key>
  static index_t scratch_elements(const Query& query, const Key& key) {
    constexpr int rows = Query::axes.rank - 2;
    return kernels::multi_head_scratch(sizes, detail::batch_of(query.shape()), query.extent(rows), key.extent(rows));
  }

  /// Runs the kernel on packed operands; false where it cannot read a mask as it lies.
  template <class Call, class Query, class Key, class... O>
  bool run_kernel(const Query& query, const Key& key, const kernels::multi_head_operands& operands,
                  const O&... options) const {
    constexpr shape q_axes = Query::axes, k_axes = Key::axes;
    const shape scores = Call::measured_scores(query, key);
    const auto batch = detail::kernel_extent<detail::static_batch(q_axes)>(detail::batch_of(query.shape()));
    const auto queries = detail::kernel_extent<detail::static_extent(q_axes.last(1))>(scores.last(1).extent);
    const auto keys = detail::kernel_extent<detail::static_extent(k_axes.last(1))>(scores.last(0).extent);
    const kernels::multi_head_projections projections{{W_q.weight.data(), W_q.bias_or_null()},
                                                      {W_k.weight.data(), W_k.bias_or_null()},
                                                      {W_v.weight.data(), W_v.bias_or_null()},
                                                      {W_o.weight.data(), W_o.bias_or_null()}};
    if constexpr (d_k.extent > detail::widest_head) {
      return false;
    } else {
      return detail::with_hooks(
          scores, true,
          [&](const auto& hooks) {
            kernels::multi_head_attention<sizes>(batch, queries, keys, projections, operands, hooks,
                                                 detail::executor_among(options...));
          },
          options...);
    }
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
