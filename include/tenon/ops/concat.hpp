// concat<axis>(a, b, ...) and stack<axis>(a, b, ...): several tensors become one.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/concat.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Writes the elements of x into a part of y that begins at `offset`.
template <class Y, class X>
constexpr void put(Y& y, index_t offset, const X& x) {
  auto* to = y.data() + offset;
  const auto* from = x.data();
  traverse(x.shape(), [&](index_t i, index_t j) { to[i] = from[j]; }, y.strides(), x.strides());
}

}  // namespace detail

/// [..., seq=3, ...] and [..., seq=5, ...] -> [..., seq=8, ...]: `concat<seq>(a, b, c)`, `concat<0>(a, b)`. PyTorch:
/// torch.cat. Refused: `concat: axes differ: [seq=3, d_model=8] and [seq=5, d_ff=32]: d_model=8 is not d_ff=32`.
template <selector Along, shaped First, shaped... Rest>
  requires fit<rules::concat{Along}, First, Rest...>
[[nodiscard]] constexpr auto concat(const First& first, const Rest&... rest) {
  constexpr rules::concat rule{Along};
  using T = typename First::value_type;
  const shape axes = checked<rule>(first, rest...);
  typename tensor_of<T, verdict_of<rule, First, Rest...>.result>::type y(uninitialized, axes);
  constexpr int at = Along.index_in(First::axes);
  const index_t step = y.strides()[at];
  index_t begin = 0;
  const auto append = [&](const auto& x) {
    detail::put(y, begin * step, x);
    begin += x.extent(at);
  };
  append(first);
  (append(rest), ...);
  return y;
}
template <selector Along, shaped First, shaped... Rest>
  requires(!fit<rules::concat{Along}, First, Rest...>)
TENON_REFUSAL(rules::concat{Along}, First, Rest...) concat(const First&, const Rest&...);

/// [axes] and [axes] -> [batch=2, axes...]: `stack<batch>(a, b)`. PyTorch: torch.stack.
/// Refused: `stack: 3 tensors are not batch=2`, axes that differ.
template <axis Added, shaped First, shaped... Rest>
  requires fit<rules::stack{Added}, First, Rest...>
[[nodiscard]] constexpr auto stack(const First& first, const Rest&... rest) {
  constexpr rules::stack rule{Added};
  using T = typename First::value_type;
  const shape axes = checked<rule>(first, rest...);
  typename tensor_of<T, verdict_of<rule, First, Rest...>.result>::type y(uninitialized, axes);
  T* to = y.data();
  const auto append = [&](const auto& x) {
    detail::copy_packed(x, to);
    to += x.size();
  };
  append(first);
  (append(rest), ...);
  return y;
}
template <axis Added, shaped First, shaped... Rest>
  requires(!fit<rules::stack{Added}, First, Rest...>)
TENON_REFUSAL(rules::stack{Added}, First, Rest...) stack(const First&, const Rest&...);

/// Any other call: `concat: give an axis and tensors, as in concat<seq>(a, b)`.
template <auto...>
TENON_SHAPE_ERROR("concat: give an axis and tensors, as in concat<seq>(a, b)")
concat(detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {});

/// Any other call: `stack: give a new axis and tensors, as in stack<batch>(a, b)`.
template <auto...>
TENON_SHAPE_ERROR("stack: give a new axis and tensors, as in stack<batch>(a, b)")
stack(detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
