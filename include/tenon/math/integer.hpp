// Arithmetic of integers that knows when its result is not exact. Nothing overflows on the way.
#pragma once
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

/// Whether T has no fraction: its arithmetic is exact, or refused.
template <class T>
inline constexpr bool is_integer = std::is_integral_v<T>;

namespace detail {

template <class T>
struct unsigned_of {
  using type = std::make_unsigned_t<T>;
};
template <>
struct unsigned_of<bool> {
  using type = unsigned char;
};

/// Twice as wide as T, which has at most 32 bits.
template <class T>
using twice =
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>;

}  // namespace detail

/// What results of integers of type T have lost since it was made. Each is told in the top bit, so that a loop has no branch.
template <class T>
class loss {
  using bits = typename detail::unsigned_of<T>::type;
  static constexpr bits top = static_cast<bits>(~(static_cast<bits>(~bits{}) >> 1));

 public:
  constexpr bool any() const { return (lost_ & top) != 0 || by_zero_; }
  /// Whether something was divided by 0.
  constexpr bool by_zero() const { return by_zero_; }
  constexpr void join(const loss& other) {
    lost_ = static_cast<bits>(lost_ | other.lost_);
    by_zero_ = by_zero_ || other.by_zero_;
  }
  constexpr void note(bool lost) { lost_ = static_cast<bits>(lost_ | (lost ? top : bits{})); }

  constexpr T sum(T left, T right) {
    const bits a = static_cast<bits>(left), b = static_cast<bits>(right), y = static_cast<bits>(a + b);
    if constexpr (std::is_same_v<T, bool>) note(y > 1);
    else if constexpr (std::is_signed_v<T>) lost_ = static_cast<bits>(lost_ | ((a ^ y) & (b ^ y)));
    else lost_ = static_cast<bits>(lost_ | ((a & b) | ((a | b) & ~y)));
    return static_cast<T>(y);
  }
  constexpr T difference(T left, T right) {
    const bits a = static_cast<bits>(left), b = static_cast<bits>(right), y = static_cast<bits>(a - b);
    if constexpr (std::is_signed_v<T>) lost_ = static_cast<bits>(lost_ | ((a ^ b) & (a ^ y)));
    else lost_ = static_cast<bits>(lost_ | ((~a & b) | (~(a ^ b) & y)));
    return static_cast<T>(y);
  }
  constexpr T product(T left, T right) {
    if constexpr (std::is_same_v<T, bool>) {
      return left && right;
    } else if constexpr (sizeof(T) == 8) {
      T y{};
      note(__builtin_mul_overflow(left, right, &y));
      return y;
    } else {
      using wide = detail::twice<T>;
      const wide exact = static_cast<wide>(static_cast<wide>(left) * static_cast<wide>(right));
      const T y = static_cast<T>(exact);
      note(static_cast<wide>(y) != exact);
      return y;
    }
  }
  /// Without its fraction, as C++ divides.
  constexpr T quotient(T left, T right) {
    by_zero_ = by_zero_ || right == T{};
    bool lost = right == T{};
    if constexpr (std::is_signed_v<T>) lost = lost || (right == T{-1} && left == std::numeric_limits<T>::lowest());
    note(lost);
    return lost ? T{} : static_cast<T>(left / right);
  }

 private:
  bits lost_{};
  bool by_zero_ = false;
};

/// What has a fraction rounds, and is never asked.
template <class T>
  requires(!std::is_integral_v<T>)
class loss<T> {
 public:
  static constexpr bool any() { return false; }
  static constexpr bool by_zero() { return false; }
  static constexpr void join(const loss&) {}
};

/// A sum of integers of at most 64 bits in 128, exact in whatever order, told as a `Sum` where that holds it.
template <class Sum>
class wide_sum {
 public:
  constexpr void add(Sum term) {
    const auto bits = static_cast<std::uint64_t>(term);
    low_ += bits;
    high_ += low_ < bits ? 1 : 0;
    if constexpr (std::is_signed_v<Sum>) high_ -= term < 0 ? 1 : 0;
  }
  constexpr bool fits() const {
    if constexpr (std::is_signed_v<Sum>) return high_ == (static_cast<std::int64_t>(low_) < 0 ? -1 : 0);
    else return high_ == 0;
  }
  constexpr Sum value() const { return static_cast<Sum>(low_); }

 private:
  std::uint64_t low_ = 0;
  std::int64_t high_ = 0;
};

/// A sum of products of integers of type T. Those of 64 bits must have products of 64.
template <class T>
class sum_of_products {
  using term = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;

 public:
  constexpr void add(T a, T b) {
    if constexpr (sizeof(T) == 8) {
      T product{};
      lost_ = __builtin_mul_overflow(a, b, &product) || lost_;
      sum_.add(static_cast<term>(product));
    } else {
      sum_.add(static_cast<term>(a) * static_cast<term>(b));
    }
  }
  /// As an Into, whose `lost` is noted where that does not hold it.
  template <class Into, class Lost>
  constexpr Into result(loss<Lost>& lost) const {
    const term whole = sum_.value();
    const Into y = static_cast<Into>(whole);
    lost.note(lost_ || !sum_.fits() || static_cast<term>(y) != whole || (y < Into{}) != (whole < term{}));
    return y;
  }

 private:
  wide_sum<term> sum_;
  bool lost_ = false;
};

}  // namespace tenon::math
TENON_END_HEADER
