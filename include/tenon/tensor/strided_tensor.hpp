// The strided tensor: owns its elements in another order than that of its axes, as a transposed temporary does.
#pragma once
#include <tenon/rules/store.hpp>
#include <tenon/tensor/copy.hpp>
#include <tenon/tensor/element_access.hpp>
#include <tenon/tensor/mapping.hpp>
#include <tenon/tensor/storage.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// What an operation that could be a view gives for a temporary: the elements moved, not copied, in a layout of its own.
/// Nothing dangles. Store it in a `tensor`, or call `contiguous(x)`, to have it packed.
template <class T, strides Steps, axis... Axes>
class strided_tensor : public element_access<strided_tensor<T, Steps, Axes...>> {
 public:
  using value_type = T;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Axes...);
  TENON_LOCAL static constexpr tenon::strides steps = Steps;
  static constexpr index_t capacity = axes.size();
  using mapping_type = tenon::mapping<Steps, Axes...>;
  using storage_type = storage<T, capacity, mapping_type>;

  constexpr strided_tensor(const strided_tensor&) = default;
  constexpr strided_tensor(strided_tensor&&) = default;
  constexpr strided_tensor& operator=(const strided_tensor&) = default;
  constexpr strided_tensor& operator=(strided_tensor&&) = default;
  constexpr ~strided_tensor() = default;

  /// Takes over the elements of a tensor that is given up.
  template <class Mapping>
  constexpr strided_tensor(storage<T, capacity, Mapping>&& given_up, const mapping_type& layout)
      : storage_(std::move(given_up), layout) {}
  template <shaped X>
    requires(!std::is_same_v<X, strided_tensor>)
  TENON_REFUSAL(rules::strided_store{tenon::shape(Axes...), true}, X) operator=(const X&);

  [[nodiscard]] constexpr T* data() TENON_LIFETIMEBOUND { return storage_.data(); }
  [[nodiscard]] constexpr const T* data() const TENON_LIFETIMEBOUND { return storage_.data(); }
  [[nodiscard]] constexpr const mapping_type& mapping() const { return storage_.mapping(); }
  [[nodiscard]] constexpr tenon::shape shape() const { return mapping().shape(); }
  [[nodiscard]] constexpr tenon::strides strides() const { return mapping().strides(); }
  /// The extent of an axis by its position, from the end where that is negative: `x.extent(-1)`. Refused when the program
  /// runs: `extent: no axis 2 in [seq=3, d_model=8]`, an `out_of_range`.
  [[nodiscard]] constexpr index_t extent(int i) const { return mapping().extent(detail::position_in(axes, i)); }
  [[nodiscard]] constexpr index_t size() const { return mapping().size(); }

  constexpr storage_type&& release() && { return std::move(storage_); }

 private:
  storage_type storage_;
};

}  // namespace tenon
TENON_END_HEADER
