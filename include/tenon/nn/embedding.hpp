// The embedding, PyTorch's nn.Embedding.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>

#include <boost/hana/define_struct.hpp>

#include <tenon/nn/forward.hpp>
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
/// the table raises `out_of_range`: `embedding: id 7 is outside vocab=3`, before anything is written.
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

 private:
  template <class Ids, class Out>
  static consteval bool forward_call_fits() {
    if constexpr (!shaped<Out> || !fit<rule_for<Ids>, Ids>) return false;
    else return fit<detail::output_rule<verdict_of<rule_for<Ids>, Ids>.result, T, Out>(), Out>;
  }
  template <class Ids, class Out>
  static constexpr bool forward_fits = forward_call_fits<Ids, Out>();
  template <class Ids, class Out>
  static consteval auto forward_sentence() {
    if constexpr (!fit<rule_for<Ids>, Ids>) return sentence<rule_for<Ids>, Ids>();
    else return sentence<detail::output_rule<verdict_of<rule_for<Ids>, Ids>.result, T, Out>(), Out>();
  }
  /// Whether no id of that type can be outside the table.
  template <class Ids>
  static constexpr bool always_inside = std::is_unsigned_v<value_type_of<Ids>> &&
                                        std::cmp_less(std::numeric_limits<value_type_of<Ids>>::max(), Rows.extent);

 public:
  template <shaped Ids>
    requires fit<rule_for<Ids>, Ids>
  constexpr auto operator()(const Ids& ids) const {
    const shape axes = checked<rule_for<Ids>>(ids);
    check_ids(ids);
    typename tensor_of<T, verdict_of<rule_for<Ids>, Ids>.result>::type y(uninitialized, axes);
    gather(ids, y.data());
    return y;
  }
  template <shaped Ids>
    requires(!fit<rule_for<Ids>, Ids>)
  TENON_REFUSAL(rule_for<Ids>, Ids) operator()(const Ids&) const;
  TENON_SHAPE_ERROR("embedding: give one tensor of ids, as in embedding(ids)")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  /// The same into memory of the caller's: `table.forward(ids, out)`, or `table.forward(ids, out, workspace)` as of every
  /// module, though an embedding needs none. Nothing is allocated. An id outside the table is refused before anything is
  /// written; `noexcept` where every extent is static and the type of the ids holds none that is outside.
  template <shaped Ids, class Out>
    requires(forward_fits<Ids, Out>)
  constexpr void forward(const Ids& ids, Out&& out) const noexcept(all_static<Ids, Out> && always_inside<Ids>) {
    const shape axes = checked<rule_for<Ids>>(ids);
    check_ids(ids);
    detail::check_output(out, axes, ids, weight);
    gather(ids, detail::started(out, axes));
  }
  template <shaped Ids, class Out, detail::some_workspace W>
    requires(forward_fits<Ids, Out>)
  constexpr void forward(const Ids& ids, Out&& out, W&) const noexcept(all_static<Ids, Out> && always_inside<Ids>) {
    forward(ids, out);
  }
  template <shaped Ids, shaped Out>
    requires(!forward_fits<Ids, Out>)
  TENON_SHAPE_ERROR(embedding::template forward_sentence<Ids, Out>()) forward(const Ids&, Out&&) const;
  template <shaped Ids, shaped Out, detail::some_workspace W>
    requires(!forward_fits<Ids, Out>)
  TENON_SHAPE_ERROR(embedding::template forward_sentence<Ids, Out>()) forward(const Ids&, Out&&, W&) const;
  TENON_SHAPE_ERROR("forward: give ids and out, as in embedding.forward(ids, out)")
  forward(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  template <shaped Ids>
  static consteval index_t workspace_elements() {
    return 0;
  }

  /// One row of the table: [features], a view, or a copy where the table is a temporary.
  constexpr auto row(index_t id) const& { return tenon::row(weight, id); }
  constexpr auto row(index_t id) && { return tenon::row(std::move(weight), id); }

 private:
  template <class Ids>
  static constexpr void check_ids(const Ids& ids) {
    if constexpr (!always_inside<Ids>) {
      using id_type = std::conditional_t<std::is_signed_v<value_type_of<Ids>>, index_t, std::uint64_t>;
      const auto* from = ids.data();
      traverse(
          ids.shape(),
          [&](index_t i) {
            const id_type id = from[i];
            if (std::cmp_less(id, 0) || std::cmp_greater_equal(id, Rows.extent)) [[unlikely]]
              raise<out_of_range>([&](writer& out) { out << "embedding: id " << id << " is outside " << Rows; });
          },
          ids.strides());
    }
  }
  template <class Ids>
  constexpr void gather(const Ids& ids, T* to) const {
    const auto* from = ids.data();
    traverse(
        ids.shape(),
        [&](index_t i) {
          const T* row = weight.data() + static_cast<index_t>(from[i]) * Features.extent;
          for (index_t k = 0; k < Features.extent; ++k) *to++ = row[k];
        },
        ids.strides());
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
