// Executors of every temper: tasks backwards, on threads, in an order of their own, of widths that lie.
#pragma once
#include <atomic>
#include <thread>
#include <vector>

#include <tenon/config.hpp>

#include "seeds.hpp"

namespace properties {

/// From the last task to the first.
struct backwards {
  static constexpr tenon::index_t width() { return 3; }
  template <class F>
  void for_each(tenon::index_t count, const F& f) {
    for (auto i = count; i-- > 0;) f(i);
  }
};

/// Every task on a thread of its own, all at once.
struct all_at_once {
  static constexpr tenon::index_t width() { return 5; }
  template <class F>
  void for_each(tenon::index_t count, const F& f) {
    std::vector<std::thread> threads;
    for (tenon::index_t i = 0; i < count; ++i) threads.emplace_back([&f, i] { f(i); });
    for (auto& one : threads) one.join();
  }
};

/// As many threads as it is made with, each of which takes the next task that is left.
struct some_threads {
  int threads;

  tenon::index_t width() const { return threads; }
  template <class F>
  void for_each(tenon::index_t count, const F& f) {
    std::atomic<tenon::index_t> next{0};
    const auto work = [&] {
      for (auto i = next++; i < count; i = next++) f(i);
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (auto& one : others) one.join();
  }
};

/// Another width at each question, as a runtime may answer whose limits change; tasks in a drawn order.
struct fickle {
  draw now{1};

  tenon::index_t width() { return now.between(1, 9); }
  template <class F>
  void for_each(tenon::index_t count, const F& f) {
    std::vector<tenon::index_t> order;
    for (tenon::index_t i = 0; i < count; ++i) order.push_back(i);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[static_cast<std::size_t>(now.below(static_cast<int>(i)))]);
    for (const auto i : order) f(i);
  }
};

}  // namespace properties
