// exp, log, sqrt, tanh, sin, cos and abs of each element.
#pragma once
#include <tenon/kernels/elementwise.hpp>
#include <tenon/math/functions.hpp>
#include <tenon/ops/runs.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/unary.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

using rules::unary_function;

template <unary_function Kind, class T>
constexpr T of_one(T x) {
  if constexpr (Kind == unary_function::exp) return math::exp(x);
  else if constexpr (Kind == unary_function::log) return (math::log)(x);
  else if constexpr (Kind == unary_function::sqrt) return math::sqrt(x);
  else if constexpr (Kind == unary_function::tanh) return math::tanh(x);
  else if constexpr (Kind == unary_function::sin) return math::sin(x);
  else if constexpr (Kind == unary_function::cos) return math::cos(x);
  else return math::absolute(x);
}

template <unary_function Kind, class X>
inline constexpr rules::unary unary_rule{Kind, element_kind<X>};

template <unary_function Kind, class X>
constexpr auto each_of(X&& x) {
  using source = std::remove_cvref_t<X>;
  using result = typename tensor_of<typename source::value_type, source::axes>::type;
  result y(std::forward<X>(x));
  if constexpr (Kind == unary_function::exp && std::is_same_v<typename source::value_type, float>)
    if (!std::is_constant_evaluated()) {
      kernels::map<kernels::exponential>(y.size(), y.data(), y.data());
      return y;
    }
  using T = typename source::value_type;
  if constexpr (Kind == unary_function::abs && std::is_integral_v<T> && std::is_signed_v<T>) {
    math::loss<T> loss;
    for (T& element : y) element = element < 0 ? loss.difference(T{}, element) : element;
    refuse_loss<"abs", T>(loss);
  } else {
    for (auto& element : y) element = of_one<Kind>(element);
  }
  return y;
}

}  // namespace detail

/// [axes] -> [axes], element by element; a temporary gives its memory. Constant expressions too, within 1 ulp or so of the
/// C library's, and so is exp of floats, which has a kernel of its own. PyTorch: torch.exp and so on. Refused: `sqrt: elements of int32 have none, did you mean cast<float>(x)?`; abs of the lowest
/// integer: `abs: a result does not fit elements of int32, did you mean cast<long long>(a)?`.
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::exp, X>, X>
[[nodiscard]] constexpr auto exp(X&& x) {
  return detail::each_of<rules::unary_function::exp>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::log, X>, X>
[[nodiscard]] constexpr auto (log)(X&& x) {
  return detail::each_of<rules::unary_function::log>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::sqrt, X>, X>
[[nodiscard]] constexpr auto sqrt(X&& x) {
  return detail::each_of<rules::unary_function::sqrt>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::tanh, X>, X>
[[nodiscard]] constexpr auto tanh(X&& x) {
  return detail::each_of<rules::unary_function::tanh>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::sin, X>, X>
[[nodiscard]] constexpr auto sin(X&& x) {
  return detail::each_of<rules::unary_function::sin>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::cos, X>, X>
[[nodiscard]] constexpr auto cos(X&& x) {
  return detail::each_of<rules::unary_function::cos>(std::forward<X>(x));
}
template <shaped X>
  requires fit<detail::unary_rule<rules::unary_function::abs, X>, X>
[[nodiscard]] constexpr auto (abs)(X&& x) {
  return detail::each_of<rules::unary_function::abs>(std::forward<X>(x));
}

template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::exp, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::exp, X>, X) exp(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::log, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::log, X>, X) (log)(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::sqrt, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::sqrt, X>, X) sqrt(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::tanh, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::tanh, X>, X) tanh(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::sin, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::sin, X>, X) sin(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::cos, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::cos, X>, X) cos(X&&);
template <shaped X>
  requires(!fit<detail::unary_rule<rules::unary_function::abs, X>, X>)
TENON_REFUSAL(detail::unary_rule<rules::unary_function::abs, X>, X) (abs)(X&&);

/// Any other call: `exp: give one tensor, as in exp(x)`.
template <auto...>
TENON_SHAPE_ERROR("exp: give one tensor, as in exp(x)")
exp(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `log: give one tensor, as in log(x)`.
template <auto...>
TENON_SHAPE_ERROR("log: give one tensor, as in log(x)")
(log)(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `sqrt: give one tensor, as in sqrt(x)`.
template <auto...>
TENON_SHAPE_ERROR("sqrt: give one tensor, as in sqrt(x)")
sqrt(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `tanh: give one tensor, as in tanh(x)`.
template <auto...>
TENON_SHAPE_ERROR("tanh: give one tensor, as in tanh(x)")
tanh(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `sin: give one tensor, as in sin(x)`.
template <auto...>
TENON_SHAPE_ERROR("sin: give one tensor, as in sin(x)")
sin(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `cos: give one tensor, as in cos(x)`.
template <auto...>
TENON_SHAPE_ERROR("cos: give one tensor, as in cos(x)")
cos(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `abs: give one tensor, as in abs(x)`.
template <auto...>
TENON_SHAPE_ERROR("abs: give one tensor, as in abs(x)")
(abs)(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
