// The types that operations return.
#pragma once
#include <utility>

#include <tenon/rules/check.hpp>
#include <tenon/tensor/strided_tensor.hpp>
#include <tenon/tensor/tensor.hpp>
#include <tenon/tensor/view.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T, shape Axes, class Positions = std::make_index_sequence<static_cast<std::size_t>(Axes.rank)>>
struct with_axes;
template <class T, shape Axes, std::size_t... Places>
struct with_axes<T, Axes, std::index_sequence<Places...>> {
  using owner = tensor<T, canonical(Axes.at[Places])...>;
  template <strides Steps>
  using strided_owner = strided_tensor<T, Steps, canonical(Axes.at[Places])...>;
  template <class Element, strides Steps>
  using reference = view<Element, Steps, canonical(Axes.at[Places])...>;
  template <strides Steps>
  using layout = mapping<Steps, canonical(Axes.at[Places])...>;
};

template <class X>
inline constexpr bool is_tensor = false;
template <class T, axis... Axes>
inline constexpr bool is_tensor<tensor<T, Axes...>> = true;

template <class X>
inline constexpr bool is_view = false;
template <class T, strides Steps, axis... Axes>
inline constexpr bool is_view<view<T, Steps, Axes...>> = true;

}  // namespace detail

/// The tensor with the axes of a shape: `typename tensor_of<float, axes>::type` (GCC 12 crashes on an alias here).
template <class T, shape Axes>
struct tensor_of {
  using type = typename detail::with_axes<T, Axes>::owner;
};

namespace detail {

/// What has elements of its own, in an order of strides. A view of it must not outlive it, so operations that give one
/// take it in an overload of its own, whose parameter says so (`TENON_LIFETIMEBOUND`); they see it through `whole`.
template <class X>
concept owns_elements = shaped<X> && !refers_to_elements<X> && !in_panels<X>;

template <owns_elements X>
constexpr auto whole(X& x TENON_LIFETIMEBOUND) {
  constexpr shape axes = X::axes;
  constexpr strides steps = X::steps;
  using made = with_axes<typename X::value_type, axes>;
  using pointee = std::remove_pointer_t<decltype(x.data())>;
  return typename made::template reference<pointee, steps>(
      x.data(), typename made::template layout<steps>(x.shape(), x.strides()));
}

/// What an operation that moves no element returns: a view of an lvalue or of a view, and for a temporary its own
/// elements, moved. `KeepsOrder`: the elements of a packed tensor stay in the order of the new indices.
template <shape Axes, strides Steps, bool KeepsOrder, class X>
constexpr auto relaid(X&& x, const shape& measured_axes, const strides& steps) {
  using source = std::remove_cvref_t<X>;
  using made = with_axes<typename source::value_type, Axes>;
  if constexpr (is_view<source> || std::is_lvalue_reference_v<X>) {
    using pointee = std::remove_pointer_t<decltype(x.data())>;
    return typename made::template reference<pointee, Steps>(
        x.data(), typename made::template layout<Steps>(measured_axes, steps));
  } else if constexpr (std::is_const_v<X>) {
    // Nothing can be taken from a constant.
    return relaid<Axes, Steps, KeepsOrder>(source(x), measured_axes, steps);
  } else if constexpr (is_tensor<source> && KeepsOrder) {
    return typename made::owner(std::move(x).release(), measured_axes);
  } else {
    const typename made::template layout<Steps> layout(measured_axes, steps);
    return typename made::template strided_owner<Steps>(std::move(x).release(), layout);
  }
}

/// The same by a rule that knows the new strides: `Rule.relaid(axes, strides)`.
template <auto Rule, bool KeepsOrder, class X>
constexpr auto relaid_by(X&& x) {
  using source = std::remove_cvref_t<X>;
  constexpr shape axes = verdict_of<Rule, source>.result;
  constexpr strides steps = Rule.relaid(source::axes, source::steps);
  const shape measured_axes = checked<Rule>(x);
  const strides measured_steps = Rule.relaid(x.shape(), x.strides());
  return relaid<axes, steps, KeepsOrder>(std::forward<X>(x), measured_axes, measured_steps);
}

/// A view of part of a tensor: its axes, and the offset where it begins. A temporary cannot be viewed: it is copied.
template <shape Axes, strides Steps, class X>
constexpr auto part_of(X&& x, const shape& measured_axes, const strides& steps, index_t offset) {
  using source = std::remove_cvref_t<X>;
  using made = with_axes<typename source::value_type, Axes>;
  using pointee = std::remove_pointer_t<decltype(x.data())>;
  const typename made::template reference<pointee, Steps> part(
      x.data() + offset, typename made::template layout<Steps>(measured_axes, steps));
  if constexpr (is_view<source> || std::is_lvalue_reference_v<X>) {
    return part;
  } else {
    return typename made::owner(part);
  }
}

}  // namespace detail
}  // namespace tenon
TENON_END_HEADER
