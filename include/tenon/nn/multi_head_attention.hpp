// Multi-head attention, as in "Attention Is All You Need" and the article that Tenon follows.
#pragma once
#include <tenon/kernels/multi_head_attention.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/projected_attention.hpp>
#include <tenon/nn/score_hooks.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/rules/heads.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

template <bool Borrows, bool OfAnother = false>
consteval auto how_multi_head_is_made() {
  if constexpr (OfAnother && !Borrows)
    return text{"multi_head_attention: the other module has other axes, other elements, or biases where this has none"};
  else if constexpr (Borrows)
    return text{"multi_head_attention: its parameters are borrowed, give each, as in multi_head_attention({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}, .W_o = {w, b}})"};
  else
    return text{"multi_head_attention: make it of nothing or of a random::generator that has a name"};
}

}  // namespace detail

/// softmax(Q K^T / sqrt(d_k)) V for each head, the heads side by side, times W_o. PyTorch: nn.MultiheadAttention, and the
/// article's MultiHeadAttention.
///
/// `multi_head_attention<float, d_model, heads>`; options: `no_bias`, `key_width<axis>`, `value_width<axis>`,
/// `weights<bfloat16>`, `borrowed`.
/// `attention(x)` attends to itself, `attention(x, memory)` to a memory, `attention(query, key, value)` to keys and values
/// apart: [batch..., seq, d_model] -> [batch..., seq, d_model]. Any of these may follow, in any order: `with_weights`,
/// `keep(mask)`, `ignore(mask)`, `score_bias(bias)`, `causal`, `causal_top_left`, `causal_bottom_right`.
/// The weights are [batch..., heads, seq, keys]; in self-attention the key axis is the prime of the query axis.
/// Allocates its result where that is larger than `inline_bytes`, and one block for intermediate results until it returns
/// where they are larger than 32 KiB; `forward` allocates nothing.
/// Parameters: W_q, W_k, W_v, W_o, each a `linear`. Refused: `multi_head_attention: d_model=10 is not divisible by heads=3`,
/// and what `rules::attention` refuses.
template <class T, axis DModel, axis Heads, class... Options>
struct multi_head_attention : detail::projected_attention<multi_head_attention<T, DModel, Heads, Options...>> {
  static_assert(sizeof(TENON_REFUSAL(rules::heads{DModel, Heads})));
  static_assert(std::is_floating_point_v<T>, "multi_head_attention: the elements are float or double");
  static_assert((detail::is_attention_module_option<Options> && ...),
                "multi_head_attention: an option is none of no_bias, key_width<axis>, value_width<axis>, weights<bfloat16>, "
                "borrowed");
  static_assert(detail::options_agree<Options...>, "multi_head_attention: an option is given twice, or no_bias beside with_bias");

 private:
  using options = typename detail::linear_options<T, Options...>::type;
  using query_map = typename detail::linear_with<T, DModel, DModel, options>::type;
  using key_map =
      typename detail::linear_with<T, detail::width_among<nn::key_width, Options...>(DModel), DModel, options>::type;
  using value_map =
      typename detail::linear_with<T, detail::width_among<nn::value_width, Options...>(DModel), DModel, options>::type;
  using output_map = query_map;

 public:
  TENON_LOCAL static constexpr axis d_model = DModel;
  TENON_LOCAL static constexpr axis heads = Heads;
  TENON_LOCAL static constexpr axis d_k = canonical(axis("d_k", DModel.extent >= Heads.extent ? DModel.extent / Heads.extent : 1));
  TENON_LOCAL static constexpr axis key_width = detail::width_among<nn::key_width, Options...>(DModel);
  TENON_LOCAL static constexpr axis value_width = detail::width_among<nn::value_width, Options...>(DModel);
  static constexpr bool borrows = query_map::borrows;

  BOOST_HANA_DEFINE_STRUCT(multi_head_attention, (query_map, W_q), (key_map, W_k), (value_map, W_v), (output_map, W_o));

  /// Zeros.
  constexpr multi_head_attention()
    requires(!borrows)
  = default;
  /// PyTorch's default initialisation of four nn.Linear, drawn in the order W_q, W_k, W_v, W_o.
  explicit constexpr multi_head_attention(random::generator& source)
    requires(!borrows)
      : W_q(source), W_k(source), W_v(source), W_o(source) {}
  /// The parameters of another module, rounded where weights are of bfloat16 here and of float there.
  template <class... O>
    requires(!borrows && detail::can_be_copied<multi_head_attention, multi_head_attention<T, DModel, Heads, O...>>)
  explicit constexpr multi_head_attention(const multi_head_attention<T, DModel, Heads, O...>& other)
      : W_q(other.W_q), W_k(other.W_k), W_v(other.W_v), W_o(other.W_o) {}
  /// With `borrowed`: of the parameters of its linear maps, each by its name: `m({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}, .W_o = {w, b}})`. There is
  /// no form without names: a compiler may work arguments out in any order.
  struct lent {
    typename query_map::lent W_q;
    typename key_map::lent W_k;
    typename value_map::lent W_v;
    typename output_map::lent W_o;
  };
  constexpr multi_head_attention(const lent& given)
    requires(borrows)
      : W_q(given.W_q), W_k(given.W_k), W_v(given.W_v), W_o(given.W_o) {}
  template <class Reason = TENON_SHAPE_ERROR(detail::how_multi_head_is_made<borrows>())>
    requires(borrows)
  multi_head_attention(const typename query_map::lent&, const typename key_map::lent&, const typename value_map::lent&, const typename output_map::lent&) = delete;
  template <class M0, class M1, class M2, class M3, class Reason = TENON_SHAPE_ERROR(detail::how_multi_head_is_made<borrows>())>
  multi_head_attention(const M0&, const M1&, const M2&, const M3&) = delete;

