// softmax<axis>(x): e^x over the sum of e^x, along one axis.
#pragma once
#include <tenon/kernels/softmax.hpp>
#include <tenon/math/exp.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/softmax.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T>
constexpr void softmax_in_place(T* x, index_t count, index_t step) {
  T largest = x[0];
  for (index_t i = 1; i < count; ++i) largest = x[i * step] > largest ? x[i * step] : largest;
  double sum = 0;
  for (index_t i = 0; i < count; ++i) {
    x[i * step] = math::exp(x[i * step] - largest);
    sum += static_cast<double>(x[i * step]);
  }
  for (index_t i = 0; i < count; ++i) x[i * step] = static_cast<T>(static_cast<double>(x[i * step]) / sum);
}

/// The same along one axis of packed floats: `count` elements, `step` apart, one group of them behind the other.
inline void softmax_by_kernel(index_t size, index_t count, index_t step, const float* x, float* y) {
  const index_t group = count * step;
  if (step == 1) return kernels::softmax_rows(size / group, count, x, count, y, count);
  for (index_t first = 0; first < size; first += group)
    kernels::softmax_columns(count, step, x + first, step, y + first, step);
}

template <selector Along, class X>
inline constexpr rules::softmax softmax_rule{Along, element_kind<X>};

}  // namespace detail

/// [axes] -> [axes], the elements along the axis sum to 1: `softmax<keys>(scores)`, `softmax<-1>(scores)`.
/// The largest element is subtracted first, so that no e^x overflows. Floats go through a kernel whose sums run in another
/// order than those of a constant expression: they agree within 1e-6. PyTorch: torch.softmax.
/// Refused: `softmax: no axis src in [batch=1, seq=3]`; at run time a bounded axis without elements.
template <selector Along, shaped X>
  requires fit<detail::softmax_rule<Along, X>, X>
[[nodiscard]] constexpr auto softmax(X&& x) {
  constexpr rules::softmax rule = detail::softmax_rule<Along, X>;
  using source = std::remove_cvref_t<X>;
  using result = typename tensor_of<typename source::value_type, source::axes>::type;
  shape others = checked<rule>(x);
  constexpr int at = Along.index_in(source::axes);
  if constexpr (std::is_same_v<typename source::value_type, float> && !std::is_same_v<X, result>)
    if (!std::is_constant_evaluated() && is_packed(x)) {
      result y(uninitialized, others);
      if (y.size() > 0) detail::softmax_by_kernel(y.size(), others[at].extent, y.strides()[at], x.data(), y.data());
      return y;
    }
  result y = [&]() -> result {
    if constexpr (std::is_same_v<X, result>) return std::move(x);
    else return result(x);
  }();
  const strides steps = y.strides();
  if constexpr (std::is_same_v<typename source::value_type, float>)
    if (!std::is_constant_evaluated()) {
      if (y.size() > 0) detail::softmax_by_kernel(y.size(), others[at].extent, steps[at], y.data(), y.data());
      return y;
    }
  const index_t count = others[at].extent;
  others[at] = axis(1);
  traverse(others, [&](index_t i) { detail::softmax_in_place(y.data() + i, count, steps[at]); }, steps);
  return y;
}
template <selector Along, shaped X>
  requires(!fit<detail::softmax_rule<Along, X>, X>)
TENON_REFUSAL(detail::softmax_rule<Along, X>, X) softmax(X&&);

/// Any other call: `softmax: give a tensor and one axis, as in softmax<seq>(x) or softmax<-1>(x)`.
template <auto...>
TENON_SHAPE_ERROR("softmax: give a tensor and one axis, as in softmax<seq>(x) or softmax<-1>(x)")
softmax(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
