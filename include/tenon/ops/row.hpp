// row<axis>(x, i): one index of an axis, that axis gone.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/row.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

constexpr void check_index(const char* operation, const shape& x, int at, index_t i) {
  if (i < 0 || i >= x[at].extent) [[unlikely]]
    raise<out_of_range>([&](writer& out) {
      out << operation << ": index " << i << " is outside " << x[at] << " of " << x;
    });
}

}  // namespace detail

/// [..., axis, ...] -> [...] at index i, a view of an lvalue: `row(x, 2)` of the first axis, `row<seq>(x, 2)`.
/// PyTorch: Tensor.select. An index outside the axis raises `out_of_range`.
template <selector Along = 0, shaped X>
  requires fit<rules::row{Along}, X>
[[nodiscard]] constexpr auto row(X&& x, index_t i) {
  constexpr rules::row rule{Along};
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  constexpr int at = rule.along.index_in(source::axes);
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  detail::check_index("row", x.shape(), at, i);
  const shape measured_axes = checked<rule>(x);
  const index_t offset = i * x.mapping().stride(at);
  return detail::part_of<axes, steps>(std::forward<X>(x), measured_axes, rule.relaid(source::axes, x.strides()), offset);
}
template <selector Along = 0, detail::owns_elements X>
  requires fit<rules::row{Along}, X>
[[nodiscard]] constexpr auto row(X& x TENON_LIFETIMEBOUND, index_t i) {
  return row<Along>(detail::whole(x), i);
}
template <selector Along = 0, shaped X>
  requires(!fit<rules::row{Along}, X>)
TENON_REFUSAL(rules::row{Along}, X) row(X&&, index_t);

/// Any other call: `row: give a tensor and an index, as in row(x, i) or row<seq>(x, i)`.
template <auto...>
TENON_SHAPE_ERROR("row: give a tensor and an index, as in row(x, i) or row<seq>(x, i)")
row(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
