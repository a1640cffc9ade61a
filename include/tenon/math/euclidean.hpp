// The length of a vector, without overflow of its squares on the way.
#pragma once
#include <tenon/math/functions.hpp>
#include <tenon/math/rounded.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

/// A length as two factors, since the length itself may be no number where the elements are large.
struct length {
  double scale = 1;
  double root = 0;
};

/// The Euclidean length of elements of type T that `each(take)` gives, any number of times. The squares of floats are
/// doubles; those of doubles may not be, and are then taken of the elements divided by a power of 2.
template <class T, class Each>
constexpr length euclidean(const Each& each) {
  length result;
  if constexpr (std::is_same_v<T, double>) {
    double largest = 0;
    each([&](double x) { largest = absolute(x) > largest ? absolute(x) : largest; });
    if (largest > 0x1p500 && largest <= (std::numeric_limits<double>::max)()) result.scale = 0x1p600;
    if (largest < 0x1p-450 && largest > 0) result.scale = 0x1p-600;
  }
  double squares = 0;
  if (result.scale == 1)
    each([&](T x) { squares += rounded(static_cast<double>(x) * static_cast<double>(x)); });
  else
    each([&](T x) { squares += rounded((static_cast<double>(x) / result.scale) * (static_cast<double>(x) / result.scale)); });
  result.root = sqrt(squares);
  return result;
}

}  // namespace tenon::math
TENON_END_HEADER
