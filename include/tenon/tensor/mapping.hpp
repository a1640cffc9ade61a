// Where an element of a shape lies: extents and strides, in the type where they are known, in the object where not.
#pragma once
#include <tenon/shape/strides.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Extents and strides of this moment. A moved-from tensor has lost its elements, so its extents become 0.
template <int Rank>
struct measured_mapping {
  index_t extents[Rank] = {};
  index_t steps[Rank] = {};

  constexpr measured_mapping() = default;
  constexpr measured_mapping(const measured_mapping&) = default;
  constexpr measured_mapping& operator=(const measured_mapping&) = default;
  constexpr measured_mapping(measured_mapping&& other) noexcept : measured_mapping(other) { other.clear(); }
  constexpr measured_mapping& operator=(measured_mapping&& other) noexcept {
    if (this != &other) {
      *this = other;
      other.clear();
    }
    return *this;
  }
  ~measured_mapping() = default;

 private:
  constexpr void clear() {
    for (index_t& extent : extents) extent = 0;
  }
};

struct nothing_measured {};

constexpr bool any_dynamic(const strides& steps) {
  for (const index_t step : steps.at)
    if (step == dynamic) return true;
  return false;
}

}  // namespace detail

/// The layout of a tensor or view. Empty when every extent and stride is static.
template <strides Steps, axis... Axes>
class mapping {
 public:
  static constexpr int rank = static_cast<int>(sizeof...(Axes));
  TENON_LOCAL static constexpr tenon::shape bounds = tenon::shape(Axes...);
  static constexpr bool is_static = !bounds.bounded() && !detail::any_dynamic(Steps);

  /// Static extents, or bounded ones of 0.
  constexpr mapping() = default;
  constexpr mapping(const mapping&) = default;
  constexpr mapping(mapping&&) = default;
  constexpr mapping& operator=(const mapping&) = default;
  constexpr mapping& operator=(mapping&&) = default;
  constexpr ~mapping() = default;

  /// The extents and strides of this moment; the static ones are known already and only have to agree.
  constexpr mapping([[maybe_unused]] const tenon::shape& measured, [[maybe_unused]] const tenon::strides& steps) {
    if constexpr (!is_static) {
      for (int i = 0; i < rank; ++i) {
        measured_.extents[i] = measured[i].extent;
        measured_.steps[i] = steps[i];
      }
    }
  }

  constexpr index_t extent(int i) const {
    if constexpr (is_static) {
      return bounds[i].extent;
    } else {
      return bounds[i].bounded() ? measured_.extents[i] : bounds[i].extent;
    }
  }
  constexpr index_t stride(int i) const {
    if constexpr (is_static) {
      return Steps[i];
    } else {
      return Steps[i] == dynamic ? measured_.steps[i] : Steps[i];
    }
  }
  /// Where an element lies: one index an axis, unchecked.
  template <class... Index>
  constexpr index_t offset(Index... index) const {
    index_t result = 0;
    [[maybe_unused]] int i = 0;
    ((result += index * stride(i++)), ...);
    return result;
  }
  /// The number of elements now.
  constexpr index_t size() const {
    index_t product = 1;
    for (int i = 0; i < rank; ++i) product *= extent(i);
    return product;
  }
  /// The axes with their extents of this moment.
  constexpr tenon::shape shape() const {
    tenon::shape result = bounds;
    if constexpr (bounds.bounded())
      for (int i = 0; i < rank; ++i) result[i] = measured(bounds[i], extent(i));
    return result;
  }
  constexpr tenon::strides strides() const {
    tenon::strides result;
    for (int i = 0; i < rank; ++i) result[i] = stride(i);
    return result;
  }

 private:
  [[no_unique_address]] std::conditional_t<is_static, detail::nothing_measured,
                                           detail::measured_mapping<rank == 0 ? 1 : rank>>
      measured_;
};

}  // namespace tenon
TENON_END_HEADER
