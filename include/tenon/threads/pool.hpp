// A pool of threads, to run the tasks of one call side by side. Optional: nothing else includes threads.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <tenon/kernels/executor.hpp>

namespace tenon::threads {

/// An executor with threads of its own: `threads::pool pool(2); attention(x, nn::on(pool));`.
///
/// The caller's thread works too, so a pool of 2 owns one more. Workers spin for a moment after a call, since the next
/// one mostly follows at once, then sleep. Several threads may share a pool: while it works for one of them, the calls of
/// the others run on their own threads alone. The results are the same bits for any number of threads.
class pool {
 public:
  /// `threads` of at least 1, the caller's included.
  explicit pool(int threads) {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
  }
  ~pool() {
    publish({nullptr, nullptr, 0}, true);
    for (std::thread& worker : workers_) worker.join();
  }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  index_t width() const { return static_cast<index_t>(workers_.size()) + 1; }

  /// Calls f(0) ... f(count - 1), each once, on any of the threads, and returns when all have returned.
  template <class F>
  void for_each(index_t count, const F& f) {
    const std::unique_lock<std::mutex> mine(in_use_, std::try_to_lock);
    if (!mine || workers_.empty() || count <= 1) {
      for (index_t i = 0; i < count; ++i) f(i);
      return;
    }
    publish({[](const void* task, index_t i) { (*static_cast<const F*>(task))(i); }, &f, count}, false);
    drain();
    // A worker that has not seen this job yet must not find its task gone.
    while (busy_.load(std::memory_order_acquire) != 0) wait_a_moment();
  }

 private:
  struct job {
    void (*call)(const void* task, index_t i);
    const void* task;
    index_t count;
  };

  static void wait_a_moment() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }

  void publish(const job& next, bool last) {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      job_ = next;
      stop_ = last;
      next_task_.store(0, std::memory_order_relaxed);
      busy_.store(static_cast<int>(workers_.size()), std::memory_order_relaxed);
      number_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
  }

  void drain() {
    for (;;) {
      const index_t i = next_task_.fetch_add(1, std::memory_order_relaxed);
      if (i >= job_.count) return;
      job_.call(job_.task, i);
    }
  }

  void work() {
    constexpr int spins = 20000;  // about as long as the pause between two calls of a layer
    std::uint64_t seen = 0;
    for (;;) {
      for (int i = 0; i < spins && number_.load(std::memory_order_acquire) == seen; ++i) wait_a_moment();
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return number_.load(std::memory_order_relaxed) != seen; });
        seen = number_.load(std::memory_order_relaxed);
        if (stop_) return;
      }
      drain();
      busy_.fetch_sub(1, std::memory_order_release);
    }
  }

  std::vector<std::thread> workers_;
  std::mutex in_use_;  // by one caller at a time
  std::mutex mutex_;   // of what follows, while it changes
  std::condition_variable wake_;
  job job_{};
  bool stop_ = false;
  std::atomic<std::uint64_t> number_{0};
  std::atomic<index_t> next_task_{0};
  std::atomic<int> busy_{0};
};

}  // namespace tenon::threads
