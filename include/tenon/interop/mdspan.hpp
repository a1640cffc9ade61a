// from_mdspan and to_mdspan: the memory of an mdspan as a view, and a tensor or view as a std::mdspan where the compiler
// has it. No element is copied.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <version>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

#include <tenon/text/shape_error.hpp>  // first, since GCC shows the way to it
#include <tenon/interop/foreign_view.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// std::mdspan, and others of its interface, whose elements lie where a pointer says.
template <class M>
concept mdspan_like = requires(const M& m) {
  typename M::extents_type;
  typename M::mapping_type;
  typename M::accessor_type;
  { m.data_handle() } -> std::convertible_to<typename M::element_type*>;
  { M::rank() } -> std::convertible_to<std::size_t>;
  { m.is_strided() } -> std::convertible_to<bool>;
};

template <class M>
constexpr rules::foreign_extents<"from_mdspan"> mdspan_rule(auto&& extent) {
  rules::foreign_extents<"from_mdspan"> rule{static_cast<int>(M::rank())};
  rule.numbers = std::is_arithmetic_v<typename M::value_type>;
  for (std::size_t i = 0; i < M::rank() && i < max_rank; ++i) rule.extents[i] = extent(i);
  return rule;
}

template <class M>
inline constexpr rules::foreign_extents<"from_mdspan"> from_mdspan_rule{0};
template <mdspan_like M>
inline constexpr auto from_mdspan_rule<M> = mdspan_rule<M>([](std::size_t i) {
  const std::size_t extent = M::static_extent(i);
  return extent == static_cast<std::size_t>(-1) ? rules::not_yet_known : static_cast<index_t>(extent);
});

template <class M>
constexpr strides strides_of([[maybe_unused]] const typename M::mapping_type& layout) {
  strides result;
  if constexpr (M::rank() > 0)
    for (std::size_t i = 0; i < M::rank(); ++i)
      result[static_cast<int>(i)] = static_cast<index_t>(layout.stride(static_cast<typename M::rank_type>(i)));
  return result;
}

/// The strides that the type tells: all where every extent is static and the layout needs nothing else.
template <class M>
constexpr strides mdspan_steps() {
  using layout = typename M::mapping_type;
  if constexpr (std::is_empty_v<layout> && std::is_default_constructible_v<layout>) {
    return strides_of<M>(layout{});
  } else {
    strides result;
    for (int i = 0; i < static_cast<int>(M::rank()); ++i) result[i] = dynamic;
    return result;
  }
}

template <class X>
inline constexpr rules::foreign_view<"to_mdspan"> to_mdspan_rule{owned_by_temporary<X>};

}  // namespace detail

/// The elements of an mdspan as [axes]: a view with the strides of its layout, of constants where they may only be read.
/// Extents known to the compiler are compared by it, others at run time:
/// `from_mdspan: [3, 8] is not [seq=3, d_ff=32]: 8 is not d_ff=32`.
template <axis... Axes, detail::mdspan_like M>
  requires fit<detail::from_mdspan_rule<M>, detail::axes_alone<typename M::value_type, Axes...>>
[[nodiscard]] constexpr auto from_mdspan(const M& m) {
  using result = view<typename M::element_type, detail::mdspan_steps<M>(), Axes...>;
  const auto extent = [&](std::size_t i) { return static_cast<index_t>(m.extent(static_cast<typename M::rank_type>(i))); };
  const shape measured_axes = detail::judged_now(detail::mdspan_rule<M>(extent), result::axes);
  if (!m.is_strided())
    raise<shape_mismatch>(
        [&](writer& out) { out << "from_mdspan: the layout of " << measured_axes << " has no strides"; });
  const strides steps = detail::strides_of<M>(m.mapping());
  return result(detail::usable<typename M::element_type>(m.data_handle(), "from_mdspan", measured_axes.size() == 0),
                typename result::mapping_type(measured_axes, steps));
}
template <axis... Axes, detail::mdspan_like M>
  requires(!fit<detail::from_mdspan_rule<M>, detail::axes_alone<typename M::value_type, Axes...>>)
TENON_REFUSAL(detail::from_mdspan_rule<M>, detail::axes_alone<typename M::value_type, Axes...>) from_mdspan(const M&);

/// Any other call: `from_mdspan: give an mdspan and the axes, as in from_mdspan<seq, d_model>(m)`.
template <auto...>
TENON_SHAPE_ERROR("from_mdspan: give an mdspan and the axes, as in from_mdspan<seq, d_model>(m)")
from_mdspan(detail::anything, detail::anything = {}, detail::anything = {});

#if defined(__cpp_lib_mdspan)

namespace detail {

template <class X, class Positions>
struct mdspan_of;
template <class X, std::size_t... Places>
struct mdspan_of<X, std::index_sequence<Places...>> {
  static constexpr std::size_t extent(int i) {
    return X::axes[i].bounded() ? std::dynamic_extent : static_cast<std::size_t>(X::axes[i].extent);
  }
  static constexpr bool packed = X::steps == row_major(X::axes) && !X::axes.bounded();
  using extents = std::extents<index_t, extent(static_cast<int>(Places))...>;
  using layout = std::conditional_t<packed, std::layout_right, std::layout_stride>;

  template <class T>
  static constexpr auto make(T* elements, const X& x) {
    const extents measured(std::array<index_t, sizeof...(Places)>{x.extent(static_cast<int>(Places))...});
    if constexpr (packed) {
      return std::mdspan<T, extents, layout>(elements, measured);
    } else {
      const std::array<index_t, sizeof...(Places)> steps{x.mapping().stride(static_cast<int>(Places))...};
      return std::mdspan<T, extents, layout>(elements, typename layout::template mapping<extents>(measured, steps));
    }
  }
};

}  // namespace detail

/// A tensor or view as a std::mdspan, of constants where its elements may only be read: of layout_right where the type
/// says that every extent is static and the elements packed, else of layout_stride. Refused: a temporary.
template <shaped X>
  requires fit<detail::to_mdspan_rule<X>, X>
[[nodiscard]] constexpr auto to_mdspan(X&& x) {
  using source = std::remove_cvref_t<X>;
  using positions = std::make_index_sequence<static_cast<std::size_t>(source::axes.rank)>;
  return detail::mdspan_of<source, positions>::make(x.data(), x);
}
template <shaped X>
  requires(!fit<detail::to_mdspan_rule<X>, X>)
TENON_REFUSAL(detail::to_mdspan_rule<X>, X) to_mdspan(X&&);

/// Any other call: `to_mdspan: give one tensor or view, as in to_mdspan(x)`.
template <auto...>
TENON_SHAPE_ERROR("to_mdspan: give one tensor or view, as in to_mdspan(x)")
to_mdspan(detail::anything, detail::anything = {}, detail::anything = {});

#endif

}  // namespace tenon
TENON_END_HEADER
