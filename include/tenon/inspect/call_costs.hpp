// What one call of a module costs, as far as its shapes say.
#pragma once
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect {

/// Specialise it for modules of your own: `static index_t multiply_adds(const M&, const X&... inputs)` counts the
/// products that are added up in a call, `static index_t scratch_bytes(const M&, const X&... inputs)` the memory that
/// it borrows besides its result. `summary` prints what there is, and nothing of what there is not.
template <class M>
struct call_costs {};

template <class T, axis In, axis Out, class... Options>
struct call_costs<nn::linear<T, In, Out, Options...>> {
  template <shaped X>
  static index_t multiply_adds(const nn::linear<T, In, Out, Options...>&, const X& x) {
    return x.size() * Out.extent;
  }
};

template <class T, axis Rows, axis Features, class... Options>
struct call_costs<nn::embedding<T, Rows, Features, Options...>> {
  template <shaped X>
  static index_t multiply_adds(const nn::embedding<T, Rows, Features, Options...>&, const X&) {
    return 0;
  }
};

namespace detail {

/// The extents of one call of attention: matrices of rows of queries, and rows of keys.
struct attention_extents {
  index_t batch, queries, keys;

  template <shaped Query, shaped Key>
  attention_extents(const Query& query, const Key& key)
      : batch(1), queries(query.shape().last(1).extent), keys(key.shape().last(1).extent) {
    for (int i = 0; i + 2 < Query::axes.rank; ++i) batch *= query.extent(i);
  }
  /// Scores of width d_k, and sums of values of width d_v, over all heads.
  index_t attention(index_t key_width, index_t value_width) const {
    return batch * queries * keys * (key_width + value_width);
  }
};

}  // namespace detail

template <class T, axis DModel, axis Heads, class... Options>
struct call_costs<nn::multi_head_attention<T, DModel, Heads, Options...>> {
  using attention_module = nn::multi_head_attention<T, DModel, Heads, Options...>;

  template <shaped Query, shaped Key, shaped Value>
  static index_t multiply_adds(const attention_module& m, const Query& query, const Key& key, const Value&) {
    const detail::attention_extents n(query, key);
    return n.batch * (n.queries * (m.W_q.weight.size() + m.W_o.weight.size()) +
                      n.keys * (m.W_k.weight.size() + m.W_v.weight.size())) +
           n.attention(m.W_q.weight.extent(0), m.W_o.weight.extent(1));
  }
  template <shaped Query, shaped Key>
  static index_t multiply_adds(const attention_module& m, const Query& query, const Key& key) {
    return multiply_adds(m, query, key, key);
  }
  template <shaped X>
  static index_t multiply_adds(const attention_module& m, const X& x) {
    return multiply_adds(m, x, x, x);
  }

  template <shaped Query, shaped Key, shaped Value>
    requires std::is_same_v<T, float>
  static index_t scratch_bytes(const attention_module& m, const Query& query, const Key& key, const Value&) {
    constexpr index_t d_k = attention_module::d_k.extent, width = DModel.extent;
    constexpr index_t key_heads = decltype(m.W_k.weight)::axes[0].extent / d_k;
    constexpr index_t key_width = attention_module::key_width.extent;
    constexpr index_t value_width = attention_module::value_width.extent;
    constexpr kernels::multi_head_sizes sizes{width, key_width, value_width, Heads.extent, key_heads, d_k, d_k, width};
    constexpr shape q = Query::axes, k = Key::axes;
    using query_count = decltype(nn::detail::kernel_extent<nn::detail::static_extent(q.last(1))>(0));
    using key_count = decltype(nn::detail::kernel_extent<nn::detail::static_extent(k.last(1))>(0));
    if constexpr (kernels::is_tiny<sizes, query_count, key_count, typename decltype(m.W_q)::stored>) return 0;
    const detail::attention_extents n(query, key);
    return kernels::largest_multi_head_scratch(sizes, n.batch, n.queries, n.keys) * static_cast<index_t>(sizeof(T));
  }
  template <shaped Query, shaped Key>
    requires std::is_same_v<T, float>
  static index_t scratch_bytes(const attention_module& m, const Query& query, const Key& key) {
    return scratch_bytes(m, query, key, key);
  }
  template <shaped X>
    requires std::is_same_v<T, float>
  static index_t scratch_bytes(const attention_module& m, const X& x) {
    return scratch_bytes(m, x, x, x);
  }
};

template <class T, axis DModel, axis DK, class... Options>
struct call_costs<nn::single_head_attention<T, DModel, DK, Options...>> {
  using attention_module = nn::single_head_attention<T, DModel, DK, Options...>;

  template <shaped Query, shaped Key, shaped Value>
  static index_t multiply_adds(const attention_module& m, const Query& query, const Key& key, const Value&) {
    const detail::attention_extents n(query, key);
    return n.batch * (n.queries * m.W_q.weight.size() + n.keys * (m.W_k.weight.size() + m.W_v.weight.size())) +
           n.attention(m.W_q.weight.extent(0), m.W_v.weight.extent(0));
  }
  template <shaped Query, shaped Key>
  static index_t multiply_adds(const attention_module& m, const Query& query, const Key& key) {
    return multiply_adds(m, query, key, key);
  }
  template <shaped X>
  static index_t multiply_adds(const attention_module& m, const X& x) {
    return multiply_adds(m, x, x, x);
  }
};

}  // namespace tenon::inspect
TENON_END_HEADER
