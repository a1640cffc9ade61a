// A square root that no flag approximates.
#pragma once

#include <tenon/kernels/compiler.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// The square root of x, correctly rounded. Under clang's -funsafe-math-optimizations a call of sqrt may be approximated: the cast
/// keeps its flags off since clang 17, and before it, going through double, which has no approximation.
TENON_INLINE float square_root(float x) {
#if defined(__clang__) && __clang_major__ < 17
  double root = __builtin_sqrt(static_cast<double>(x));
  asm("" : "+m"(root));  // else it would become a call for float
  return static_cast<float>(root);
#else
  return static_cast<float>(__builtin_sqrtf(x));
#endif
}

}  // namespace tenon::kernels
TENON_END_HEADER
