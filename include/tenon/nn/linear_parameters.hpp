// The parameters of a linear map: their types by the module's options, their random start.
#pragma once
#include <utility>

#include <boost/hana/define_struct.hpp>

#include <tenon/nn/module_options.hpp>
#include <tenon/random/initialisers.hpp>
#include <tenon/tensor/panel_view.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The input side of a weight; where both sides have one name it is primed, as no tensor has two axes of one name.
constexpr axis input_side(const axis& in, const axis& out) {
  if (!in.named() || !same_name(in, out)) return in;
  return in.name_size() < longest_axis_name ? prime(in) : renamed(in, axis(1));
}

/// All parameters of a map, each by its name.
template <class Weight, class Bias>
struct lent_parameters {
  Weight weight;
  Bias bias;
};
template <class Weight>
struct lent_parameters<Weight, no_bias> {
  Weight weight;
};

/// Parameters that are owned or, as views, borrowed; with a bias and without.
template <class Weight, class Bias>
struct linear_parameters {
  BOOST_HANA_DEFINE_STRUCT(linear_parameters, (Weight, weight), (Bias, bias));

  constexpr linear_parameters() = default;
  template <class LentWeight, class LentBias>
  constexpr explicit linear_parameters(const lent_parameters<LentWeight, LentBias>& lent) : weight(lent.weight.seen), bias(lent.bias.seen) {}
  constexpr linear_parameters(const linear_parameters&) = default;
  constexpr linear_parameters(linear_parameters&&) = default;
  constexpr linear_parameters& operator=(const linear_parameters&) = default;
  constexpr linear_parameters& operator=(linear_parameters&&) = default;
  constexpr ~linear_parameters() = default;
};
template <class Weight>
struct linear_parameters<Weight, no_bias> {
  BOOST_HANA_DEFINE_STRUCT(linear_parameters, (Weight, weight));

  constexpr linear_parameters() = default;
  constexpr explicit linear_parameters(const Weight& w) : weight(w) {}
  template <class LentWeight>
  constexpr explicit linear_parameters(const lent_parameters<LentWeight, no_bias>& lent) : weight(lent.weight.seen) {}
  constexpr linear_parameters(const linear_parameters&) = default;
  constexpr linear_parameters(linear_parameters&&) = default;
  constexpr linear_parameters& operator=(const linear_parameters&) = default;
  constexpr linear_parameters& operator=(linear_parameters&&) = default;
  constexpr ~linear_parameters() = default;
};

template <auto...>
consteval auto how_lent() {
  return text{"linear: its parameters are borrowed, give each, as in linear({.weight = w, .bias = b})"};
}

/// A parameter as it is handed to a borrowed module, by its name: `{.weight = w, .bias = b}`.
template <class Lender, class View>
class lent_parameter {
 public:
  View seen;

  template <class X>
  static constexpr bool takes = Lender::template takes<X>();

  template <class X>
    requires(Lender::template takes<X>())
  constexpr lent_parameter(X&& x) : seen(Lender::elements(std::forward<X>(x))) {}
  // Not deleted: of a list of names clang would say no more than that it does not fit.
  template <class X>
    requires(!Lender::template takes<X>() && !std::is_same_v<std::remove_cvref_t<X>, lent_parameter>)
  constexpr lent_parameter(X&&) : seen(nothing()) {
    static_assert(sizeof(TENON_SHAPE_ERROR(Lender::template sentence<X>())));
  }
  template <auto... Nothing>
  constexpr lent_parameter() : seen(nothing()) {
    static_assert(sizeof(TENON_SHAPE_ERROR(how_lent<Nothing...>())));
  }

 private:
  static View nothing();
};

/// What is lent as a weight says that it lies in panels: by its type, or as `in_panels(memory)`.
template <class Lender>
struct lent_in_panels : Lender {
  template <class X>
  static constexpr bool is_said = shaped<X> || tenon::detail::is_panel_memory<std::remove_cvref_t<X>>;

