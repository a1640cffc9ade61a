// Uniform random numbers, equal to those of torch.rand and torch.Tensor.uniform_ on the CPU.
#pragma once

#include <tenon/config.hpp>
#include <tenon/math/fused_multiply_add.hpp>
#include <tenon/random/generator.hpp>

#include <type_traits>

TENON_BEGIN_HEADER
namespace tenon::random {

/// The next number in [0, 1), of 24 random bits for float and 53 for double (torch.rand).
template <class T>
[[gnu::always_inline]] constexpr T uniform(generator& source) noexcept {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(source.random32() & 0xffffffU) * 0x1p-24F;
  } else {
    return static_cast<double>(source.random64() & 0x1fffffffffffffU) * 0x1p-53;
  }
}

/// Fills values[0, count) with numbers in [low, high), in order (torch.Tensor.uniform_).
/// low <= high is the caller's to see to. Rounding can give high itself, as it can there.
// Not inlined, so that no product of the caller's can be fused with the subtraction.
template <class T>
[[gnu::noinline]] constexpr void fill_uniform(T* values, index_t count, double low, double high,
                                              generator& source) noexcept {
  const T from = static_cast<T>(low);
  const T span = static_cast<T>(high) - from;
  for (index_t i = 0; i < count; ++i) values[i] = math::fused_multiply_add(uniform<T>(source), span, from);
}

}  // namespace tenon::random
TENON_END_HEADER
