// The initialisers of torch.nn that Tenon's modules start from, as bounds and as fills of raw memory.
#pragma once

#include <tenon/config.hpp>
#include <tenon/math/elementary.hpp>
#include <tenon/random/generator.hpp>
#include <tenon/random/normal.hpp>
#include <tenon/random/uniform.hpp>

TENON_BEGIN_HEADER
namespace tenon::random {

// The bounds are not inlined, so that their products cannot be fused with sums of the caller's.

/// The weights of nn.Linear lie in [-bound, bound) (torch.nn.init.kaiming_uniform_ with a = sqrt(5)).
/// The bound is 1 / sqrt(fan_in) but for the roundings, which are those of PyTorch's formula.
[[gnu::noinline]] constexpr double kaiming_uniform_bound(index_t fan_in) noexcept {
  if (fan_in <= 0) return 0;
  const double a_squared = 5.000000000000001;
  const double gain = math::square_root(2 / (1 + a_squared));
  return math::square_root(3) * (gain / math::square_root(static_cast<double>(fan_in)));
}

/// The bias of nn.Linear lies in [-bound, bound) (torch.nn.Linear.reset_parameters).
[[gnu::noinline]] constexpr double linear_bias_bound(index_t fan_in) noexcept {
  return fan_in > 0 ? 1 / math::square_root(static_cast<double>(fan_in)) : 0;
}

/// The deviation of torch.nn.init.xavier_normal_.
[[gnu::noinline]] constexpr double xavier_normal_deviation(index_t fan_in, index_t fan_out, double gain = 1) noexcept {
  return gain * math::square_root(2 / static_cast<double>(fan_in + fan_out));
}

/// The values of torch.nn.init.xavier_uniform_ lie in [-bound, bound).
[[gnu::noinline]] constexpr double xavier_uniform_bound(index_t fan_in, index_t fan_out, double gain = 1) noexcept {
  return math::square_root(3) * xavier_normal_deviation(fan_in, fan_out, gain);
}

/// Fills the weight of a linear map, [out, in] row-major (nn.Linear's weight).
template <class T>
constexpr void fill_kaiming_uniform(T* values, index_t count, index_t fan_in, generator& source) noexcept {
  const double bound = kaiming_uniform_bound(fan_in);
  fill_uniform(values, count, -bound, bound, source);
}

/// Fills the bias of a linear map, [out] (nn.Linear's bias, drawn after its weight).
template <class T>
constexpr void fill_linear_bias(T* values, index_t count, index_t fan_in, generator& source) noexcept {
  const double bound = linear_bias_bound(fan_in);
  fill_uniform(values, count, -bound, bound, source);
}

/// Fills a table of embeddings, [rows, features] row-major (nn.Embedding's weight).
template <class T>
constexpr void fill_embedding(T* values, index_t count, generator& source) noexcept {
  fill_normal(values, count, 0, 1, source);
}

/// Fills a weight, [out, in] row-major (torch.nn.init.xavier_uniform_).
template <class T>
constexpr void fill_xavier_uniform(T* values, index_t count, index_t fan_in, index_t fan_out, generator& source,
                                   double gain = 1) noexcept {
  const double bound = xavier_uniform_bound(fan_in, fan_out, gain);
  fill_uniform(values, count, -bound, bound, source);
}

/// Fills a weight, [out, in] row-major (torch.nn.init.xavier_normal_).
template <class T>
constexpr void fill_xavier_normal(T* values, index_t count, index_t fan_in, index_t fan_out, generator& source,
                                  double gain = 1) noexcept {
  fill_normal(values, count, 0, xavier_normal_deviation(fan_in, fan_out, gain), source);
}

}  // namespace tenon::random
TENON_END_HEADER
