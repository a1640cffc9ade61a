// Logarithm, sine and cosine of float by the polynomials of the Cephes library, in the roundings of PyTorch's binary.
#pragma once

#include <tenon/math/bits.hpp>
#include <tenon/math/fused_multiply_add.hpp>

#include <cstdint>

// Which products are fused with the sum that follows decides the last bits. The choice below is the compiler's that
// built PyTorch (log256_ps and sincos256_ps with -mavx2 -mfma). Every product of floats that is left alone goes into
// fused_multiply_add or into no sum at all, so that no compiler can fuse it here.

TENON_BEGIN_HEADER
namespace tenon::random {

/// The natural logarithm of a normal x > 0 (log256_ps).
[[gnu::always_inline]] constexpr float cephes_logarithm(float x) noexcept {
  const auto bits = math::bits_of(x);
  float exponent = static_cast<float>(static_cast<int>(bits >> 23) - 126);
  float f = math::float_of((bits & 0x007fffffU) | 0x3f000000U);
  if (f < 0.707106781186547524F) {
    exponent -= 1;
    f = (f - 1) + f;
  } else {
    f -= 1;
  }
  constexpr float coefficients[] = {-1.1514610310E-1F, 1.1676998740E-1F, -1.2420140846E-1F, 1.4249322787E-1F,
                                    -1.6668057665E-1F, 2.0000714765E-1F, -2.4999993993E-1F, 3.3333331174E-1F};
  const float square = f * f;
  float y = 7.0376836292E-2F;
  for (const float coefficient : coefficients) y = math::fused_multiply_add(y, f, coefficient);
  y = math::fused_multiply_add(y * f, square, exponent * -2.12194440e-4F);
  y = math::fused_multiply_add(square, -0.5F, y);
  return math::fused_multiply_add(exponent, 0.693359375F, f + y);
}

/// The sine and the cosine of one angle, in single precision.
struct cephes_sine_and_cosine {
  float sine;
  float cosine;
};

/// The sine and cosine of an angle in [0, 2 pi] (sincos256_ps).
[[gnu::always_inline]] constexpr cephes_sine_and_cosine cephes_sine_and_cosine_of(float angle) noexcept {
  const int octant = (static_cast<int>(angle * 1.27323954473516F) + 1) & ~1;
  const float turns = static_cast<float>(octant);
  float x = math::fused_multiply_add(turns, -0.78515625F, angle);
  x = math::fused_multiply_add(turns, -2.4187564849853515625e-4F, x);
  x = math::fused_multiply_add(turns, -3.77489497744594108e-8F, x);
  const float square = x * x;

  float cosine = math::fused_multiply_add(2.443315711809948E-005F, square, -1.388731625493765E-003F);
  cosine = math::fused_multiply_add(cosine, square, 4.166664568298827E-002F);
  cosine = math::fused_multiply_add(cosine * square, square, square * -0.5F) + 1;

  float sine = math::fused_multiply_add(-1.9515295891E-4F, square, 8.3321608736E-3F);
  sine = math::fused_multiply_add(sine, square, -1.6666654611E-1F);
  sine = math::fused_multiply_add(sine * square, x, x);

  switch (octant % 8) {
    case 0:
      return {sine, cosine};
    case 2:
      return {cosine, -sine};
    case 4:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace tenon::random
TENON_END_HEADER
