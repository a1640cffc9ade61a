// What passes over each element: softmax, norms, activations, arithmetic, sums. The small sizes stay in the first
// cache.
#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/reduce.hpp>
#include <tenon/kernels/softmax.hpp>

#include "support/measure.hpp"

namespace {

namespace kernels = tenon::kernels;
using bench::floats;
using tenon::index_t;

/// work(rows, width, x, y) on a matrix; `passes` floats are read or written for each element of it.
template <class Work>
void on_rows(benchmark::State& state, double passes, Work work) {
  const index_t rows = state.range(0), width = state.range(1), count = rows * width;
  const floats x(count, 1), y(count, 2);
  bench::measure_elements(state, count, static_cast<index_t>(passes * 4 * static_cast<double>(count)),
                          [&] { work(rows, width, x.data(), y.data()); });
}

void sizes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"rows", "width"})->Args({16, 128})->Args({128, 768})->Args({128, 100})->Args({2048, 2048});
}

void softmax_rows(benchmark::State& state) {
  on_rows(state, 2, [](index_t rows, index_t width, const float* x, float* y) {
    kernels::softmax_rows(rows, width, x, width, y, width);
  });
}
BENCHMARK(softmax_rows)->Apply(sizes);

void softmax_columns(benchmark::State& state) {
  on_rows(state, 2, [](index_t rows, index_t width, const float* x, float* y) {
    kernels::softmax_columns(rows, width, x, width, y, width);
  });
}
BENCHMARK(softmax_columns)->Apply(sizes);

template <bool Residual>
void layer_norm(benchmark::State& state) {
  const index_t rows = state.range(0), width = state.range(1);
  const floats gain(width, 3), shift(width, 4), residual(Residual ? rows * width : 0, 5);
  on_rows(state, Residual ? 3 : 2, [&](index_t, index_t, const float* x, float* y) {
    kernels::layer_norm(rows, width,
                        {x, width, Residual ? residual.data() : nullptr, width, gain.data(), shift.data(), y, width},
                        1e-5f);
  });
}
BENCHMARK(layer_norm<false>)->Name("layer_norm")->Apply(sizes);
BENCHMARK(layer_norm<true>)->Name("layer_norm_of_sum")->Apply(sizes);

void rms_norm(benchmark::State& state) {
  const index_t width = state.range(1);
  const floats gain(width, 3);
  on_rows(state, 2, [&](index_t rows, index_t, const float* x, float* y) {
    kernels::rms_norm(rows, width, {x, width, nullptr, 0, gain.data(), nullptr, y, width}, 1e-5f);
  });
}
BENCHMARK(rms_norm)->Apply(sizes);

template <class Function>
void map(benchmark::State& state) {
  on_rows(state, 2,
          [](index_t rows, index_t width, const float* x, float* y) { kernels::map<Function>(rows * width, x, y); });
}
BENCHMARK(map<kernels::relu>)->Name("relu")->Apply(sizes);
BENCHMARK(map<kernels::silu>)->Name("silu")->Apply(sizes);
BENCHMARK(map<kernels::gelu>)->Name("gelu")->Apply(sizes);
BENCHMARK(map<kernels::gelu_tanh>)->Name("gelu_tanh")->Apply(sizes);
BENCHMARK(map<kernels::exponential>)->Name("exp")->Apply(sizes);

template <class Operation>
void combine(benchmark::State& state) {
  const floats other(state.range(0) * state.range(1), 3);
  on_rows(state, 3, [&](index_t rows, index_t width, const float* x, float* y) {
    kernels::combine<Operation>(rows * width, x, other.data(), y);
  });
}
BENCHMARK(combine<kernels::plus>)->Name("plus")->Apply(sizes);
BENCHMARK(combine<kernels::divided_by>)->Name("divided_by")->Apply(sizes);

void times_scalar(benchmark::State& state) {
  on_rows(state, 2, [](index_t rows, index_t width, const float* x, float* y) {
    kernels::combine_scalar<kernels::times>(rows * width, x, 1.5f, y);
  });
}
BENCHMARK(times_scalar)->Apply(sizes);

void sum_rows(benchmark::State& state) {
  on_rows(state, 1,
          [](index_t rows, index_t width, const float* x, float* y) { kernels::sum_rows(rows, width, x, width, y); });
}
BENCHMARK(sum_rows)->Apply(sizes);

void max_rows(benchmark::State& state) {
  on_rows(state, 1,
          [](index_t rows, index_t width, const float* x, float* y) { kernels::max_rows(rows, width, x, width, y); });
}
BENCHMARK(max_rows)->Apply(sizes);

}  // namespace
