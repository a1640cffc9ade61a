// Executors that answer as they like, and run tasks as they like: the same bits, or a sentence.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/threads/pool.hpp>

#include <atomic>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 48}, d_model{"d_model", 64};
using input = tensor<float, batch, seq, d_model>;

input some_input() {
  return input([](index_t b, index_t i, index_t j) { return static_cast<float>((b * 7 + i * 31 + j * 17) % 23) / 11.5F - 1; });
}

using tasks = std::function<void(index_t)>;

/// Has another width each time that it is asked, and runs tasks as `how` says. One type, so that each call is compiled once.
struct scripted {
  std::vector<index_t> widths;
  std::function<void(index_t count, const tasks& task)> how;
  int asked = 0;

  index_t width() { return widths[static_cast<std::size_t>(asked++) % widths.size()]; }
  void for_each(index_t count, const tasks& task) {
    for (index_t& one : widths) one = one == 1 ? 5 : 1;  // for whoever asks within a task
    how(count, task);
  }
};

void forwards(index_t count, const tasks& task) {
  for (index_t i = 0; i < count; ++i) task(i);
}
void backwards(index_t count, const tasks& task) {
  for (index_t i = count; i-- > 0;) task(i);
}
void each_on_a_thread(index_t count, const tasks& task) {
  std::vector<std::thread> threads;
  for (index_t i = 0; i < count; ++i) threads.emplace_back([&task, i] { task(i); });
  for (std::thread& one : threads) one.join();
}
void within_others(index_t count, const tasks& task) {
  tenon::threads::pool outer(3);
  outer.for_each(count, [&](index_t i) { outer.for_each(1, [&](index_t) { task(i); }); });
}
void all_but_the_first(index_t count, const tasks& task) {
  for (index_t i = 1; i < count; ++i) task(i);
}
void the_first_twice(index_t count, const tasks& task) {
  forwards(count, task);
  task(0);
}
void past_the_end(index_t count, const tasks& task) {
  for (index_t i = 1; i <= count; ++i) task(i);
}
void throwing(index_t, const tasks&) { throw std::runtime_error("no threads today"); }

/// Calls of every module that takes an executor, the widths asked for in them.
template <class Check>
void for_each_call(const Check& check) {
  random::generator source{3};
  const nn::multi_head_attention<float, d_model, axis{"heads", 4}> whole_panels(source);
  const nn::multi_head_attention<float, d_model, axis{"heads", 8}> narrow(source);
  const nn::single_head_attention<float, d_model> single(source);
  const nn::linear<float, d_model, axis{"out", 99}> map(source);
  const input x = some_input();
  check([&](const auto&... on) { return whole_panels(x, on...); });
  check([&](const auto&... on) { return narrow(x, nn::causal, on...); });
  check([&](const auto&... on) { return single(x, on...); });
  check([&](const auto&... on) { return map(x, on...); });
  check([&](const auto&... on) { return nn::scaled_dot_product_attention(x, x, x, on...); });
}

}  // namespace

TEST_CASE("an executor is asked for its width once, and the bits do not depend on what it says or does", "[threads]") {
  constexpr index_t huge = std::numeric_limits<index_t>::max(), least = std::numeric_limits<index_t>::min();
  const std::vector<index_t> answers[] = {{2, 1}, {1, 2}, {3}, {0}, {-7}, {least}, {huge}, {40, 0, 3}};
  for_each_call([&](const auto& call) {
    const auto expected = call();
    for (const auto& widths : answers)
      for (const auto how : {forwards, backwards, each_on_a_thread, within_others}) {
        scripted executor{widths, how};
        CHECK(call(nn::on(executor)) == expected);
        CHECK(executor.asked == 1);
      }
  });
}

TEST_CASE("an executor that does not run every task once is refused", "[threads]") {
  for_each_call([&](const auto& call) {
    for (const auto how : {all_but_the_first, the_first_twice, past_the_end}) {
      scripted executor{{3}, how};
      const std::string sentence = refusal([&] { call(nn::on(executor)); });
      CHECK(sentence.find("on: the executor ran ") == 0);
      CHECK(sentence.find("not each of them once, before its for_each returned") != std::string::npos);
    }
  });
}

TEST_CASE("what an executor throws passes through every form of a call", "[threads]") {
  for_each_call([&](const auto& call) {
    scripted executor{{2}, throwing};
    CHECK_THROWS_AS(call(nn::on(executor)), std::runtime_error);
  });

  const nn::linear<float, d_model, axis{"out", 99}> map;
  const nn::multi_head_attention<float, d_model, axis{"heads", 4}> attention;
  const input x = some_input();
  tensor<float, batch, seq, axis{"out", 99}> mapped;
  input out;
  static nn::workspace<nn::multi_head_attention<float, d_model, axis{"heads", 4}>, input> memory;
  scripted executor{{2}, throwing};
  executor.widths = {2};
  CHECK_THROWS_AS(map.forward(x, mapped, nn::on(executor)), std::runtime_error);
  executor.widths = {2};
  CHECK_THROWS_AS(attention.forward(x, out, memory, nn::on(executor)), std::runtime_error);
  executor.widths = {2};
  CHECK_THROWS_AS(nn::scaled_dot_product_attention.forward(x, x, x, out, nn::on(executor)), std::runtime_error);
  // Without an executor there is nothing to throw.
  static_assert(noexcept(map.forward(x, mapped)) && !noexcept(map.forward(x, mapped, nn::on(executor))));
  static_assert(noexcept(attention.forward(x, out, memory)));
  static_assert(!noexcept(attention.forward(x, out, memory, nn::on(executor))));
}

TEST_CASE("a task's exception passes on after all tasks have run, on any number of threads", "[threads]") {
  for (const int threads : {1, 2, 3}) {
    tenon::threads::pool pool(threads);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::atomic<int>> runs(50);
      const auto fail = [&](index_t i) {
        ++runs[static_cast<std::size_t>(i)];
        if (i == 13 || i == 40) throw static_cast<int>(i);
      };
      int thrown = 0;
      try {
        pool.for_each(50, fail);
      } catch (int number) {
        thrown = number;
      }
      CHECK(thrown == 13);
      for (const auto& run : runs) CHECK(run == 1);
    }
    int after = 0;
    pool.for_each(1, [&](index_t) { ++after; });
    CHECK(after == 1);
  }
}
