// Products that no compiler fuses with the addition that follows them: GCC does so where the flags of the user's function
// have an instruction for it. clang is told not to by TENON_BEGIN_HEADER, which it ignores with -ffp-contract=fast.
#pragma once
#include <tenon/config.hpp>

#include <type_traits>

TENON_BEGIN_HEADER
namespace tenon::math {

/// The product itself, rounded before it meets a sum. (Vectorisers forget it, so it is for sums in order, which they leave.)
template <class T>
[[gnu::always_inline]] constexpr T rounded(T product) noexcept {
#if defined(__clang__)
  return product;
#else
  if constexpr (std::is_floating_point_v<T>) return __builtin_assoc_barrier(product);
  else return product;
#endif
}

/// Says that the products that begin at `first` are read from memory by what comes next: none of them is still a product there.
template <class T>
[[gnu::always_inline]] constexpr void in_memory([[maybe_unused]] T* first) noexcept {
  if constexpr (std::is_floating_point_v<std::remove_const_t<T>>)
    if (!std::is_constant_evaluated()) asm volatile("" : : "r"(first) : "memory");
}

}  // namespace tenon::math
TENON_END_HEADER
