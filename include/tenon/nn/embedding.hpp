// The embedding, PyTorch's nn.Embedding.
#pragma once
#include <boost/hana/define_struct.hpp>

#include <tenon/ops/row.hpp>
#include <tenon/random/initialisers.hpp>
#include <tenon/rules/embedding.hpp>
#include <tenon/tensor/result.hpp>

namespace tenon::nn {

/// One row of a table for each id: [axes...] of integers -> [axes..., features]. PyTorch: nn.Embedding(rows, features).
///
/// Parameters: weight [rows, features]. Refused: `embedding: ids are integers, those of [seq=3] are float`; an id outside
/// the table raises `out_of_range`: `embedding: id 7 is outside vocab=3`, before anything is returned.
template <class T, axis Rows, axis Features>
struct embedding {
  BOOST_HANA_DEFINE_STRUCT(embedding, (tensor<T, Rows, Features>, weight));

  /// Zeros.
  constexpr embedding() = default;
  /// PyTorch's default initialisation: normal, of mean 0 and deviation 1.
  TENON_KEYED explicit constexpr embedding(random::generator& source) {
    random::fill_embedding(weight.data(), weight.size(), source);
  }

  template <class Ids>
  static constexpr rules::embedding rule_for{Features, element_of<value_type_of<Ids>>()};

  template <shaped Ids>
    requires fit<rule_for<Ids>, Ids>
  TENON_KEYED constexpr auto operator()(const Ids& ids) const {
    const shape axes = checked<rule_for<Ids>>(ids);
    typename tensor_of<T, verdict_of<rule_for<Ids>, Ids>.result>::type y(uninitialized, axes);
    const auto* from = ids.data();
    T* to = y.data();
    traverse(
        ids.shape(),
        [&](index_t i) {
          const auto id = static_cast<index_t>(from[i]);
          if (id < 0 || id >= Rows.extent) [[unlikely]]
            raise<out_of_range>([&](writer& out) { out << "embedding: id " << id << " is outside " << Rows; });
          const T* row = weight.data() + id * Features.extent;
          for (index_t k = 0; k < Features.extent; ++k) *to++ = row[k];
        },
        ids.strides());
    return y;
  }
  template <shaped Ids>
    requires(!fit<rule_for<Ids>, Ids>)
  TENON_REFUSAL(rule_for<Ids>, Ids) operator()(const Ids&) const;

  /// One row of the table: [features], a view.
  constexpr auto row(index_t id) const { return tenon::row(weight, id); }
};

}  // namespace tenon::nn
