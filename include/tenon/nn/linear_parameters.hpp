// The parameters of a linear map: their types by the module's options, their random start.
#pragma once
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

/// Parameters that are owned or, as views, borrowed; with a bias and without.
template <class Weight, class Bias>
struct linear_parameters {
  BOOST_HANA_DEFINE_STRUCT(linear_parameters, (Weight, weight), (Bias, bias));

  constexpr linear_parameters() = default;
  constexpr linear_parameters(const Weight& w, const Bias& b) : weight(w), bias(b) {}
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
  constexpr linear_parameters(const linear_parameters&) = default;
  constexpr linear_parameters(linear_parameters&&) = default;
  constexpr linear_parameters& operator=(const linear_parameters&) = default;
  constexpr linear_parameters& operator=(linear_parameters&&) = default;
  constexpr ~linear_parameters() = default;
};

/// The parameters of a linear map with these options, and what borrowed ones can be made of.
template <class T, axis In, axis Out, class... Options>
struct linear_members {
  static constexpr axis input_side = detail::input_side(In, Out);
  static constexpr bool has_bias = !is_among<no_bias, Options...>;
  static constexpr bool borrows = is_among<borrowed, Options...>;
  using stored = typename weight_among<T, Options...>::type;

  using weight =
      std::conditional_t<borrows, panel_view<const stored, Out, input_side>, panel_tensor<stored, Out, input_side>>;
  using own_bias = std::conditional_t<has_bias, tensor<T, Out>, no_bias>;
  using bias = std::conditional_t<borrows && has_bias, view<const T, row_major(shape(Out)), Out>, own_bias>;
  using parameters = linear_parameters<weight, bias>;

  using lent_weight = tenon::detail::borrower<rules::borrow::by::panel_view, const stored, shape(Out, input_side),
                                              panel_elements<Out, input_side>>;
  using lent_bias = tenon::detail::borrower<rules::borrow::by::packed_view, const T, shape(Out), Out.extent>;

  /// Whether a map is made of these, and why not; empty where it is.
  template <class Weight>
  static consteval bool takes() {
    return borrows && !has_bias && lent_weight::template takes<Weight>();
  }
  template <class Weight, class Bias>
  static consteval bool takes() {
    return borrows && has_bias && lent_weight::template takes<Weight>() && lent_bias::template takes<Bias>();
  }
  template <class Weight, bool IsMap = false>
  static consteval auto refusal() {
    if constexpr (!borrows && IsMap)
      return text{"linear: the other map has other axes, other elements, or a bias where this has none"};
    else if constexpr (!borrows) return text{"linear: make it of nothing or of a random::generator that has a name"};
    else if constexpr (has_bias) return text{"linear: its parameters are borrowed, give them, as in linear(w, b)"};
    else return lent_weight::template sentence<Weight>();
  }
  template <class Weight, class Bias>
  static consteval auto refusal() {
    if constexpr (!borrows) return text{"linear: it owns its parameters, assign them, or say nn::borrowed in its type"};
    else if constexpr (!has_bias) return text{"linear: it has no bias, give a weight, as in linear(w)"};
    else if constexpr (!lent_weight::template takes<Weight>()) return lent_weight::template sentence<Weight>();
    else return lent_bias::template sentence<Bias>();
  }
};

/// Draws a weight [out, in] in the order of its indices, whatever its layout, and whatever it is stored as.
template <class T, class Weight>
constexpr void draw_weight(Weight& weight, random::generator& source) {
  constexpr shape axes = Weight::axes;
  tensor<T, canonical(axes[0]), canonical(axes[1])> drawn(uninitialized);
  random::fill_kaiming_uniform(drawn.data(), drawn.size(), axes[1].extent, source);
  weight = drawn;
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
