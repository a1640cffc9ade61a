// Matrix products: with weights in panels, as `linear` runs them, and of two tensors.
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/packed_product.hpp>

#include "support/measure.hpp"

namespace {

namespace kernels = tenon::kernels;
using bench::floats;
using tenon::index_t;

double operations(index_t rows, index_t depth, index_t columns) {
  return 2.0 * static_cast<double>(rows * depth * columns);
}

template <class Activation>
void packed_product(benchmark::State& state) {
  const index_t rows = state.range(0), depth = state.range(1), columns = state.range(2);
  const floats x(rows * depth, 1), w(kernels::panels_size(depth, columns), 2), bias(columns, 3), y(rows * columns, 4);
  bench::measure_operations(state, operations(rows, depth, columns), [&] {
    kernels::packed_product<Activation>(rows, depth, columns, x.data(), depth, w.data(), bias.data(), y.data(),
                                        columns);
  });
}
BENCHMARK(packed_product<kernels::identity>)
    ->Name("packed_product")
    ->ArgNames({"rows", "depth", "columns"})
    ->ArgsProduct({{1, 2, 3, 4, 5, 6, 7, 16, 128}, {768}, {768}})
    ->ArgsProduct({{1, 2, 3, 4, 5, 6, 7, 16, 128}, {384}, {1536}})
    ->Args({512, 768, 768})
    ->Args({512, 768, 2304})
    ->Args({128, 768, 3072})
    ->Args({128, 3072, 768})
    ->Args({128, 384, 384})
    ->Args({16, 384, 384})
    ->Args({64, 128, 128})
    ->Args({128, 127, 100})
    ->Args({31, 33, 50});
BENCHMARK(packed_product<kernels::gelu>)
    ->Name("packed_product_gelu")
    ->ArgNames({"rows", "depth", "columns"})
    ->Args({128, 384, 1536})
    ->Args({128, 768, 3072});

template <index_t Rows, index_t Depth, index_t Columns>
void constant_product(benchmark::State& state) {
  const floats x(Rows * Depth, 1), w(kernels::panels_size(Depth, Columns), 2), bias(Columns, 3), y(Rows * Columns, 4);
  bench::measure_operations(state, operations(Rows, Depth, Columns), [&] {
    kernels::packed_product(kernels::constant<Rows>{}, kernels::constant<Depth>{}, kernels::constant<Columns>{},
                            x.data(), Depth, w.data(), bias.data(), y.data(), Columns);
  });
}
BENCHMARK(constant_product<3, 8, 8>);
BENCHMARK(constant_product<1, 16, 16>);
BENCHMARK(constant_product<4, 32, 32>);

void matmul(benchmark::State& state) {
  const index_t rows = state.range(0), depth = state.range(1), columns = state.range(2);
  const floats a(rows * depth, 1), b(depth * columns, 2), c(rows * columns, 3);
  const kernels::matrix left{a.data(), depth, 1};
  const kernels::matrix right =
      state.range(3) ? kernels::matrix{b.data(), 1, depth} : kernels::matrix{b.data(), columns, 1};
  bench::measure_operations(state, operations(rows, depth, columns),
                            [&] { kernels::matmul(rows, depth, columns, left, right, c.data(), columns); });
}
BENCHMARK(matmul)
    ->ArgNames({"rows", "depth", "columns", "transposed"})
    ->ArgsProduct({{16, 128}, {768}, {768}, {0, 1}})
    ->ArgsProduct({{64}, {64}, {64}, {0, 1}})
    ->Args({1, 768, 768, 0});

}  // namespace
