// The linear map, PyTorch's nn.Linear.
#pragma once
#include <boost/hana/define_struct.hpp>

#include <tenon/kernels/packed_product.hpp>
#include <tenon/nn/kernel_extent.hpp>
#include <tenon/nn/module_options.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/random/initialisers.hpp>
#include <tenon/rules/linear.hpp>
#include <tenon/tensor/panel_tensor.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

/// The input side of a weight; where both sides have one name it is primed, as no tensor has two axes of one name.
constexpr axis input_side(const axis& in, const axis& out) {
  if (!in.named() || !same_name(in, out)) return in;
  return in.name_size() < longest_axis_name ? prime(in) : renamed(in, axis(1));
}

/// Whether there is a bias is in the type: GCC 12 cannot compare a pointer into a temporary with null in constant evaluation.
template <bool HasBias, class T, index_t In, index_t Out>
constexpr void apply_linear(index_t rows, const T* x, const T* panels, [[maybe_unused]] const T* bias, T* y) {
  for (index_t row = 0; row < rows; ++row)
    for (index_t out = 0; out < Out; ++out) {
      T sum{};
      if constexpr (HasBias) sum = bias[out];
      for (index_t in = 0; in < In; ++in)
        sum = static_cast<T>(sum + x[row * In + in] * panels[kernels::panels_index(In, in, out)]);
      y[row * Out + out] = sum;
    }
}

}  // namespace detail

/// y = x W^T + b, along the last axis: [..., in] -> [..., out]. PyTorch: nn.Linear(in, out).
///
/// `linear<float, d_model, d_ff>`; with `nn::no_bias` as last argument it has no bias. Parameters: weight [out, in], bias
/// [out]. Refused: `linear: [batch=1, seq=3, d_model=8] does not end in d_ff=32: d_model=8 is not d_ff=32`.
template <class T, axis In, axis Out, class Bias = with_bias>
struct linear {
  static_assert(std::is_void_v<Bias>, "linear: the last argument is nn::no_bias or nn::with_bias");
};

namespace detail {

/// Draws a weight [out, in] in the order of its indices, whatever its layout.
template <class T, axis Out, axis In>
constexpr void draw_weight(panel_tensor<T, Out, In>& weight, random::generator& source) {
  tensor<T, Out, In> drawn(uninitialized);
  random::fill_kaiming_uniform(drawn.data(), drawn.size(), In.extent, source);
  weight = drawn;
}

/// What linear maps with and without bias share: the call.
template <class T, axis In, axis Out, class Derived>
struct linear_call {
  template <class X>
  static constexpr rules::linear rule{In, Out, element_of<T>(), tenon::detail::element_kind<X>};

  template <shaped X>
    requires fit<linear_call::rule<X>, X>
  constexpr auto operator()(const X& x) const {
    using result = typename tensor_of<T, verdict_of<rule<X>, X>.result>::type;
    const shape axes = checked<rule<X>>(x);
    result y(uninitialized, axes);
    tenon::detail::with_packed(x, [&](const T* elements) { apply(kernel_extent<static_rows(X::axes)>(x.size() / In.extent), elements, y.data()); });
    return y;
  }
  template <shaped X>
    requires(!fit<linear_call::rule<X>, X>)
  TENON_REFUSAL(linear_call::rule<X>, X) operator()(const X&) const;
  TENON_SHAPE_ERROR("linear: give one tensor, as in linear(x)")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

 private:
  template <class Rows>
  constexpr void apply(Rows rows, const T* x, T* y) const {
    const Derived& self = static_cast<const Derived&>(*this);
    if constexpr (std::is_same_v<T, float>) {
      if (!std::is_constant_evaluated())
        return kernels::packed_product(rows, kernels::constant<In.extent>{}, kernels::constant<Out.extent>{}, x, In.extent,
                                       self.weight.data(), self.bias_or_null(), y, Out.extent);
    }
    apply_linear<!std::is_same_v<Derived, linear<T, In, Out, no_bias>>, T, In.extent, Out.extent>(rows, x, self.weight.data(), self.bias_or_null(), y);
  }
};

}  // namespace detail

template <class T, axis In, axis Out>
struct linear<T, In, Out, with_bias> : detail::linear_call<T, In, Out, linear<T, In, Out, with_bias>> {
  static_assert(sizeof(TENON_REFUSAL(rules::linear_sides{In, Out})));

  static constexpr axis input_side = detail::input_side(In, Out);

  BOOST_HANA_DEFINE_STRUCT(linear, (panel_tensor<T, Out, input_side>, weight), (tensor<T, Out>, bias));

  /// Zeros.
  constexpr linear() = default;
  template <class X, class Reason = TENON_SHAPE_ERROR("linear: make it of nothing or of a random::generator that has a name")>
    requires(!std::is_same_v<X, linear>)
  explicit linear(const X&) = delete;
  /// PyTorch's default initialisation: weight and bias uniform in +-1 / sqrt(in), drawn in this order.
  explicit constexpr linear(random::generator& source) {
    detail::draw_weight(weight, source);
    random::fill_linear_bias(bias.data(), bias.size(), In.extent, source);
  }

  constexpr const T* bias_or_null() const { return bias.data(); }
};

template <class T, axis In, axis Out>
struct linear<T, In, Out, no_bias> : detail::linear_call<T, In, Out, linear<T, In, Out, no_bias>> {
  static_assert(sizeof(TENON_REFUSAL(rules::linear_sides{In, Out})));

  static constexpr axis input_side = detail::input_side(In, Out);

  BOOST_HANA_DEFINE_STRUCT(linear, (panel_tensor<T, Out, input_side>, weight));

  /// Zeros.
  constexpr linear() = default;
  template <class X, class Reason = TENON_SHAPE_ERROR("linear: make it of nothing or of a random::generator that has a name")>
    requires(!std::is_same_v<X, linear>)
  explicit linear(const X&) = delete;
  /// PyTorch's default initialisation: weight uniform in +-1 / sqrt(in).
  explicit constexpr linear(random::generator& source) {
    detail::draw_weight(weight, source);
  }

  static constexpr const T* bias_or_null() { return nullptr; }
};

}  // namespace tenon::nn
TENON_END_HEADER
