// The panel tensor: the weight of a linear map, stored once, in the layout that the kernels read.
#pragma once
#include <tenon/kernels/panels.hpp>
#include <tenon/tensor/tensor.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// A weight [out, in], its elements in panels of 16 outputs: [out / 16][in][16], padded with zeros.
///
/// `w(o, i)` reads and writes elements as in any tensor, and it can be stored, copied and printed; operations ask for
/// `contiguous(w)` first. PyTorch: nn.Linear.weight.
template <class T, axis Out, axis In>
class panel_tensor : public element_access<panel_tensor<T, Out, In>> {
  static_assert(sizeof(TENON_REFUSAL(detail::tensor_rule<T, Out, In>, detail::axes_alone<T, Out, In>)));

 public:
  using value_type = T;
  static constexpr tenon::shape axes = tenon::shape(Out, In);
  static constexpr bool in_panels = true;
  static constexpr index_t capacity = kernels::panels_size(In.extent, Out.extent);

  /// Zeros.
  constexpr panel_tensor() = default;

  /// The elements of a tensor or view [out, in]; refused as in `tensor`.
  template <shaped X>
    requires fit<detail::store_rule<T, X, Out, In>, X>
  constexpr panel_tensor(const X& x) {
    pack(x);
  }
  template <shaped X>
    requires fit<detail::store_rule<T, X, Out, In>, X>
  constexpr panel_tensor& operator=(const X& x) {
    pack(x);
    return *this;
  }
  template <shaped X, TENON_REASON(detail::store_rule<T, X, Out, In>, X)>
    requires(!fit<detail::store_rule<T, X, Out, In>, X>)
  panel_tensor(const X&) = delete;
  template <shaped X>
    requires(!fit<detail::store_rule<T, X, Out, In>, X>)
  TENON_REFUSAL(detail::store_rule<T, X, Out, In>, X) operator=(const X&);

  /// The panels, padding included; see `kernels::panels_index`.
  constexpr T* data() { return storage_.data(); }
  constexpr const T* data() const { return storage_.data(); }
  constexpr tenon::shape shape() const { return axes; }
  constexpr index_t extent(int i) const { return axes[i].extent; }
  constexpr index_t size() const { return axes.size(); }

  /// Where an element lies in `data()`.
  struct mapping_type {
    static constexpr bool is_static = true;
    static constexpr index_t extent(int i) { return axes[i].extent; }
    static constexpr tenon::shape shape() { return axes; }
    static constexpr index_t offset(index_t out, index_t in) { return kernels::panels_index(In.extent, in, out); }
  };
  constexpr mapping_type mapping() const { return {}; }

  /// Writes the elements into packed memory, in the order of their indices.
  constexpr void copy_packed(T* to) const {
    for (index_t out = 0; out < Out.extent; ++out)
      for (index_t in = 0; in < In.extent; ++in) *to++ = data()[mapping_type::offset(out, in)];
  }

 private:
  template <class X>
  constexpr void pack(const X& x) {
    const bool was_moved_from = storage_.memory() == nullptr;
    T* to = storage_.restart(whole_panels{});
    if (was_moved_from) detail::fill_elements(to, capacity, T{});
    if constexpr (detail::in_panels<X>) {
      detail::copy_elements(x.data(), capacity, to);
    } else {
      const T* from = x.data();
      const index_t out_step = x.mapping().stride(0), in_step = x.mapping().stride(1);
      for (index_t out = 0; out < Out.extent; ++out)
        for (index_t in = 0; in < In.extent; ++in)
          to[mapping_type::offset(out, in)] = from[out * out_step + in * in_step];
    }
  }

  struct whole_panels {
    static constexpr index_t size() { return capacity; }
  };
  storage<T, capacity, whole_panels> storage_;
};

}  // namespace tenon
TENON_END_HEADER
