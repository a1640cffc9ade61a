// Layer norm and root-mean-square norm of rows.
#pragma once

#include <tenon/kernels/reduce.hpp>
#include <tenon/kernels/square_root.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// What normalisation reads and writes, all rows contiguous. y may be x or the residual.
struct norm_rows {
  const float* x;
  index_t x_stride;
  const float* residual;  // added to x first, or null
  index_t residual_stride;
  const float* gain;   // [width], or null
  const float* shift;  // [width], or null
  float* y;
  index_t y_stride;
};

/// y = x + residual; returns the row to go on with.
template <class Set>
TENON_INLINE const float* add_residual(index_t width, const float* x, const float* residual, float* y) {
  if (!residual) return x;
  for_each_chunk<Set>(width, x, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
    chunk<Set> r;
    load_chunk<Set>(r, residual, first, width, 0.f);
    TENON_UNROLL
    for (int j = 0; j < c.vectors; ++j) c.part[j] += r.part[j];
    store_chunk<Set>(c, y, first, width);
  });
  return y;
}

/// The means of d and of d^2, d = z - centre.
struct moments {
  float first, second;
};
template <class Set>
TENON_INLINE moments moments_about(float centre, index_t width, const float* z) {
  steady_sum<Set> sum, squares;
  for_each_run(width, [&](index_t begin, index_t here) TENON_INLINE_LAMBDA {
    chunk<Set> run, run_squares;
    run.fill(0.f);
    run_squares.fill(0.f);
    for_each_chunk<Set>(here, z + begin, centre, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) {
        const vector<Set> d = c.part[j] - centre;
        run.part[j] += d;
        add_product<Set>(run_squares.part[j], d, d);
      }
    });
    sum.take(run, begin);
    squares.take(run_squares, begin);
  });
  const float count = static_cast<float>(width);
  return {sum.all.total() / count, squares.all.total() / count};
}

/// A row whose squares leave the range of float, or whose mean float cannot hold, in double.
template <bool Centred>
[[gnu::noinline]] TENON_ROUNDS_EACH inline void normalise_in_double(index_t width, const float* z, float eps, const float* gain,
                                                  const float* shift, float* y) {
  const double count = static_cast<double>(width);
  double centre = 0, squares = 0;
  if constexpr (Centred) {
    for (index_t j = 0; j < width; ++j) centre += static_cast<double>(z[j]);
    centre /= count;
  }
  for (index_t j = 0; j < width; ++j) {
    const double d = static_cast<double>(z[j]) - centre;
    squares += d * d;
  }
  const double factor = 1 / __builtin_sqrt(squares / count + static_cast<double>(eps));
  for (index_t j = 0; j < width; ++j) {
    const double scaled = (static_cast<double>(z[j]) - centre) * factor * (gain ? static_cast<double>(gain[j]) : 1);
    y[j] = static_cast<float>(scaled + (shift ? static_cast<double>(shift[j]) : 0));
  }
}

/// y = (z - centre - rest) * factor * gain + shift
template <class Set>
TENON_INLINE void scale_row(index_t width, const float* z, float centre, float rest, float factor, const float* gain,
                            const float* shift, float* y) {
  for_each_chunk<Set>(width, z, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
    chunk<Set> other;
    TENON_UNROLL
    for (int j = 0; j < c.vectors; ++j) c.part[j] = ((c.part[j] - centre) - rest) * factor;
    if (gain) {
      load_chunk<Set>(other, gain, first, width, 0.f);
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) c.part[j] = c.part[j] * other.part[j];
    }
    if (shift) {
      load_chunk<Set>(other, shift, first, width, 0.f);
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) c.part[j] = c.part[j] + other.part[j];
    }
    store_chunk<Set>(c, y, first, width);
  });
}

template <class Set, bool Centred>
TENON_INLINE void normalise_rows(index_t rows, index_t width, const norm_rows& r, float eps) {
  for (index_t i = 0; i < rows; ++i) {
    float* y = r.y + i * r.y_stride;
    const float* z =
        add_residual<Set>(width, r.x + i * r.x_stride, r.residual ? r.residual + i * r.residual_stride : nullptr, y);
    float centre = 0.f, rest = 0.f;
    if constexpr (Centred) centre = row_sum<Set>(width, z) / static_cast<float>(width);
    const moments m = moments_about<Set>(centre, width, z);
    // The rounding of the mean is as large as a small spread about it: what is left of the mean is taken off, too.
    if constexpr (Centred) rest = m.first;
    const bool fits = m.second + eps > 1e-24f && m.second < infinity && rest * rest <= m.second / 16.f;
    if (!fits) [[unlikely]] {
      normalise_in_double<Centred>(width, z, eps, r.gain, r.shift, y);
      continue;
    }
    const float variance = Set::fuses ? __builtin_fmaf(-rest, rest, m.second) : m.second - rest * rest;
    const float factor = 1.f / square_root(variance + eps);
    scale_row<Set>(width, z, centre, rest, factor, r.gain, r.shift, y);
  }
}

/// y = gain * (z - mean(z)) / sqrt(variance(z) + eps) + shift, with z = x + residual, row by row.
/// The variance is that of all `width` floats (not width - 1). Any finite row will do, wherever it lies.
inline void layer_norm(index_t rows, index_t width, const norm_rows& r, float eps) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA { normalise_rows<decltype(set), true>(rows, width, r, eps); });
}

/// y = gain * z / sqrt(mean(z^2) + eps) + shift, with z = x + residual, row by row.
inline void rms_norm(index_t rows, index_t width, const norm_rows& r, float eps) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA { normalise_rows<decltype(set), false>(rows, width, r, eps); });
}

}  // namespace tenon::kernels
TENON_END_HEADER
