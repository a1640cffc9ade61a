// The embedding, PyTorch's nn.Embedding.
#pragma once
#include <cstdint>
#include <utility>

#include <boost/hana/define_struct.hpp>

#include <tenon/ops/row.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/random/initialisers.hpp>
#include <tenon/rules/embedding.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// One row of a table for each id: [axes...] of integers -> [axes..., features]. PyTorch: nn.Embedding(rows, features).
///
/// Parameters: weight [rows, features]. Refused: `embedding: ids are integers, those of [seq=3] are float`; an id outside
/// the table raises `out_of_range`: `embedding: id 7 is outside vocab=3`, before anything is returned.
template <class T, axis Rows, axis Features>
struct embedding {
  static_assert(sizeof(TENON_REFUSAL(rules::embedding_table{Rows, Features})));

  BOOST_HANA_DEFINE_STRUCT(embedding, (tensor<T, Rows, Features>, weight));

  /// Zeros.
  constexpr embedding() = default;
  template <class X, class Reason = TENON_SHAPE_ERROR("embedding: make it of nothing or of a random::generator that has a name")>
    requires(!std::is_same_v<X, embedding>)
  explicit embedding(const X&) = delete;
  /// PyTorch's default initialisation: normal, of mean 0 and deviation 1.
  explicit constexpr embedding(random::generator& source) {
    random::fill_embedding(weight.data(), weight.size(), source);
  }

  template <class Ids>
  static constexpr rules::embedding rule_for{Features, tenon::detail::element_kind<Ids>};

  template <shaped Ids>
    requires fit<rule_for<Ids>, Ids>
  constexpr auto operator()(const Ids& ids) const {
    const shape axes = checked<rule_for<Ids>>(ids);
    typename tensor_of<T, verdict_of<rule_for<Ids>, Ids>.result>::type y(uninitialized, axes);
    const auto* from = ids.data();
    T* to = y.data();
    traverse(
        ids.shape(),
        [&](index_t i) {
          using id_type = value_type_of<Ids>;
          const std::conditional_t<std::is_signed_v<id_type>, index_t, std::uint64_t> id = from[i];
          if (std::cmp_less(id, 0) || std::cmp_greater_equal(id, Rows.extent)) [[unlikely]]
            raise<out_of_range>([&](writer& out) { out << "embedding: id " << id << " is outside " << Rows; });
          const T* row = weight.data() + static_cast<index_t>(id) * Features.extent;
          for (index_t k = 0; k < Features.extent; ++k) *to++ = row[k];
        },
        ids.strides());
    return y;
  }
  template <shaped Ids>
    requires(!fit<rule_for<Ids>, Ids>)
  TENON_REFUSAL(rule_for<Ids>, Ids) operator()(const Ids&) const;
  TENON_SHAPE_ERROR("embedding: give one tensor of ids, as in embedding(ids)")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  /// One row of the table: [features], a view, or a copy where the table is a temporary.
  constexpr auto row(index_t id) const& { return tenon::row(weight, id); }
  constexpr auto row(index_t id) && { return tenon::row(std::move(weight), id); }
};

}  // namespace tenon::nn
TENON_END_HEADER
