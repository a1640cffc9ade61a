// The panel tensor: the weight of a linear map, stored once, in the layout that the kernels read.
#pragma once
#include <span>

#include <tenon/tensor/panel_layout.hpp>
#include <tenon/tensor/panel_memory.hpp>
#include <tenon/tensor/tensor.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// As in `tensor`; only a weight of bfloat16 takes floats too, and rounds them.
template <class T, class X, axis Out, axis In>
inline constexpr rules::store panel_store_rule = [] {
  rules::store rule = store_rule<T, X, Out, In>;
  if (rule.target_element == element::bfloat16 && rule.source_element == element::float32)
    rule.source_element = element::bfloat16;
  return rule;
}();

}  // namespace detail

/// A weight [out, in], its elements in panels of 16 outputs: [out / 16][in][16], padded with zeros.
///
/// `w(o, i)` reads and writes elements as in any tensor, and it can be stored, copied, compared and printed; operations
/// ask for `contiguous(w)` first. Of bfloat16 it takes half the memory, and rounds the floats that are stored in it.
/// `w.panels()` is the memory, to be saved as it is. PyTorch: nn.Linear.weight.
template <class T, axis Out, axis In>
class panel_tensor : public element_access<panel_tensor<T, Out, In>> {
  static_assert(sizeof(TENON_REFUSAL(detail::tensor_rule<T, Out, In>, detail::axes_alone<T, Out, In>)));

 public:
  using value_type = T;
  using mapping_type = detail::panel_mapping<T, Out, In>;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Out, In);
  static constexpr bool in_panels = true;
  static constexpr index_t capacity = panel_elements<Out, In>;

  /// Zeros.
  constexpr panel_tensor() = default;
  constexpr panel_tensor(const panel_tensor&) = default;
  constexpr panel_tensor(panel_tensor&&) = default;
  constexpr panel_tensor& operator=(const panel_tensor&) = default;
  constexpr panel_tensor& operator=(panel_tensor&&) = default;
  constexpr ~panel_tensor() = default;

  /// The elements of a tensor or view [out, in]; refused as in `tensor`.
  template <shaped X>
    requires fit<detail::panel_store_rule<T, X, Out, In>, X>
  constexpr panel_tensor(const X& x) {
    detail::fill_panels<T, Out, In>(x, storage_.data());
  }
  template <shaped X>
    requires fit<detail::panel_store_rule<T, X, Out, In>, X>
  constexpr panel_tensor& operator=(const X& x) {
    const bool was_moved_from = storage_.memory() == nullptr;
    // Its own memory, seen otherwise: a copy is read while it is written.
    if constexpr (std::is_same_v<value_type_of<X>, T>)
      if (detail::may_overlap(x, storage_.memory(), capacity)) return *this = panel_tensor(x);
    T* to = storage_.restart(whole_panels{});
    if (was_moved_from) detail::fill_elements(to, capacity, T{});
    detail::fill_panels<T, Out, In>(x, to);
    return *this;
  }
  template <shaped X, TENON_REASON(detail::panel_store_rule<T, X, Out, In>, X)>
    requires(!fit<detail::panel_store_rule<T, X, Out, In>, X>)
  panel_tensor(const X&) = delete;
  template <shaped X>
    requires(!fit<detail::panel_store_rule<T, X, Out, In>, X>)
  TENON_REFUSAL(detail::panel_store_rule<T, X, Out, In>, X) operator=(const X&);

  /// The first element of the first panel. There is no data(): row by row it would be read wrongly.
  [[nodiscard]] constexpr T* panel_data() TENON_LIFETIMEBOUND { return storage_.data(); }
  [[nodiscard]] constexpr const T* panel_data() const TENON_LIFETIMEBOUND { return storage_.data(); }
  template <class Reason = TENON_SHAPE_ERROR("data: a weight lies in panels, did you mean contiguous(w), or w.panel_data() for them as they lie?")>
  T* data() const = delete;
  /// The panels, padding included.
  [[nodiscard]] constexpr panel_memory<T, static_cast<std::size_t>(capacity)> panels() & { return panels_at(panel_data()); }
  [[nodiscard]] constexpr panel_memory<const T, static_cast<std::size_t>(capacity)> panels() const& { return panels_at(panel_data()); }
  TENON_SHAPE_ERROR("panels: a temporary is gone before what refers to it, give it a name") panels() const&&;

  [[nodiscard]] constexpr mapping_type mapping() const { return {}; }
  [[nodiscard]] constexpr tenon::shape shape() const { return axes; }
  [[nodiscard]] constexpr index_t extent(int i) const { return axes[detail::position_in(axes, i)].extent; }
  /// The number of elements, without the padding.
  [[nodiscard]] constexpr index_t size() const { return axes.size(); }

  /// Writes the elements into packed memory, in the order of their indices.
  constexpr void copy_packed(T* to) const { detail::copy_from_panels<T, Out, In>(panel_data(), to); }

 private:
  template <class U>
  static constexpr panel_memory<U, static_cast<std::size_t>(capacity)> panels_at(U* elements) {
    return panel_memory<U, static_cast<std::size_t>(capacity)>(
        std::span<U, static_cast<std::size_t>(capacity)>(elements, static_cast<std::size_t>(capacity)));
  }

  struct whole_panels {
    static constexpr index_t size() { return capacity; }
  };
  storage<T, capacity, whole_panels> storage_;
};

}  // namespace tenon
TENON_END_HEADER
