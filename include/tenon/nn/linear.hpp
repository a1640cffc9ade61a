// The linear map, PyTorch's nn.Linear.
#pragma once
#include <tenon/nn/linear_call.hpp>
#include <tenon/nn/linear_parameters.hpp>
#include <tenon/rules/linear.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// y = x W^T + b, along the last axis: [..., in] -> [..., out]. PyTorch: nn.Linear(in, out).
///
/// `linear<float, d_model, d_ff>`; options: `no_bias`, `weights<bfloat16>`, `borrowed`. Parameters: weight [out, in],
/// bias [out]. `map(x, nn::on(executor))` deals its rows and columns out to threads, with the same bits. Refused:
/// `linear: [batch=1, seq=3, d_model=8] does not end in d_ff=32: d_model=8 is not d_ff=32`.
template <class T, axis In, axis Out, class... Options>
struct linear : detail::linear_call<T, In, Out, linear<T, In, Out, Options...>>,
                detail::linear_members<T, In, Out, Options...>::parameters {
  static_assert((detail::is_linear_option<Options> && ...),
                "linear: an option is none of no_bias, weights<bfloat16>, borrowed");
  static_assert(detail::options_agree<Options...>, "linear: an option is given twice, or no_bias beside with_bias");
  static_assert(!std::is_same_v<T, bfloat16>,
                "linear: bfloat16 is stored, not calculated with, did you mean linear<float, in, out, nn::weights<bfloat16>>?");
  static_assert(detail::can_be_stored_as<T, typename detail::weight_among<T, Options...>::type>,
                "linear: weights are of the elements of the module, or of bfloat16 beside float");
  static_assert(sizeof(TENON_REFUSAL(rules::linear_sides{In, Out})));

 private:
  using members = detail::linear_members<T, In, Out, Options...>;
  using parameters = typename members::parameters;

 public:
  TENON_LOCAL static constexpr axis input_side = members::input_side;
  static constexpr bool has_bias = members::has_bias;
  static constexpr bool borrows = members::borrows;
  /// What the weight is stored as.
  using stored = typename members::stored;

  /// Zeros.
  constexpr linear()
    requires(!borrows)
  = default;
  /// PyTorch's default initialisation: weight and bias uniform in +-1 / sqrt(in), drawn in this order.
  explicit constexpr linear(random::generator& source)
    requires(!borrows)
  {
    detail::draw_weight<T>(this->weight, source);
    if constexpr (has_bias) random::fill_linear_bias(this->bias.data(), this->bias.size(), In.extent, source);
  }
  /// The parameters of another linear map, rounded where these are of bfloat16 and those of float.
  template <class... O>
    requires(!borrows && has_bias == linear<T, In, Out, O...>::has_bias)
  explicit constexpr linear(const linear<T, In, Out, O...>& other) {
    tenon::detail::fill_panels<stored, Out, input_side>(other.weight, this->weight.panel_data());
    if constexpr (has_bias) this->bias = other.bias;
  }

  /// With `borrowed`: views of a weight in panels and of a bias, in memory that outlives the map, each by its name:
  /// `linear({.weight = w, .bias = b})`. A weight is a `panel_view`, a `panel_tensor`, or `in_panels(memory)`. There is no
  /// form without names: a compiler may work arguments out in any order, and what reads a file would read the bias first.
  using lent = typename members::lent;
  constexpr linear(const lent& given)
    requires(borrows)
      : parameters(given) {}
  template <class Weight>
    requires(members::template takes<Weight>())
  constexpr linear(Weight&& w) : parameters(typename members::weight(std::forward<Weight>(w))) {}

  template <class Reason = TENON_SHAPE_ERROR("linear: its parameters are borrowed, give each, as in linear({.weight = w, .bias = b})")>
    requires(borrows)
  linear() = delete;
  template <class X, class Reason = TENON_SHAPE_ERROR(members::template refusal<X, detail::is_a<tenon::nn::linear, X>>())>
    requires(!borrows && !std::is_base_of_v<linear, X>)
  explicit linear(const X&) = delete;
  template <class Weight, class Reason = TENON_SHAPE_ERROR(members::template refusal<Weight>())>
    requires(borrows && std::is_object_v<std::remove_reference_t<Weight>> &&
             !std::is_base_of_v<linear, std::remove_cvref_t<Weight>> &&
             !std::is_same_v<lent, std::remove_cvref_t<Weight>> && !members::template takes<Weight>())
  linear(Weight&&) = delete;
  // Of objects: to clang the names of a list are arguments, of type void.
  template <class Weight, class Bias, class Reason = TENON_SHAPE_ERROR(members::template refusal<Weight, Bias>())>
    requires(std::is_object_v<std::remove_reference_t<Weight>>)
  linear(Weight&&, Bias&&) = delete;

  constexpr linear(const linear&) = default;
  constexpr linear(linear&&) = default;
  constexpr linear& operator=(const linear&) = default;
  constexpr linear& operator=(linear&&) = default;
  constexpr ~linear() = default;

  /// The next parameters that a reader of memory gives out, in their order.
  template <class Reader>
    requires(borrows)
  static constexpr lent lent_by(Reader& reader) {
    if constexpr (has_bias)
      return {.weight = reader.template next<typename members::weight>(), .bias = reader.template next<typename members::bias>()};
    else
      return {.weight = reader.template next<typename members::weight>()};
  }
  /// The parameters, as what a call of this map reads, or of the module that calls it `owner`.
  template <class Visit>
  TENON_INLINE void visit_parameters(const char* owner, const Visit& visit) const {
    visit(owner, "weight", this->weight);
    if constexpr (has_bias) visit(owner, "bias", this->bias);
  }
  constexpr const T* bias_or_null() const {
    if constexpr (has_bias) return this->bias.data();
    else return nullptr;
  }
};

namespace detail {

/// The linear map with a list of options.
template <class T, axis In, axis Out, class Options>
struct linear_with;
template <class T, axis In, axis Out, class... Options>
struct linear_with<T, In, Out, option_list<Options...>> {
  using type = linear<T, In, Out, Options...>;
};

/// Whether the linear maps of a module can be made of those of another.
template <class M, class Other>
inline constexpr bool can_be_copied = std::is_constructible_v<decltype(M::W_q), const decltype(Other::W_q)&> &&
                                      std::is_constructible_v<decltype(M::W_k), const decltype(Other::W_k)&> &&
                                      std::is_constructible_v<decltype(M::W_v), const decltype(Other::W_v)&>;

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
