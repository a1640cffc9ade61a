// Products with few rows, weights of float against bfloat16: from memory, where their bytes are what takes time, and
// from the caches.
#include <unistd.h>

#include <tenon/kernels/packed_product.hpp>

#include "support/measure.hpp"
#include "support/rotating_weights.hpp"

namespace {

namespace kernels = tenon::kernels;
using bench::floats;
using tenon::index_t;

/// Copies of a matrix of bfloat16 that no cache of this machine holds together.
index_t copies_beyond_caches(index_t depth, index_t columns) {
  const index_t cache = static_cast<index_t>(sysconf(_SC_LEVEL3_CACHE_SIZE)), least = 64 << 20, most = 640 << 20;
  return std::clamp(cache + cache / 4, least, most) / (2 * depth * columns) + 1;
}

template <class Weight>
void product(benchmark::State& state, index_t depth, index_t columns, index_t copies) {
  const index_t rows = state.range(0);
  const floats x(rows * depth, 1), bias(columns, 3), y(rows * columns, 4);
  bench::rotating_weights<Weight> weights(depth, columns, copies);
  const auto tour = [&] {
    for (index_t i = 0; i < copies; ++i)
      kernels::packed_product(rows, depth, columns, x.data(), depth, weights.next(), bias.data(), y.data(), columns);
  };
  const double seconds = bench::fastest_call(state, tour) / static_cast<double>(copies);
  state.counters["us"] = seconds * 1e6;
  state.counters["GFLOPS"] = 2.0 * static_cast<double>(rows * depth * columns) / seconds / 1e9;
  state.counters["weights_GBps"] = static_cast<double>(depth * columns) * sizeof(Weight) / seconds / 1e9;
}

template <class Weight>
void from_memory(benchmark::State& state) {
  product<Weight>(state, 768, 3072, copies_beyond_caches(768, 3072));
}
BENCHMARK(from_memory<float>)->ArgName("rows")->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Arg(128);
BENCHMARK(from_memory<tenon::bfloat16>)->ArgName("rows")->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Arg(128);

template <class Weight>
void from_cache(benchmark::State& state) {
  product<Weight>(state, 384, 1536, 1);
}
BENCHMARK(from_cache<float>)->ArgName("rows")->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Arg(128);
BENCHMARK(from_cache<tenon::bfloat16>)->ArgName("rows")->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(16)->Arg(128);

}  // namespace
