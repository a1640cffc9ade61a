// cumulative_sum<axis>(x) and normalize<axis>(x).
#pragma once
#include <tenon/math/euclidean.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/runs.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/along.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <rules::along_function Kind, selector Which, class X>
inline constexpr rules::along along_rule{Kind, Which, element_kind<X>};

/// Calls f(first element, count, step) for every line of elements along an axis.
template <selector Which, class X, class F>
constexpr void each_line(X& x, const F& f) {
  constexpr int at = Which.index_in(X::axes);
  const strides steps = x.strides();
  shape others = x.shape();
  const index_t count = others[at].extent;
  others[at] = axis(1);
  traverse(others, [&](index_t base) { f(x.data() + base, count, steps[at]); }, steps);
}

template <class X>
using packed_like = typename tensor_of<value_type_of<X>, axes_of<X>>::type;

}  // namespace detail

/// Each element plus those before it along the axis: [axes] -> [axes]. PyTorch: torch.cumsum. Floats are summed in double;
/// integers give integers of 64 bits, and are refused where these do not hold a sum.
/// Refused: `cumulative_sum: no axis src in [batch=1, seq=3]`.
template <selector Which, shaped X>
  requires fit<detail::along_rule<rules::along_function::cumulative_sum, Which, X>, X>
[[nodiscard]] constexpr auto cumulative_sum(X&& x) {
  using T = sum_of<value_type_of<X>>;
  if constexpr (!std::is_same_v<T, value_type_of<X>>) {
    return cumulative_sum<Which>(cast<T>(x));
  } else {
    detail::packed_like<X> y(std::forward<X>(x));
    math::loss<T> loss;
    detail::each_line<Which>(y, [&](T* line, index_t count, index_t step) {
      if constexpr (math::is_integer<T>) {
        math::wide_sum<T> sum;
        for (index_t i = 0; i < count; ++i) {
          sum.add(line[i * step]);
          loss.note(!sum.fits());
          line[i * step] = sum.value();
        }
      } else {
        summed_in<T> sum{};
        for (index_t i = 0; i < count; ++i) {
          sum += static_cast<summed_in<T>>(line[i * step]);
          line[i * step] = static_cast<T>(sum);
        }
      }
    });
    detail::refuse_loss<"cumulative_sum", T>(loss);
    return y;
  }
}
/// Divides by the Euclidean norm along the axis: [axes] -> [axes] of norm 1; zeros stay, NaN spreads. PyTorch: nn.functional.normalize.
template <selector Which, shaped X>
  requires fit<detail::along_rule<rules::along_function::normalize, Which, X>, X>
[[nodiscard]] constexpr auto normalize(X&& x) {
  using T = value_type_of<X>;
  detail::packed_like<X> y(std::forward<X>(x));
  detail::each_line<Which>(y, [](T* line, index_t count, index_t step) {
    const auto norm = math::euclidean<T>([&](const auto& take) {
      for (index_t i = 0; i < count; ++i) take(line[i * step]);
    });
    for (index_t i = 0; norm.root != 0 && i < count; ++i)
      line[i * step] = static_cast<T>(static_cast<double>(line[i * step]) / norm.scale / norm.root);
  });
  return y;
}

template <selector Which, shaped X>
  requires(!fit<detail::along_rule<rules::along_function::cumulative_sum, Which, X>, X>)
TENON_REFUSAL(detail::along_rule<rules::along_function::cumulative_sum, Which, X>, X) cumulative_sum(X&&);
template <selector Which, shaped X>
  requires(!fit<detail::along_rule<rules::along_function::normalize, Which, X>, X>)
TENON_REFUSAL(detail::along_rule<rules::along_function::normalize, Which, X>, X) normalize(X&&);

/// Any other call: `cumulative_sum: give a tensor and one axis, as in cumulative_sum<seq>(x) or cumulative_sum<-1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("cumulative_sum: give a tensor and one axis, as in cumulative_sum<seq>(x) or cumulative_sum<-1>(x)")
cumulative_sum(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `normalize: give a tensor and one axis, as in normalize<seq>(x) or normalize<-1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("normalize: give a tensor and one axis, as in normalize<seq>(x) or normalize<-1>(x)")
normalize(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
