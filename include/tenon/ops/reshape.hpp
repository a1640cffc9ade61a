// reshape<axes...>(x): the same elements in the same order, under other axes.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/reshape.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class X>
consteval rules::packed packed_by_type() {
  if constexpr (!shaped<X>) return rules::packed::yes;
  else if constexpr (is_tensor<X>) return rules::packed::yes;
  else if constexpr (!X::mapping_type::is_static) return rules::packed::known_at_run_time;
  else return X::steps == row_major(X::axes) ? rules::packed::yes : rules::packed::no;
}

template <class X, axis... Axes>
inline constexpr rules::reshape reshape_rule{shape(Axes...), packed_by_type<std::remove_cvref_t<X>>(),
                                                      static_cast<int>(sizeof...(Axes))};

}  // namespace detail

/// [axes] -> [Axes...], without a copy; a number is an extent: `reshape<batch, seq, heads, d_k>(x)`, `reshape<4, 6>(x)`.
/// PyTorch: Tensor.view. Refused: other element counts, elements that are not contiguous, an axis that keeps its name but
/// not its elements; see `rules::reshape`.
template <axis... Axes, shaped X>
  requires fit<detail::reshape_rule<X, Axes...>, X>
[[nodiscard]] constexpr auto reshape(X&& x) {
  constexpr rules::reshape rule = detail::reshape_rule<X, Axes...>;
  constexpr shape axes = verdict_of<rule, std::remove_cvref_t<X>>.result;
  if constexpr (rule.layout == rules::packed::known_at_run_time)
    if (!is_packed(x)) raise_refusal(rules::reshape{rule.target, rules::packed::no}, x.shape());
  const shape measured_axes = checked<rule>(x);
  return detail::relaid<axes, row_major(axes), true>(std::forward<X>(x), measured_axes, row_major(measured_axes));
}
template <axis... Axes, detail::owns_elements X>
  requires fit<detail::reshape_rule<X, Axes...>, X>
[[nodiscard]] constexpr auto reshape(X& x TENON_LIFETIMEBOUND) {
  return reshape<Axes...>(detail::whole(x));
}
template <axis... Axes, shaped X>
  requires(sizeof...(Axes) > 0) && (!fit<detail::reshape_rule<X, Axes...>, X>)
TENON_REFUSAL(detail::reshape_rule<X, Axes...>, X) reshape(X&&);

/// Any other call: `reshape: give a tensor and all its new axes, as in reshape<batch, seq, d_model>(x)`.
template <auto...>
TENON_SHAPE_ERROR("reshape: give a tensor and all its new axes, as in reshape<batch, seq, d_model>(x)")
reshape(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
