// slice: a part of an axis, its other axes whole.
#pragma once
#include <tenon/ops/row.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/slice.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

constexpr void check_part(const shape& x, int at, index_t begin, index_t end) {
  if (begin < 0 || end < begin || end > x[at].extent) [[unlikely]]
    raise<out_of_range>([&](writer& out) {
      out << "slice: " << begin << " to " << end << " is not within " << x[at] << " of " << x;
    });
}

}  // namespace detail

/// [..., axis, ...] -> [..., axis of end - begin, ...], a view of an lvalue: `slice<seq, 1, 3>(x)`. PyTorch: x[1:3].
/// Refused: `slice: 2 to 5 is not within seq=3 of [batch=1, seq=3]`.
template <selector Along, index_t Begin, index_t End, shaped X>
  requires fit<rules::slice{Along, Begin, End}, X>
[[nodiscard]] constexpr auto slice(X&& x) {
  constexpr rules::slice rule{Along, Begin, End};
  using source = std::remove_cvref_t<X>;
  constexpr int at = rule.along.index_in(source::axes);
  const shape measured_axes = checked<rule>(x);
  const strides steps = x.strides();
  return detail::part_of<verdict_of<rule, source>.result, source::steps>(std::forward<X>(x), measured_axes, steps,
                                                                        Begin * steps[at]);
}
template <selector Along, index_t Begin, index_t End, detail::owns_elements X>
  requires fit<rules::slice{Along, Begin, End}, X>
[[nodiscard]] constexpr auto slice(X& x TENON_LIFETIMEBOUND) {
  return slice<Along, Begin, End>(detail::whole(x));
}
template <selector Along, index_t Begin, index_t End, shaped X>
  requires(!fit<rules::slice{Along, Begin, End}, X>)
TENON_REFUSAL(rules::slice{Along, Begin, End}, X) slice(X&&);

/// [..., axis, ...] -> [..., window, ...], from an index that is known at run time: `slice<seq, window>(x, first)`.
/// A window that does not lie within the axis raises `out_of_range`.
template <selector Along, axis Window, shaped X>
  requires fit<rules::window{Along, Window}, X>
[[nodiscard]] constexpr auto slice(X&& x, index_t first) {
  constexpr rules::window rule{Along, Window};
  using source = std::remove_cvref_t<X>;
  constexpr int at = rule.along.index_in(source::axes);
  const shape before = x.shape();
  detail::check_part(before, at, first, first > INTPTR_MAX - Window.extent ? INTPTR_MAX : first + Window.extent);
  shape measured_axes = before;
  measured_axes[at] = Window;
  const strides steps = x.strides();
  return detail::part_of<verdict_of<rule, source>.result, source::steps>(std::forward<X>(x), measured_axes, steps,
                                                                        first * steps[at]);
}
template <selector Along, axis Window, detail::owns_elements X>
  requires fit<rules::window{Along, Window}, X>
[[nodiscard]] constexpr auto slice(X& x TENON_LIFETIMEBOUND, index_t first) {
  return slice<Along, Window>(detail::whole(x), first);
}
template <selector Along, axis Window, shaped X>
  requires(!fit<rules::window{Along, Window}, X>)
TENON_REFUSAL(rules::window{Along, Window}, X) slice(X&&, index_t);

/// [..., tokens<=n, ...] -> [..., tokens<=n, ...] with the elements from `begin` up to `end`: `slice<tokens>(x, 1, 4)`.
/// What does not lie within the axis raises `out_of_range`.
template <selector Along, shaped X>
  requires fit<rules::bounded_slice{Along}, X>
[[nodiscard]] constexpr auto slice(X&& x, index_t begin, index_t end) {
  constexpr rules::bounded_slice rule{Along};
  using source = std::remove_cvref_t<X>;
  constexpr int at = rule.along.index_in(source::axes);
  shape measured_axes = x.shape();
  detail::check_part(measured_axes, at, begin, end);
  measured_axes[at] = measured(source::axes[at], end - begin);
  const strides steps = x.strides();
  return detail::part_of<source::axes, source::steps>(std::forward<X>(x), measured_axes, steps, begin * steps[at]);
}
template <selector Along, detail::owns_elements X>
  requires fit<rules::bounded_slice{Along}, X>
[[nodiscard]] constexpr auto slice(X& x TENON_LIFETIMEBOUND, index_t begin, index_t end) {
  return slice<Along>(detail::whole(x), begin, end);
}
template <selector Along, shaped X>
  requires(!fit<rules::bounded_slice{Along}, X>)
TENON_REFUSAL(rules::bounded_slice{Along}, X) slice(X&&, index_t, index_t);

/// Any other call: `slice: give a tensor, an axis and a part of it, as in slice<seq, 0, 3>(x)`.
template <auto...>
TENON_SHAPE_ERROR("slice: give a tensor, an axis and a part of it, as in slice<seq, 0, 3>(x)")
slice(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
