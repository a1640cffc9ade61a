// pack_panels(memory, w): a weight written into memory of the user's, in panels.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/tensor/panel_view.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Memory that panels are written into: of plain elements, or of panels already.
template <class X>
concept memory_of_the_user = elements_of_the_user<X> || is_panel_memory<std::remove_cvref_t<X>>;

/// The rule of the memory, told what it is to hold.
template <class Memory, class W>
inline constexpr rules::borrow pack_rule{};
template <class Memory, shaped W>
inline constexpr rules::borrow pack_rule<Memory, W> = [] {
  constexpr shape axes = axes_of<W>;
  using pointee = typename loan<Memory>::pointee;
  constexpr index_t needed = axes.rank == 2 ? kernels::panels_size(axes[1].extent, axes[0].extent) : 0;
  rules::borrow rule = borrow_rule<rules::borrow::by::pack_panels, value_type_of<W>, axes, needed, Memory>;
  // Floats are rounded to bfloat16.
  if (rule.source_element == element::bfloat16 && rule.target_element == element::float32)
    rule.target_element = element::bfloat16;
  rule.constant = std::is_const_v<pointee>;
  return rule;
}();

template <class T, shape Axes>
struct panel_view_of {
  using type = panel_view<T, canonical(Axes.at[0]), canonical(Axes.at[1])>;
};

}  // namespace detail

/// Writes a weight [out, in] into memory of the user's, in panels, and gives a view of them:
/// `auto w = pack_panels(memory, rows);` where `memory` has `panel_elements<out, in>` elements, of bfloat16 to round
/// floats. Refused: `pack_panels: 57 elements are not the 96 that [out=19, in=3] takes in panels`, when the program runs
/// where a span has its extent then; memory that may only be read, or that holds w itself.
template <detail::memory_of_the_user Memory, shaped W>
  requires fit<detail::pack_rule<Memory, W>, W>
constexpr auto pack_panels(Memory&& memory, const W& w) {
  using T = typename detail::loan<Memory>::pointee;
  constexpr index_t needed = kernels::panels_size(W::axes[1].extent, W::axes[0].extent);
  using packing = detail::borrower<rules::borrow::by::pack_panels, T, W::axes, needed>;
  using packed = typename detail::panel_view_of<T, W::axes>::type;
  T* const to = packing::elements(memory);
  if (!std::is_constant_evaluated() && detail::may_overlap(w, to, packed::capacity))
    raise<shape_mismatch>([](writer& out) { out << "pack_panels: the memory holds w itself"; });
  detail::fill_elements(to, packed::capacity, T{});
  detail::fill_panels<T, packed::axes[0], packed::axes[1]>(w, to);
  return packed(to);
}
template <detail::memory_of_the_user Memory, shaped W>
  requires(!fit<detail::pack_rule<Memory, W>, W>)
TENON_REFUSAL(detail::pack_rule<Memory, W>, W) pack_panels(Memory&&, const W&);

/// Any other call: `pack_panels: give memory and a weight, as in pack_panels(memory, w)`.
template <auto...>
TENON_SHAPE_ERROR("pack_panels: give memory and a weight, as in pack_panels(memory, w)")
pack_panels(detail::anything = {}, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
