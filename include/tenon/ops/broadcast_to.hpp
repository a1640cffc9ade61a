// broadcast_to<axes...>(x): stretches x where it lacks axes or has them of extent 1.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/broadcast_to.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [..., 1, b] -> [Axes...]: of an lvalue a view whose stretched axes have stride 0, to be read only; of a temporary a
/// tensor. PyTorch: Tensor.expand. Refused: `broadcast_to: [seq=3] does not stretch to [batch=2, src=5]: ...`.
template <axis... Axes, shaped X>
  requires fit<rules::broadcast_to{shape(Axes...), static_cast<int>(sizeof...(Axes))}, X>
[[nodiscard]] constexpr auto broadcast_to(X&& x) {
  constexpr rules::broadcast_to rule{shape(Axes...), static_cast<int>(sizeof...(Axes))};
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<rule, source>.result;
  const shape measured_axes = checked<rule>(x);
  using made = detail::with_axes<typename source::value_type, axes>;
  constexpr strides steps = rule.relaid(source::axes, source::steps);
  const typename made::template reference<const typename source::value_type, steps> stretched(
      x.data(), typename made::template layout<steps>(measured_axes, rule.relaid(source::axes, x.strides())));
  if constexpr (detail::is_view<source> || std::is_lvalue_reference_v<X>) {
    return stretched;
  } else {
    return typename made::owner(stretched);
  }
}
template <axis... Axes, detail::owns_elements X>
  requires fit<rules::broadcast_to{shape(Axes...), static_cast<int>(sizeof...(Axes))}, X>
[[nodiscard]] constexpr auto broadcast_to(X& x TENON_LIFETIMEBOUND) {
  return broadcast_to<Axes...>(detail::whole(x));
}
template <axis... Axes, shaped X>
  requires(sizeof...(Axes) > 0) && (!fit<rules::broadcast_to{shape(Axes...), static_cast<int>(sizeof...(Axes))}, X>)
TENON_REFUSAL(rules::broadcast_to{shape(Axes...), static_cast<int>(sizeof...(Axes))}, X) broadcast_to(X&&);

/// Any other call: `broadcast_to: give a tensor and all the axes it is to have, as in broadcast_to<batch, seq>(x)`.
template <auto...>
TENON_SHAPE_ERROR("broadcast_to: give a tensor and all the axes it is to have, as in broadcast_to<batch, seq>(x)")
broadcast_to(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
