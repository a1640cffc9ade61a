// |x| that is also a constant expression.
#pragma once
#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::math {

/// |x|; -0 becomes 0 and NaN stays.
template <class T>
constexpr T absolute(T x) {
  return x < T{} ? static_cast<T>(-x) : x == T{} ? T{} : x;
}

}  // namespace tenon::math
TENON_END_HEADER
