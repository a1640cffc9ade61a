// Normal random numbers, equal to those of torch.randn and torch.Tensor.normal_ on the CPU.
#pragma once

#include <tenon/config.hpp>
#include <tenon/random/cephes.hpp>
#include <tenon/math/elementary.hpp>
#include <tenon/math/fused_multiply_add.hpp>
#include <tenon/random/generator.hpp>
#include <tenon/random/uniform.hpp>

#include <numbers>

TENON_BEGIN_HEADER
namespace tenon::random {

/// The next normal number (at::normal_distribution<double>). Numbers are made in pairs; the generator keeps the second.
template <class T>
[[gnu::noinline]] constexpr T normal(generator& source, double mean = 0, double standard_deviation = 1) noexcept {
  double sample = 0;
  if (!source.take_normal_sample(sample)) {
    const double u1 = uniform<double>(source);
    const double u2 = uniform<double>(source);
    const double radius = math::square_root(-2 * math::logarithm(1 - u2));
    const math::sine_and_cosine at = math::sine_and_cosine_of(2 * std::numbers::pi * u1);
    source.keep_normal_sample(radius * at.sine);
    sample = radius * at.cosine;
  }
  return static_cast<T>(math::fused_multiply_add(sample, standard_deviation, mean));
}

/// Box and Muller's method on 16 uniform numbers in place: 8 radii, then 8 angles (normal_fill_16_AVX2).
[[gnu::always_inline]] constexpr void normal_from_uniform_16(float* values, float mean,
                                                             float standard_deviation) noexcept {
  for (int i = 0; i < 8; ++i) {
    const float squared_radius = -2 * cephes_logarithm(1 - values[i]);
    const float radius = static_cast<float>(math::square_root(static_cast<double>(squared_radius)));
    const auto at = cephes_sine_and_cosine_of(static_cast<float>(2 * std::numbers::pi) * values[i + 8]);
    values[i] = math::fused_multiply_add(radius * at.cosine, standard_deviation, mean);
    values[i + 8] = math::fused_multiply_add(radius * at.sine, standard_deviation, mean);
  }
}

/// Box and Muller's method on 16 uniform numbers in place: 8 radii, then 8 angles (normal_fill_16<double>).
[[gnu::always_inline]] constexpr void normal_from_uniform_16(double* values, double mean,
                                                             double standard_deviation) noexcept {
  for (int i = 0; i < 8; ++i) {
    const double radius = math::square_root(-2 * math::logarithm(1 - values[i]));
    const math::sine_and_cosine at = math::sine_and_cosine_of(2 * std::numbers::pi * values[i + 8]);
    values[i] = math::fused_multiply_add(radius * at.cosine, standard_deviation, mean);
    values[i + 8] = math::fused_multiply_add(radius * at.sine, standard_deviation, mean);
  }
}

/// Fills values[0, count) with normal numbers (torch.Tensor.normal_; torch.randn with mean 0 and deviation 1).
///
/// Fewer than 16 are drawn one by one. From 16 on all are drawn as uniform numbers first and made normal in blocks of
/// 16; when count is not a multiple of 16, the last 16 are drawn again. So the numbers depend on count.
template <class T>
[[gnu::noinline]] constexpr void fill_normal(T* values, index_t count, double mean, double standard_deviation,
                                             generator& source) noexcept {
  if (count < 16) {
    for (index_t i = 0; i < count; ++i) values[i] = normal<T>(source, mean, standard_deviation);
    return;
  }
  for (index_t i = 0; i < count; ++i) values[i] = uniform<T>(source);
  for (index_t i = 0; i + 16 <= count; i += 16) {
    normal_from_uniform_16(values + i, static_cast<T>(mean), static_cast<T>(standard_deviation));
  }
  if (count % 16 != 0) {
    T* last = values + (count - 16);
    for (index_t i = 0; i < 16; ++i) last[i] = uniform<T>(source);
    normal_from_uniform_16(last, static_cast<T>(mean), static_cast<T>(standard_deviation));
  }
}

}  // namespace tenon::random
TENON_END_HEADER
