// The embedding, PyTorch's nn.Embedding.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>

#include <boost/hana/define_struct.hpp>

#include <tenon/nn/forward.hpp>
#include <tenon/nn/module_options.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/random/initialisers.hpp>
#include <tenon/rules/embedding.hpp>
#include <tenon/tensor/borrow.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// One row of a table for each id: [axes...] of integers -> [axes..., features]. PyTorch: nn.Embedding(rows, features).
///
/// Parameters: weight [rows, features]. Refused: `embedding: ids are integers, those of [seq=3] are float`; an id outside
/// the table raises `out_of_range`: `embedding: id 7 is outside vocab=3`, before anything is written.
///
/// Options: `weights<bfloat16>` stores the table so, and its rows are floats again; with `borrowed` the table lies in
/// memory of the user's, which outlives the module: `embedding<float, vocab, features, nn::borrowed> table(memory)`.
template <class T, axis Rows, axis Features, class... Options>
struct embedding {
  static_assert(((std::is_same_v<Options, borrowed> || detail::is_weights<Options>) && ...),
                "embedding: an option is nn::borrowed or nn::weights<bfloat16>");
  static_assert(detail::options_agree<Options...>, "embedding: an option is given twice");
  static_assert(!std::is_same_v<T, bfloat16>,
                "embedding: bfloat16 is stored, not calculated with, did you mean embedding<float, rows, features, "
                "nn::weights<bfloat16>>?");
  static_assert(sizeof(TENON_REFUSAL(rules::embedding_table{Rows, Features})));

  static constexpr bool borrows = detail::is_among<borrowed, Options...>;
  /// What the table is stored as.
  using stored = typename detail::weight_among<T, Options...>::type;
  static_assert(detail::can_be_stored_as<T, stored>,
                "embedding: a table is of the elements of the module, or of bfloat16 beside float");

 private:
  using owned = tensor<stored, Rows, Features>;
  using seen = view<const stored, row_major(shape(Rows, Features)), Rows, Features>;
  using lent = tenon::detail::borrower<rules::borrow::by::packed_view, const stored, shape(Rows, Features),
                                       Rows.extent * Features.extent>;
  using table = std::conditional_t<borrows, seen, owned>;

  template <class... O>
  static std::true_type is_of_these_axes(const embedding<T, Rows, Features, O...>&);
  static std::false_type is_of_these_axes(...);
  template <class X>
  static constexpr bool copies = !borrows && decltype(is_of_these_axes(std::declval<X>()))::value;

  template <class X>
  static consteval auto refusal() {
    if constexpr (borrows) return lent::template sentence<X>();
    else if constexpr (detail::is_a<tenon::nn::embedding, std::remove_cvref_t<X>>)
      return text{"embedding: the other table has other axes or other elements"};
    else return text{"embedding: make it of nothing or of a random::generator that has a name"};
  }

 public:
  BOOST_HANA_DEFINE_STRUCT(embedding, (table, weight));

  /// Zeros.
  constexpr embedding()
    requires(!borrows)
  = default;
  /// PyTorch's default initialisation: normal, of mean 0 and deviation 1.
  explicit constexpr embedding(random::generator& source)
    requires(!borrows)
      : weight(uninitialized) {
    draw(source);
  }
  /// The table of another embedding, rounded where this one is of bfloat16 and that of float.
  template <class... O>
    requires(!borrows)
  explicit constexpr embedding(const embedding<T, Rows, Features, O...>& other) : weight(uninitialized) {
    if constexpr (std::is_same_v<stored, typename embedding<T, Rows, Features, O...>::stored>) weight = other.weight;
    else
      for (index_t i = 0; i < weight.size(); ++i) weight.data()[i] = static_cast<stored>(other.weight.data()[i]);
  }
  /// With `borrowed`: a view of a table in memory that outlives the module.
  template <class X>
    requires(borrows && !std::is_same_v<std::remove_cvref_t<X>, embedding> && lent::template takes<X>())
  explicit constexpr embedding(X&& x) : weight(lent::elements(std::forward<X>(x))) {}

  template <class Reason = TENON_SHAPE_ERROR("embedding: its table is borrowed, give it, as in embedding(memory)")>
    requires(borrows)
  embedding() = delete;
  template <class X, class Reason = TENON_SHAPE_ERROR(embedding::template refusal<X>())>
    requires(!std::is_base_of_v<embedding, std::remove_cvref_t<X>> && !copies<X> && !(borrows && lent::template takes<X>()))
  explicit embedding(X&&) = delete;

  constexpr embedding(const embedding&) = default;
  constexpr embedding(embedding&&) = default;
  constexpr embedding& operator=(const embedding&) = default;
  constexpr embedding& operator=(embedding&&) = default;
  constexpr ~embedding() = default;

  template <class Ids>
  TENON_LOCAL static constexpr rules::embedding rule_for{Features, tenon::detail::element_kind<Ids>};

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
                                        std::cmp_less((std::numeric_limits<value_type_of<Ids>>::max)(), Rows.extent);

 public:
  /// The next table that a reader of memory gives out.
  template <class Reader>
    requires(borrows)
  static constexpr auto lent_by(Reader& reader) {
    return reader.template next<table>();
  }

  template <shaped Ids>
    requires fit<rule_for<Ids>, Ids>
  [[nodiscard]] constexpr auto operator()(const Ids& ids) const {
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
    detail::check_output(out, axes);
    if (!std::is_constant_evaluated()) {
      const detail::written_region written[] = {detail::output_region(out, axes)};
      detail::check_memory(written, [&](const auto& visit) TENON_INLINE_LAMBDA {
        visit(nullptr, "the ids", ids);
        visit(nullptr, "weight", weight);
      });
    }
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
  template <shaped Ids>
  static consteval auto inputs_sentence() {
    return sentence<rule_for<Ids>, Ids>();
  }

  /// One row of the table: [features], a view, or a copy where the table is a temporary.
  constexpr auto row(index_t id) const& { return tenon::row(weight, id); }
  constexpr auto row(index_t id) && { return tenon::row(std::move(weight), id); }

 private:
  /// A few numbers at a time, so that the table is in memory once. More than 16 are drawn as so many together are.
  constexpr void draw(random::generator& source) {
    if constexpr (std::is_same_v<stored, T>) {
      random::fill_embedding(weight.data(), weight.size(), source);
    } else {
      constexpr index_t block = 256;
      T drawn[2 * block] = {};
      for (index_t first = 0; first < weight.size();) {
        const index_t left = weight.size() - first, count = left < 2 * block ? left : block;
        random::fill_embedding(drawn, count, source);
        for (index_t i = 0; i < count; ++i) weight.data()[first + i] = static_cast<stored>(drawn[i]);
        first += count;
      }
    }
  }
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
          const stored* row = weight.data() + static_cast<index_t>(from[i]) * Features.extent;
          for (index_t k = 0; k < Features.extent; ++k) *to++ = static_cast<T>(row[k]);
        },
        ids.strides());
  }
};

}  // namespace tenon::nn
TENON_END_HEADER
