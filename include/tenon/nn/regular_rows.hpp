// The rows of an operand [..., width], where all of them are the same step apart.
#pragma once
#include <tenon/ops/contiguous.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// How far the rows of x lie apart, and whether that is so for all of them, their elements side by side.
struct row_steps {
  index_t step = 0;
  bool regular = false;
};
constexpr row_steps row_steps_of(const shape& axes, const strides& steps) {
  const int rank = axes.rank;
  if (rank == 1) return {axes[0].extent, steps[0] == 1};
  bool regular = steps[rank - 1] == 1 && steps[rank - 2] != dynamic;
  for (int i = 0; i + 2 < rank; ++i) regular = regular && steps[i] == steps[i + 1] * axes[i + 1].extent;
  return {steps[rank - 2], regular};
}

/// Whether the rows of X can be regular. Of a view with a bounded axis that may show at run time only.
template <class X>
consteval bool may_have_regular_rows() {
  if constexpr (tenon::detail::is_tensor<X>) return true;
  else if constexpr (tenon::detail::in_panels<X>) return false;
  else if constexpr (X::mapping_type::is_static) return row_steps_of(X::axes, X::steps).regular;
  else return X::axes.rank == 0 || X::steps[X::axes.rank - 1] == 1;
}
template <class X>
constexpr row_steps row_steps_now(const X& x) {
  if constexpr (tenon::detail::is_tensor<X>) return {axes_of<X>.last(0).extent, true};
  else if constexpr (X::mapping_type::is_static) return row_steps_of(X::axes, X::steps);
  else return row_steps_of(x.shape(), x.strides());
}

/// Calls f(first row, step) with the rows of x [..., width], copied only where they are not regular.
template <class X, class F>
constexpr void with_rows(const X& x, const F& f) {
  if constexpr (may_have_regular_rows<X>())
    if (const row_steps rows = row_steps_now(x); rows.regular) return f(x.data(), rows.step);
  if constexpr (!tenon::detail::is_tensor<X>) {
    const auto copy = contiguous(x);
    f(copy.data(), axes_of<X>.last(0).extent);
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
