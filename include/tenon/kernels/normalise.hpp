// Layer norm and root-mean-square norm of rows.
#pragma once

#include <tenon/kernels/reduce.hpp>

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

/// The sum of (z - centre)^2.
template <class Set>
TENON_INLINE float sum_of_squares(index_t width, const float* z, float centre) {
  chunk<Set> squares;
  squares.fill(0.f);
  for_each_chunk<Set>(width, z, centre, [&](const chunk<Set>& c, index_t) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int j = 0; j < c.vectors; ++j) {
      const vector<Set> d = c.part[j] - centre;
      squares.part[j] += d * d;
    }
  });
  return squares.total();
}

/// y = (z - centre) * factor * gain + shift
template <class Set>
TENON_INLINE void scale_row(index_t width, const float* z, float centre, float factor, const float* gain,
                            const float* shift, float* y) {
  for_each_chunk<Set>(width, z, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
    chunk<Set> other;
    TENON_UNROLL
    for (int j = 0; j < c.vectors; ++j) c.part[j] = (c.part[j] - centre) * factor;
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

/// y = gain * (z - mean(z)) / sqrt(variance(z) + eps) + shift, with z = x + residual, row by row.
/// The variance is that of all `width` floats (not width - 1).
inline void layer_norm(index_t rows, index_t width, const norm_rows& r, float eps) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    const float count = static_cast<float>(width);
    for (index_t i = 0; i < rows; ++i) {
      float* y = r.y + i * r.y_stride;
      const float* z =
          add_residual<Set>(width, r.x + i * r.x_stride, r.residual ? r.residual + i * r.residual_stride : nullptr, y);
      const float mean = row_sum<Set>(width, z) / count;
      const float factor = 1.f / __builtin_sqrtf(sum_of_squares<Set>(width, z, mean) / count + eps);
      scale_row<Set>(width, z, mean, factor, r.gain, r.shift, y);
    }
  });
}

/// y = gain * z / sqrt(mean(z^2) + eps) + shift, with z = x + residual, row by row.
inline void rms_norm(index_t rows, index_t width, const norm_rows& r, float eps) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    const float count = static_cast<float>(width);
    for (index_t i = 0; i < rows; ++i) {
      float* y = r.y + i * r.y_stride;
      const float* z =
          add_residual<Set>(width, r.x + i * r.x_stride, r.residual ? r.residual + i * r.residual_stride : nullptr, y);
      const float factor = 1.f / __builtin_sqrtf(sum_of_squares<Set>(width, z, 0.f) / count + eps);
      scale_row<Set>(width, z, 0.f, factor, r.gain, r.shift, y);
    }
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
