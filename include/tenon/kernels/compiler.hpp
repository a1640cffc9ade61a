// What the kernels ask of the compiler: forced inlining and unrolling.
#pragma once

#include <tenon/config.hpp>
#include <type_traits>
#include <utility>

#if defined(__clang__)
#define TENON_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TENON_UNROLL _Pragma("GCC unroll 64")
#endif
#define TENON_INLINE [[gnu::always_inline]] inline
// Behind the parameter list of a lambda; attributes in brackets would belong to its type there.
#define TENON_INLINE_LAMBDA __attribute__((always_inline))

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// An extent that is known at compile time. Kernels take `index_t` or `constant<n>` for their extents.
template <index_t N>
using constant = std::integral_constant<index_t, N>;

template <class Extent>
inline constexpr bool is_constant = !std::is_integral_v<Extent>;

/// Calls f(constant<0>{}), f(constant<1>{}), ... f(constant<N - 1>{}): straight-line code, whatever the optimiser
/// thinks.
template <index_t N, class F>
TENON_INLINE constexpr void unrolled(F&& f) {
  [&]<index_t... Is>(std::integer_sequence<index_t, Is...>) TENON_INLINE_LAMBDA { (f(constant<Is>{}), ...); }
  (std::make_integer_sequence<index_t, N>{});
}

}  // namespace tenon::kernels
TENON_END_HEADER
