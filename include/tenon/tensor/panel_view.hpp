// The panel view: a weight that lies in panels in memory of the user's, without a copy.
#pragma once
#include <tenon/tensor/borrow.hpp>
#include <tenon/tensor/panel_tensor.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// A weight [out, in] in panels that someone else owns; `T` is const where they may only be read.
///
/// `panel_view<const float, d_ff, d_model> w(memory);` where `memory` is an array, a std::span or a container of
/// `panel_elements<d_ff, d_model>` elements, as `pack_panels` writes them, or `in_panels(memory)`, or `w.panels()`: of a
/// mapped file, of flash, of a constant. Only the alignment of one element is assumed. It must not outlive the memory.
/// Refused: `panel_view: 95 elements are not the 96 that [out=19, in=3] takes in panels`, when the program runs where a
/// span has its extent then; a tensor whose elements lie row by row; temporaries.
template <class T, axis Out, axis In>
class panel_view : public element_access<panel_view<T, Out, In>> {
 public:
  using value_type = std::remove_const_t<T>;
  using mapping_type = detail::panel_mapping<value_type, Out, In>;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Out, In);
  static constexpr bool in_panels = true;
  static constexpr bool refers = true;
  static constexpr index_t capacity = panel_elements<Out, In>;

  static_assert(
      sizeof(TENON_REFUSAL(detail::tensor_rule<value_type, Out, In>, detail::axes_alone<value_type, Out, In>)));

 private:
  using lender = detail::borrower<rules::borrow::by::panel_view, T, axes, capacity>;

 public:
  template <class Reason = TENON_SHAPE_ERROR("panel_view: give the memory where the panels lie, or a weight in panels")>
  panel_view() = delete;
  /// Memory where panels lie, a pointer to as many elements as they take, a `panel_tensor` that has a name, or another
  /// view.
  template <class X>
    requires(lender::template takes<X>())
  constexpr explicit(!shaped<X> && !detail::is_panel_memory<std::remove_cvref_t<X>>) panel_view(X&& panels) : elements_(lender::elements(std::forward<X>(panels))) {}
  template <class X, class Reason = TENON_SHAPE_ERROR(lender::template sentence<X>())>
    requires(!lender::template takes<X>())
  panel_view(X&&) = delete;

  constexpr panel_view(const panel_view&) = default;
  /// Whether `a = b` would copy elements or point elsewhere is no guess of ours.
  panel_view& operator=(const panel_view&) = delete;
  template <class X>
  TENON_SHAPE_ERROR("panel_view: it is not assigned to, did you mean pack_panels(memory, w)?") operator=(X&&);

  /// The first element of the first panel. There is no data(): row by row it would be read wrongly.
  [[nodiscard]] constexpr T* panel_data() const { return elements_; }
  template <class Reason = TENON_SHAPE_ERROR("data: a weight lies in panels, did you mean contiguous(w), or w.panel_data() for them as they lie?")>
  T* data() const = delete;
  /// The panels, padding included.
  [[nodiscard]] constexpr panel_memory<T, static_cast<std::size_t>(capacity)> panels() const {
    return panel_memory<T, static_cast<std::size_t>(capacity)>(
        std::span<T, static_cast<std::size_t>(capacity)>(elements_, static_cast<std::size_t>(capacity)));
  }

  [[nodiscard]] constexpr mapping_type mapping() const { return {}; }
  [[nodiscard]] constexpr tenon::shape shape() const { return axes; }
  [[nodiscard]] constexpr index_t extent(int i) const { return axes[detail::position_in(axes, i)].extent; }
  /// The number of elements, without the padding.
  [[nodiscard]] constexpr index_t size() const { return axes.size(); }

  /// Writes the elements into packed memory, in the order of their indices.
  constexpr void copy_packed(value_type* to) const {
    detail::copy_from_panels<value_type, Out, In>(elements_, to);
  }

 private:
  T* elements_;
};

}  // namespace tenon
TENON_END_HEADER
