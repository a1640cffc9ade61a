// The product and attention kernels, each beside the peak of fused multiply-adds that the machine reached in the same
// moment. Counters: GFLOPS of the fastest run, peak, and peak_share = GFLOPS / peak, for the instruction set in force
// on one core.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <tenon/kernels/attention.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/packed_product.hpp>

namespace {

namespace kernels = tenon::kernels;
using tenon::index_t;

/// Floats that start at a cache line, with numbers between -1 and 1.
class floats {
 public:
  explicit floats(index_t count, unsigned seed) : lines_(new line[static_cast<std::size_t>(count) / 16 + 1]()) {
    for (index_t i = 0; i < count; ++i) {
      seed = seed * 1664525u + 1013904223u;
      data()[i] = static_cast<float>(static_cast<int>(seed) >> 8) / 8388608.f;
    }
  }
  float* data() const { return lines_[0].floats; }

 private:
  struct alignas(64) line {
    float floats[16];
  };
  std::unique_ptr<line[]> lines_;
};

// Multiply-adds in registers only: what no kernel can beat. Ten chains are enough to hide their latency.
struct peak_loop {
  static constexpr int chains = 10;
  static constexpr index_t steps = 20'000;

  float* numbers;  // different ones for each chain, or the compiler would keep a single chain
  double& operations;

  template <class Set>
  TENON_INLINE void operator()(Set) const {
    kernels::vector<Set> sums[chains];
    TENON_UNROLL
    for (int c = 0; c < chains; ++c) sums[c] = *kernels::at(Set{}, numbers + c * Set::lanes);
    const kernels::vector<Set> factor = sums[0] * 0.001f + 0.999f, addend = sums[1] * 0.001f;
    for (index_t i = 0; i < steps; ++i) {
      TENON_UNROLL
      for (int c = 0; c < chains; ++c) sums[c] = sums[c] * factor + addend;
    }
    TENON_UNROLL
    for (int c = 0; c < chains; ++c) *kernels::at(Set{}, numbers + c * Set::lanes) = sums[c];
    operations = 2.0 * chains * Set::lanes * static_cast<double>(steps);
  }
};

double measured_peak() {
  const floats numbers(peak_loop::chains * 16, 7);
  double best = 0;
  for (int i = 0; i < 20; ++i) {
    double operations = 0;
    const auto begin = std::chrono::steady_clock::now();
    kernels::dispatch(peak_loop{numbers.data(), operations});
    benchmark::ClobberMemory();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    best = std::max(best, operations / seconds.count() / 1e9);
  }
  return best;
}

/// Runs the work, and reports the fastest repetition against the peak measured around it.
template <class Work>
void measure(benchmark::State& state, double operations, Work work) {
  const double before = measured_peak();
  double fastest = 1e30;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    benchmark::ClobberMemory();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    fastest = std::min(fastest, seconds.count());
  }
  const double gflops = operations / fastest / 1e9, peak = std::max(before, measured_peak());
  state.counters["GFLOPS"] = gflops;
  state.counters["peak"] = peak;
  state.counters["peak_share"] = gflops / peak;
}

// rows, depth, columns
void packed_product(benchmark::State& state) {
  const index_t rows = state.range(0), depth = state.range(1), columns = state.range(2);
  const floats x(rows * depth, 1), w(kernels::panels_size(depth, columns), 2), bias(columns, 3), y(rows * columns, 4);
  measure(state, 2.0 * static_cast<double>(rows * depth * columns), [&] {
    kernels::packed_product(rows, depth, columns, x.data(), depth, w.data(), bias.data(), y.data(), columns);
  });
}
BENCHMARK(packed_product)
    ->Args({128, 768, 768})
    ->Args({16, 768, 768})
    ->Args({512, 768, 768})
    ->Args({128, 768, 3072})
    ->Args({128, 3072, 768})
    ->Args({128, 384, 384})
    ->Args({16, 384, 384})
    ->Args({64, 128, 128})
    ->Args({128, 127, 100})
    ->Args({1, 768, 768})
    ->Args({2, 768, 768})
    ->Args({4, 768, 768})
    ->Args({7, 768, 768})
    ->Args({1, 384, 384})
    ->Args({4, 384, 384});

// rows, depth, columns, and whether the second operand is transposed
void matmul(benchmark::State& state) {
  const index_t rows = state.range(0), depth = state.range(1), columns = state.range(2);
  const floats a(rows * depth, 1), b(depth * columns, 2), c(rows * columns, 3);
  const kernels::matrix left{a.data(), depth, 1};
  const kernels::matrix right =
      state.range(3) ? kernels::matrix{b.data(), 1, depth} : kernels::matrix{b.data(), columns, 1};
  measure(state, 2.0 * static_cast<double>(rows * depth * columns),
          [&] { kernels::matmul(rows, depth, columns, left, right, c.data(), columns); });
}
BENCHMARK(matmul)->Args({128, 768, 768, 0})->Args({128, 768, 768, 1})->Args({64, 64, 64, 0})->Args({64, 64, 64, 1});

// tokens, d_k; one head
template <class Hooks>
void attention(benchmark::State& state, const Hooks& hooks, bool weights) {
  const index_t tokens = state.range(0), d_k = state.range(1);
  const floats q(tokens * d_k, 1), k(tokens * d_k, 2), v(tokens * d_k, 3), out(tokens * d_k, 4), w(tokens * tokens, 5);
  const kernels::attention_head head{q.data(),
                                     d_k,
                                     k.data(),
                                     d_k,
                                     v.data(),
                                     d_k,
                                     out.data(),
                                     d_k,
                                     weights ? w.data() : nullptr,
                                     tokens,
                                     kernels::attention_scale(d_k)};
  measure(state, 4.0 * static_cast<double>(tokens * tokens * d_k),
          [&] { kernels::attention(tokens, tokens, d_k, d_k, head, hooks); });
}
void attention_plain(benchmark::State& state) { attention(state, kernels::no_hooks{}, false); }
void attention_weights(benchmark::State& state) { attention(state, kernels::no_hooks{}, true); }
void attention_causal(benchmark::State& state) { attention(state, kernels::score_hooks{kernels::causal{0}}, false); }
BENCHMARK(attention_plain)->ArgsProduct({{16, 64, 128, 512, 2048}, {64, 32, 16, 8}});
BENCHMARK(attention_weights)->ArgsProduct({{128, 512}, {64}});
BENCHMARK(attention_causal)->ArgsProduct({{128, 512}, {64}});

}  // namespace