  template <class X>
  static consteval bool takes() {
    if constexpr (is_said<X>) return Lender::template takes<X>();
    else return false;
  }
  template <class X>
  static consteval auto sentence() {
    if constexpr (is_said<X>) return Lender::template sentence<X>();
    else
      return text{"linear: the memory of a weight says how it lies, did you mean in_panels(memory), or pack_panels(memory, w) "
                  "where it lies row by row?"};
  }
};

/// The parameters of a linear map with these options, and what borrowed ones can be made of.
template <class T, axis In, axis Out, class... Options>
struct linear_members {
  TENON_LOCAL static constexpr axis input_side = detail::input_side(In, Out);
  static constexpr bool has_bias = !is_among<no_bias, Options...>;
  static constexpr bool borrows = is_among<borrowed, Options...>;
  using stored = typename weight_among<T, Options...>::type;

  using weight =
      std::conditional_t<borrows, panel_view<const stored, Out, input_side>, panel_tensor<stored, Out, input_side>>;
  using own_bias = std::conditional_t<has_bias, tensor<T, Out>, no_bias>;
  using bias = std::conditional_t<borrows && has_bias, view<const T, row_major(shape(Out)), Out>, own_bias>;
  using parameters = linear_parameters<weight, bias>;

  using lent_weight =
      lent_in_panels<tenon::detail::borrower<rules::borrow::by::panel_view, const stored, shape(Out, input_side),
                                             panel_elements<Out, input_side>>>;
  using lent_bias = tenon::detail::borrower<rules::borrow::by::packed_view, const T, shape(Out), Out.extent>;

  using lent = std::conditional_t<has_bias, lent_parameters<lent_parameter<lent_weight, weight>, lent_parameter<lent_bias, bias>>,
                                  lent_parameters<lent_parameter<lent_weight, weight>, no_bias>>;

  /// Whether a map is made of a weight alone, and why not; empty where it is.
  template <class Weight>
  static consteval bool takes() {
    return borrows && !has_bias && lent_weight::template takes<Weight>();
  }
  template <class Weight, bool IsMap = false>
  static consteval auto refusal() {
    if constexpr (!borrows && IsMap)
      return text{"linear: the other map has other axes, other elements, or a bias where this has none"};
    else if constexpr (!borrows) return text{"linear: make it of nothing or of a random::generator that has a name"};
    else if constexpr (has_bias) return text{"linear: its parameters are borrowed, give each, as in linear({.weight = w, .bias = b})"};
    else return lent_weight::template sentence<Weight>();
  }
  template <class Weight, class Bias>
  static consteval auto refusal() {
    if constexpr (!borrows) return text{"linear: it owns its parameters, assign them, or say nn::borrowed in its type"};
    else if constexpr (!has_bias) return text{"linear: it has no bias, give a weight, as in linear(w)"};
    else if constexpr (!lent_weight::template takes<Weight>()) return lent_weight::template sentence<Weight>();
    else if constexpr (!lent_bias::template takes<Bias>()) return lent_bias::template sentence<Bias>();
    else
      return text{"linear: arguments are worked out in any order, did you mean linear({.weight = w, .bias = b}), where they have "
                  "names?"};
  }
};

/// Draws a weight [out, in] in the order of its indices, whatever its layout, and whatever it is stored as; a few numbers at
/// a time, so that the weight is in memory once.
template <class T, class Weight>
constexpr void draw_weight(Weight& weight, random::generator& source) {
  constexpr index_t outs = Weight::axes[0].extent, ins = Weight::axes[1].extent, most = 256;
  T drawn[most] = {};
  auto* const panels = weight.panel_data();
  for (index_t out = 0; out < outs; ++out)
    for (index_t first = 0; first < ins; first += most) {
      const index_t count = ins - first < most ? ins - first : most;
      random::fill_kaiming_uniform(drawn, count, ins, source);
      for (index_t i = 0; i < count; ++i)
        panels[Weight::mapping_type::offset(out, first + i)] = static_cast<typename Weight::value_type>(drawn[i]);
    }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
