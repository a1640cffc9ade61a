// Executors: the same bits on any number of threads, and several callers at once.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/threads/pool.hpp>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 40}, d_model{"d_model", 64};
using input = tensor<float, seq, d_model>;

input some_input() {
  return input([](index_t i, index_t j) { return static_cast<float>((i * 31 + j * 17) % 23) / 11.5F - 1; });
}

}  // namespace

TEST_CASE("a pool runs every task once", "[threads]") {
  for (const int threads : {1, 2, 5}) {
    tenon::threads::pool pool(threads);
    CHECK(pool.width() == threads);
    // The last is more than the threads are given at once.
    for (const index_t count : {0, 1, 2, 3, 4, 5, 6, 100, 70'000, 400'000}) {
      std::vector<std::atomic<int>> runs(static_cast<std::size_t>(count));
      pool.for_each(count, [&](index_t i) { ++runs[static_cast<std::size_t>(i)]; });
      CHECK(std::all_of(runs.begin(), runs.end(), [](const auto& run) { return run == 1; }));
    }
  }
}

TEST_CASE("a task may use the pool that runs it", "[threads]") {
  tenon::threads::pool pool(3);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> runs = 0;
    pool.for_each(1 + round % 7, [&](index_t) { pool.for_each(2, [&](index_t) { ++runs; }); });
    CHECK(runs == 2 * (1 + round % 7));
  }
}

TEST_CASE("attention gives the same bits on any number of threads", "[threads]") {
  random::generator source{3};
  // Heads that are whole panels are tasks of their own, others are not.
  const nn::multi_head_attention<float, d_model, axis{"heads", 4}> whole_panels(source);
  const nn::multi_head_attention<float, d_model, axis{"heads", 8}> narrow(source);
  const input x = some_input();
  for (const int threads : {1, 2, 3}) {
    tenon::threads::pool pool(threads);
    for (int i = 0; i < 20; ++i) {
      CHECK(whole_panels(x, nn::on(pool)) == whole_panels(x));
      CHECK(narrow(x, nn::on(pool), nn::causal) == narrow(x, nn::causal));
    }
  }
}

TEST_CASE("one module and one pool serve several threads at once", "[threads]") {
  random::generator source{3};
  const nn::multi_head_attention<float, d_model, axis{"heads", 4}> attention(source);
  const nn::linear<float, d_model, axis{"out", 99}> map(source);
  const input x = some_input();
  const auto expected = attention(x);
  const auto mapped = map(x);
  tenon::threads::pool pool(2);
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        wrong += attention(x, nn::on(pool)) == expected ? 0 : 1;
        wrong += map(x, nn::on(pool)) == mapped ? 0 : 1;
      }
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
}
