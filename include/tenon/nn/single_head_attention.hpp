// Attention with a single head and no output projection, as the article's series builds it first.
#pragma once
#include <tenon/kernels/single_head_attention.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/projected_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

template <bool Borrows, bool OfAnother = false>
consteval auto how_single_head_is_made() {
  if constexpr (OfAnother && !Borrows)
    return text{"single_head_attention: the other module has other axes, other elements, or biases where this has none"};
  else if constexpr (Borrows)
    return text{"single_head_attention: its parameters are borrowed, give each, as in single_head_attention({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}})"};
  else
    return text{"single_head_attention: make it of nothing or of a random::generator that has a name"};
}

}  // namespace detail

/// softmax(Q K^T / sqrt(d_k)) V of three projections: [batch..., seq, d_model] -> [batch..., seq, d_k]. The part of the
/// article's series before multi-head attention.
///
/// `single_head_attention<float, d_model>`, or with the width of the head `single_head_attention<float, d_model, d_k>`;
/// options: `no_bias`, `weights<bfloat16>`, `borrowed`. Called like `multi_head_attention`; the weights are
/// [batch..., seq, keys].
/// Allocates its result where that is larger than `inline_bytes`, and one block for intermediate results until it returns
/// where they are larger than 32 KiB; `forward` allocates nothing.
/// Parameters: W_q, W_k, W_v, each a `linear`. Refused: what `rules::attention` refuses.
template <class T, axis DModel, axis DK = DModel, class... Options>
struct single_head_attention : detail::projected_attention<single_head_attention<T, DModel, DK, Options...>> {
  static_assert((detail::is_linear_option<Options> && ...),
                "single_head_attention: an option is none of no_bias, weights<bfloat16>, borrowed");
  static_assert(detail::options_agree<Options...>, "single_head_attention: an option is given twice, or no_bias beside with_bias");

 private:
  using map = typename detail::linear_with<T, DModel, DK, typename detail::linear_options<T, Options...>::type>::type;

 public:
  TENON_LOCAL static constexpr axis d_model = DModel;
  TENON_LOCAL static constexpr axis d_k = DK;
  static constexpr bool borrows = map::borrows;

  BOOST_HANA_DEFINE_STRUCT(single_head_attention, (map, W_q), (map, W_k), (map, W_v));

  /// Zeros.
  constexpr single_head_attention()
    requires(!borrows)
  = default;
  /// PyTorch's default initialisation of three nn.Linear, drawn in the order W_q, W_k, W_v.
  explicit constexpr single_head_attention(random::generator& source)
    requires(!borrows)
      : W_q(source), W_k(source), W_v(source) {}
  /// The parameters of another module, rounded where weights are of bfloat16 here and of float there.
  template <class... O>
    requires(!borrows && detail::can_be_copied<single_head_attention, single_head_attention<T, DModel, DK, O...>>)
  explicit constexpr single_head_attention(const single_head_attention<T, DModel, DK, O...>& other)
      : W_q(other.W_q), W_k(other.W_k), W_v(other.W_v) {}
  /// With `borrowed`: of the parameters of its linear maps, each by its name: `m({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}})`. There is
  /// no form without names: a compiler may work arguments out in any order.
  struct lent {
    typename map::lent W_q;
    typename map::lent W_k;
    typename map::lent W_v;
  };
  constexpr single_head_attention(const lent& given)
    requires(borrows)
      : W_q(given.W_q), W_k(given.W_k), W_v(given.W_v) {}
  template <class Reason = TENON_SHAPE_ERROR(detail::how_single_head_is_made<borrows>())>
    requires(borrows)
  single_head_attention(const typename map::lent&, const typename map::lent&, const typename map::lent&) = delete;
  template <class M0, class M1, class M2, class Reason = TENON_SHAPE_ERROR(detail::how_single_head_is_made<borrows>())>
  single_head_attention(const M0&, const M1&, const M2&) = delete;

  template <class Reason = TENON_SHAPE_ERROR(detail::how_single_head_is_made<borrows>())>
    requires(borrows)
  single_head_attention() = delete;
  template <class X, class Reason = TENON_SHAPE_ERROR(detail::how_single_head_is_made<borrows, detail::is_a<tenon::nn::single_head_attention, X>>())>
    requires(!std::is_base_of_v<single_head_attention, X>)
  explicit single_head_attention(const X&) = delete;

  constexpr single_head_attention(const single_head_attention&) = default;
  constexpr single_head_attention(single_head_attention&&) = default;
  constexpr single_head_attention& operator=(const single_head_attention&) = default;
  constexpr single_head_attention& operator=(single_head_attention&&) = default;
  constexpr ~single_head_attention() = default;

  /// The next parameters that a reader of memory gives out, in their order.
  template <class Reader>
    requires(borrows)
  static constexpr lent lent_by(Reader& reader) {
    return {.W_q = map::lent_by(reader), .W_k = map::lent_by(reader), .W_v = map::lent_by(reader)};
  }

  template <class Query, class Value>
  TENON_LOCAL static constexpr rules::attention rule{rules::attention::form::single_head, element_of<T>(), DModel, DModel, DModel, DK};

  /// The same from its parts: what constant evaluation uses, and what the kernels are tested against.
  template <class Query, class Key, class Value, class... O>
  [[nodiscard]] constexpr auto composed(const Query& query, const Key& key, const Value& value, const O&... options) const {
    auto q = W_q(query);  // [batch..., seq, d_k]
    auto k = W_k(key);    // [batch..., keys, d_k]
    auto v = W_v(value);  // [batch..., keys, d_k]
    return detail::scaled_dot_product::composed(q, k, v, options...);
  }

  /// The floats of scratch memory that a call needs; see `workspace`.
  template <shaped Query, shaped Key = Query, shaped Value = Key>
  static consteval index_t workspace_elements() {
    constexpr shape q = axes_of<Query>, k = axes_of<Key>;
    constexpr bool exact = all_static<Query, Key, Value>;
    constexpr auto floats = exact ? kernels::single_head_scratch : kernels::largest_single_head_scratch;
    return floats(DK.extent, detail::batch_of(q), q.last(1).extent, k.last(1).extent);
  }

 private:
  friend detail::projected_attention<single_head_attention>;

  static constexpr index_t scratch_elements(index_t batch, index_t queries, index_t keys) {
    return kernels::single_head_scratch(DK.extent, batch, queries, keys);
  }

  /// Runs the kernel on packed operands.
  template <class Call, class Query, class Key, class... O>
  void run_kernel(const Query& query, const Key& key, const kernels::multi_head_operands& operands,
                  const O&... options) const {
    const shape& scores = Call::measured_scores(query, key);
    const index_t queries = scores.last(1).extent, keys = scores.last(0).extent;
    const auto executor = kernels::dealt(detail::executor_among(options...));
    detail::with_hooks<Call::scores>(
        scores, false, detail::batch_of(query.shape()),
        [&](const auto& hooks, index_t first, index_t count) {
          kernels::multi_head_operands texts = operands;
          texts.query += first * queries * DModel.extent;
          texts.key += first * keys * DModel.extent;
          texts.value += first * keys * DModel.extent;
          texts.out += first * queries * DK.extent;
          if (texts.weights != nullptr) texts.weights += first * queries * keys;
          kernels::single_head_attention<DModel.extent, DK.extent>(
              count, queries, keys, kernels::projection{W_q.weight.panel_data(), W_q.bias_or_null()},
              kernels::projection{W_k.weight.panel_data(), W_k.bias_or_null()},
              kernels::projection{W_v.weight.panel_data(), W_v.bias_or_null()}, texts, hooks, executor);
        },
        options...);
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
