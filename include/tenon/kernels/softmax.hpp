// Softmax over rows and over columns.
#pragma once

#include <tenon/kernels/reduce.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// A row of at most 16 floats, which stay in registers. The bits are those of a longer row.
template <class Set>
TENON_INLINE void softmax_short_row(index_t width, const float* x, float* y) {
  chunk<Set> c;
  load_chunk<Set>(c, x, 0, width, -infinity);
  const float top = chunk_max<Set>(c);
  TENON_UNROLL
  for (int i = 0; i < c.vectors; ++i) {
    c.part[i] = c.part[i] - top;
    exp_in_place<Set>(c.part[i]);
  }
  const float inverse = 1.f / c.total();
  TENON_UNROLL
  for (int i = 0; i < c.vectors; ++i) c.part[i] = c.part[i] * inverse;
  store_chunk<Set>(c, y, 0, width);
}

template <class Set>
TENON_INLINE void softmax_row(index_t width, const float* x, float* y) {
  const float top = row_max<Set>(width, x);  // with a NaN in the row it is of no account: the sum is NaN
  steady_sum<Set> sum;
  for_each_run(width, [&](index_t begin, index_t count) TENON_INLINE_LAMBDA {
    chunk<Set> run;
    run.fill(0.f);
    for_each_chunk<Set>(count, x + begin, -infinity, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
      TENON_UNROLL
      for (int i = 0; i < c.vectors; ++i) {
        c.part[i] = c.part[i] - top;
        exp_in_place<Set>(c.part[i]);
        run.part[i] += c.part[i];
      }
      store_chunk<Set>(c, y + begin, first, count);
    });
    sum.take(run, begin);
  });
  const float inverse = 1.f / sum.all.total();
  for_each_chunk<Set>(width, y, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
    TENON_UNROLL
    for (int i = 0; i < c.vectors; ++i) c.part[i] = c.part[i] * inverse;
    store_chunk<Set>(c, y, first, width);
  });
}

/// y[i, :] = softmax(x[i, :]). y may be x. A row without a finite maximum gives NaN, as its formula does.
inline void softmax_rows(index_t rows, index_t width, const float* x, index_t x_stride, float* y, index_t y_stride) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    if (width <= 16)
      for (index_t i = 0; i < rows; ++i) softmax_short_row<Set>(width, x + i * x_stride, y + i * y_stride);
    else
      for (index_t i = 0; i < rows; ++i) softmax_row<Set>(width, x + i * x_stride, y + i * y_stride);
  });
}

/// y[i, j] = softmax over i of x[i, j]: the axis is strided, its neighbours are contiguous. y may be x.
inline void softmax_columns(index_t rows, index_t width, const float* x, index_t x_stride, float* y, index_t y_stride) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    constexpr index_t lanes = Set::lanes;
    for (index_t j = 0; j < width; j += lanes) {
      const index_t here = width - j < lanes ? width - j : lanes;
      const auto load = [&](vector<Set>& v, const float* p) TENON_INLINE_LAMBDA {
        if (here == lanes)
          v = *at(Set{}, p);
        else
          load_some<Set>(v, p, here);
      };
      const auto store = [&](const vector<Set>& v, float* p) TENON_INLINE_LAMBDA {
        if (here == lanes)
          *at(Set{}, p) = v;
        else
          store_some<Set>(v, p, here);
      };
      vector<Set> top = *at(Set{}, minus_infinity_lanes), sum{}, lost{}, v;
      for (index_t i = 0; i < rows; ++i) {
        load(v, x + i * x_stride + j);
        top = top > v ? top : v;
      }
      constexpr index_t terms = 16;  // a run that begins with 1 loses half an ulp of 1 with each small term
      for (index_t first = 0; first < rows; first += terms) {
        const index_t end = rows - first < terms ? rows : first + terms;
        vector<Set> run{};
        for (index_t i = first; i < end; ++i) {
          load(v, x + i * x_stride + j);
          v = v - top;
          exp_in_place<Set>(v);
          run += v;
          store(v, y + i * y_stride + j);
        }
        const vector<Set> more = run + lost;
        settle<Set>(sum, more, lost);
      }
      const vector<Set> inverse = 1.f / sum;
      for (index_t i = 0; i < rows; ++i) {
        load(v, y + i * y_stride + j);
        v = v * inverse;
        store(v, y + i * y_stride + j);
      }
    }
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
