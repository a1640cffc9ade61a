// Attention with a single head and no output projection, as the article's series builds it first.
#pragma once
#include <tenon/nn/attention_module.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// softmax(Q K^T / sqrt(d_k)) V of three projections: [batch..., seq, d_model] -> [batch..., seq, d_k]. The part of the
/// article's series before multi-head attention.
///
/// `single_head_attention<float, d_model>`, or with the width of the head `single_head_attention<float, d_model, d_k>`;
/// option: `no_bias`. Called like `multi_head_attention`; the weights are [batch..., seq, keys].
/// Parameters: W_q, W_k, W_v, each a `linear`. Refused: what `rules::attention` refuses.
template <class T, axis DModel, axis DK = DModel, class Bias = with_bias>
struct single_head_attention : detail::attention_module<single_head_attention<T, DModel, DK, Bias>> {
  static constexpr axis d_model = DModel;
  static constexpr axis d_k = DK;

  BOOST_HANA_DEFINE_STRUCT(single_head_attention, (linear<T, DModel, DK, Bias>, W_q), (linear<T, DModel, DK, Bias>, W_k),
                           (linear<T, DModel, DK, Bias>, W_v));

  /// Zeros.
  constexpr single_head_attention() = default;
  template <class X, class Reason = TENON_SHAPE_ERROR("single_head_attention: make it of nothing or of a random::generator that has a name")>
    requires(!std::is_same_v<X, single_head_attention>)
  explicit single_head_attention(const X&) = delete;
  /// PyTorch's default initialisation of three nn.Linear, drawn in the order W_q, W_k, W_v.
  explicit constexpr single_head_attention(random::generator& source)
      : W_q(source), W_k(source), W_v(source) {}

  template <class Query, class Value>
  static constexpr rules::attention rule{rules::attention::form::single_head, element_of<T>(), DModel, DModel, DModel, DK};

 private:
  friend detail::attention_module<single_head_attention>;

  template <class Query, class Key, class Value, class... O>
  constexpr auto attend(const Query& query, const Key& key, const Value& value, const O&... options) const {
    using call = detail::attention_call<single_head_attention, Query, Key, Value, O...>;
    call::check(query, key, value, options...);
    auto q = W_q(query);  // [batch..., seq, d_k]
    auto k = W_k(key);    // [batch..., keys, d_k]
    auto v = W_v(value);  // [batch..., keys, d_k]
    return scaled_dot_product_attention(q, k, v, options...);
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
