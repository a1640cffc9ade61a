// The counters of the benchmarks: the fastest calls against what the machine can do at the same moment.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "peak.hpp"

namespace bench {

/// Seconds that the fastest batch of calls took, a call. A batch is long enough for the clock to be exact, and short
/// enough for some batches to be undisturbed.
template <class Work>
double fastest_call(benchmark::State& state, Work work) {
  using clock = std::chrono::steady_clock;
  const auto seconds_since = [](clock::time_point begin) {
    return std::chrono::duration<double>(clock::now() - begin).count();
  };
  work();
  const auto warm = clock::now();
  for (int i = 0; i < 3; ++i) work();
  const double once = seconds_since(warm) / 3;
  const int batch = static_cast<int>(std::clamp(5e-5 / std::max(once, 1e-9), 1.0, 1e5));
  double fastest = 1e30;
  int calls = 0;
  auto begin = clock::now();
  for (auto _ : state) {
    work();
    benchmark::ClobberMemory();
    if (++calls == batch) {
      fastest = std::min(fastest, seconds_since(begin) / batch);
      calls = 0;
      begin = clock::now();
    }
  }
  return fastest < 1e30 ? fastest : once;
}

/// For work that multiplies and adds. GFLOPS: 10^9 operations a second of the fastest calls; peak: the most that one
/// core reached around them in registers alone; share_of_peak: the one divided by `threads` times the other.
template <class Work>
void measure_operations(benchmark::State& state, double operations, Work work, int threads = 1) {
  const double before = measured_peak();
  const double rate = operations / fastest_call(state, work) / 1e9;
  const double peak = std::max(before, measured_peak());
  state.counters["GFLOPS"] = rate;
  state.counters["peak"] = peak;
  state.counters["share_of_peak"] = rate / (threads * peak);
}

/// 10^9 bytes a second, read and written, of copies of `bytes` / 2 from one place to another.
inline double measured_copy(index_t bytes) {
  const floats from(bytes / 8 + 1, 1), to(bytes / 8 + 1, 2);
  double fastest = 1e30;
  for (int i = 0; i < 30; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    std::memcpy(to.data(), from.data(), static_cast<std::size_t>(bytes / 2));
    benchmark::ClobberMemory();
    fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return static_cast<double>(bytes) / fastest / 1e9;
}

/// For work that each element passes through once. ns: for one element; GBps: what is read and written, of the fastest
/// calls; share_of_copy: against memcpy of as many bytes.
template <class Work>
void measure_elements(benchmark::State& state, index_t elements, index_t bytes, Work work) {
  const double seconds = fastest_call(state, work), rate = static_cast<double>(bytes) / seconds / 1e9;
  state.counters["ns"] = seconds / static_cast<double>(elements) * 1e9;
  state.counters["GBps"] = rate;
  state.counters["share_of_copy"] = rate / measured_copy(bytes);
}

}  // namespace bench
