// |x| that is also a constant expression.
#pragma once
#include <type_traits>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

/// |x|; -0 becomes 0 and NaN stays, and so does the one integer that has no positive counterpart.
template <class T>
constexpr T absolute(T x) {
  if constexpr (std::is_unsigned_v<T>) return x;
  else if constexpr (std::is_integral_v<T>) return x < 0 ? static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(x)) : x;
  else return x < 0 ? -x : x == 0 ? T{} : x;
}

}  // namespace tenon::math
TENON_END_HEADER
