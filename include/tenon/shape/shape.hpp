// A shape: a list of axes, as a value that rules compute with.
#pragma once
#include <type_traits>

#include <tenon/axis/axis.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The largest number of axes of a tensor.
inline constexpr int max_rank = 8;

/// a * b for counts of at least 0, or the largest number where that overflows.
constexpr index_t saturated_product(index_t a, index_t b) { return b != 0 && a > INTPTR_MAX / b ? INTPTR_MAX : a * b; }

/// Up to eight axes, in order.
struct shape {
  axis at[max_rank] = {1, 1, 1, 1, 1, 1, 1, 1};
  int rank = 0;

  constexpr shape() = default;
  /// Axes beyond the eighth are dropped here and refused by `rules::tensor`.
  template <class... Axes>
    requires(sizeof...(Axes) >= 1 && (std::is_convertible_v<Axes, axis> && ...))
  constexpr shape(Axes... axes) {
    ((rank < max_rank ? push(axis(axes)) : void()), ...);
  }

  /// The axis at a position, from the end where that is negative; `shape: no axis 2 in [seq=3]` is an `out_of_range`.
  constexpr const axis& operator[](int i) const { return at[position(i)]; }
  constexpr axis& operator[](int i) { return at[position(i)]; }
  /// The axis counted from the end: `last(0)` is the last one.
  constexpr const axis& last(int i) const { return at[rank - 1 - i]; }

  constexpr void push(const axis& a) { at[rank++] = a; }
  constexpr void insert(int position, const axis& a) {
    for (int i = rank++; i > position; --i) at[i] = at[i - 1];
    at[position] = a;
  }
  constexpr void erase(int position) {
    for (int i = position; i + 1 < rank && i + 1 < max_rank; ++i) at[i] = at[i + 1];
    at[--rank] = axis(1);
  }

  /// The number of elements; for bounded axes their bound counts. It saturates: `rules::tensor` refuses an overflow.
  constexpr index_t size() const {
    index_t product = 1;
    for (int i = 0; i < rank; ++i) product = saturated_product(product, at[i].extent);
    return product;
  }
  constexpr bool bounded() const {
    for (int i = 0; i < rank; ++i)
      if (at[i].bounded()) return true;
    return false;
  }
  /// Whether any extent is a bound, to be measured at run time.
  constexpr bool unmeasured() const {
    for (int i = 0; i < rank; ++i)
      if (at[i].unmeasured()) return true;
    return false;
  }
  /// Whether any axis has a name.
  constexpr bool named() const {
    for (int i = 0; i < rank; ++i)
      if (at[i].named()) return true;
    return false;
  }
  /// The position of the axis with that name, or -1.
  constexpr int find(const axis& name) const {
    for (int i = 0; i < rank; ++i)
      if (name.named() && same_name(at[i], name)) return i;
    return -1;
  }

  friend constexpr bool operator==(const shape&, const shape&) = default;

 private:
  constexpr int position(int i) const {
    if (i >= 0 && i < rank) return i;
    if (i < 0 && i >= -rank) return i + rank;
    refuse_position(i);
  }
  [[noreturn]] void refuse_position(int i) const;
};

/// Writes `[batch=1, seq=3, d_model=8]`.
constexpr writer& operator<<(writer& out, const shape& s) {
  out << '[';
  for (int i = 0; i < s.rank; ++i) {
    if (i != 0) out << ", ";
    out << s[i];
  }
  return out << ']';
}

inline void shape::refuse_position(int i) const {
  raise<out_of_range>([&](writer& out) { out << "shape: no axis " << i << " in " << *this; });
}

}  // namespace tenon
TENON_END_HEADER