  template <class Reason = TENON_SHAPE_ERROR(detail::how_multi_head_is_made<borrows>())>
    requires(borrows)
  multi_head_attention() = delete;
  template <class X, class Reason = TENON_SHAPE_ERROR(detail::how_multi_head_is_made<borrows, detail::is_a<tenon::nn::multi_head_attention, X>>())>
    requires(!std::is_base_of_v<multi_head_attention, X>)
  explicit multi_head_attention(const X&) = delete;

  constexpr multi_head_attention(const multi_head_attention&) = default;
  constexpr multi_head_attention(multi_head_attention&&) = default;
  constexpr multi_head_attention& operator=(const multi_head_attention&) = default;
  constexpr multi_head_attention& operator=(multi_head_attention&&) = default;
  constexpr ~multi_head_attention() = default;

  /// The next parameters that a reader of memory gives out, in their order.
  template <class Reader>
    requires(borrows)
  static constexpr lent lent_by(Reader& reader) {
    return {.W_q = query_map::lent_by(reader),
            .W_k = key_map::lent_by(reader),
            .W_v = value_map::lent_by(reader),
            .W_o = output_map::lent_by(reader)};
  }

  template <class Query, class Value>
  TENON_LOCAL static constexpr rules::attention rule{rules::attention::form::multi_head, element_of<T>(), DModel, key_width,
                                         value_width, DModel, Heads};

  /// The same from its parts, as in the article: what constant evaluation uses, and what the kernels are tested against.
  template <class Query, class Key, class Value, class... O>
  [[nodiscard]] constexpr auto composed(const Query& query, const Key& key, const Value& value, const O&... options) const {
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

    auto context = detail::weighted_mean(weights, v, options...);  // [batch..., heads, seq, d_k]
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
    if constexpr (kernels::is_tiny<sizes, queries, keys, typename query_map::stored>) return 0;
    constexpr auto floats =
        all_static<Query, Key, Value> ? kernels::multi_head_scratch : kernels::largest_multi_head_scratch;
    return floats(sizes, detail::batch_of(axes_of<Query>), axes_of<Query>.last(1).extent, axes_of<Key>.last(1).extent);
  }

 private:
  friend detail::projected_attention<multi_head_attention>;

  TENON_LOCAL static constexpr kernels::multi_head_sizes sizes{
      DModel.extent, key_width.extent, value_width.extent, Heads.extent, Heads.extent, d_k.extent, d_k.extent, DModel.extent};

  static constexpr index_t scratch_elements(index_t batch, index_t queries, index_t keys) {
    return kernels::multi_head_scratch(sizes, batch, queries, keys);
  }

  /// Runs the kernel on packed operands.
  template <class Call, class Query, class Key, class... O>
  void run_kernel(const Query& query, const Key& key, const kernels::multi_head_operands& operands,
                  const O&... options) const {
    constexpr shape q_axes = Query::axes, k_axes = Key::axes;
    const shape& scores = Call::measured_scores(query, key);
    const auto batch = detail::kernel_extent<detail::static_batch(q_axes)>(detail::batch_of(query.shape()));
    const auto queries = detail::kernel_extent<detail::static_extent(q_axes.last(1))>(scores.last(1).extent);
    const auto keys = detail::kernel_extent<detail::static_extent(k_axes.last(1))>(scores.last(0).extent);
    const kernels::multi_head_projections projections{kernels::projection{W_q.weight.panel_data(), W_q.bias_or_null()},
                                                      {W_k.weight.panel_data(), W_k.bias_or_null()},
                                                      {W_v.weight.panel_data(), W_v.bias_or_null()},
                                                      {W_o.weight.panel_data(), W_o.bias_or_null()}};
    const auto executor = kernels::dealt(detail::executor_among(options...));
    detail::with_hooks<Call::scores>(
        scores, true, batch,
        [&](const auto& hooks, index_t first, auto count) {
          kernels::multi_head_operands texts = operands;
          texts.query += first * queries * sizes.query_dim;
          texts.key += first * keys * sizes.key_dim;
          texts.value += first * keys * sizes.value_dim;
          texts.out += first * queries * sizes.out_dim;
          if (texts.weights != nullptr) texts.weights += first * sizes.heads * queries * keys;
          kernels::multi_head_attention<sizes>(count, queries, keys, projections, texts, hooks, executor);
        },
        options...);
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
