// A pool of threads, to run the tasks of one call side by side. Optional: nothing else includes threads.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <tenon/kernels/executor.hpp>

TENON_BEGIN_HEADER
namespace tenon::threads {

/// An executor with threads of its own: `threads::pool pool(2); attention(x, nn::on(pool));`.
///
/// The caller's thread works too, so a pool of 2 owns one more. Workers spin for a moment after a call, since the next
/// one mostly follows at once, then sleep. Several threads may share a pool: while it works for one of them, the calls of
/// the others run on their own threads alone, and so do calls within a task. The results are the same bits for any number
/// of threads. A task must not throw: that ends the program.
class pool {
 public:
  /// `threads` of at least 1, the caller's included.
  explicit pool(int threads) {
    // Where a thread cannot be started, those before it must not outlive what they wait for.
    struct guard {
      pool* unfinished;
      ~guard() {
        if (unfinished != nullptr) unfinished->finish();
      }
    } started{this};
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
    started.unfinished = nullptr;
  }
  ~pool() { finish(); }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  index_t width() const { return static_cast<index_t>(workers_.size()) + 1; }

  /// Calls f(0) ... f(count - 1), each once, on any of the threads, and returns when all have returned.
  template <class F>
  void for_each(index_t count, const F& f) {
    if (workers_.empty() || count <= 1 || count >= closed || in_use_.exchange(true, std::memory_order_acquire)) {
      for (index_t i = 0; i < count; ++i) f(i);
      return;
    }
    // What a worker has read of the call before is of no use to it now: its ticket is no longer the one that lies here.
    next_.store(ticket{++number_, closed}.word());
    call_.store([](const void* task, index_t i) noexcept { (*static_cast<const F*>(task))(i); }, std::memory_order_release);
    task_.store(&f, std::memory_order_release);
    count_.store(static_cast<std::uint32_t>(count), std::memory_order_release);
    finished_.store(0, std::memory_order_relaxed);
    next_.store(ticket{number_, 0}.word());
    if (sleeping_.load() != 0) wake();
    drain();
    // Tasks are waited for, not workers: one that the system has not woken yet comes late, and finds nothing to do.
    for (int spins = 0; finished_.load(std::memory_order_acquire) != count; ++spins)
      if (spins < most_spins) wait_a_moment();
      else std::this_thread::yield();
    in_use_.store(false, std::memory_order_release);
  }

 private:
  static constexpr int most_spins = 20000;  // about as long as the pause between two calls of a layer
  static constexpr std::uint32_t closed = 0xffffffff;

  /// Which task is next, and of which call: one word, so that a task is taken of the call it was seen in, or not at all.
  struct ticket {
    std::uint32_t number, task;

    static ticket from(std::uint64_t word) {
      return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
    }
    std::uint64_t word() const { return std::uint64_t{number} << 32 | task; }
  };

  static void wait_a_moment() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }

  void finish() {
    stop_.store(true);
    next_.store(ticket{number_ + 1, closed}.word());
    wake();
    for (std::thread& worker : workers_) worker.join();
  }

  void wake() {
    { const std::lock_guard<std::mutex> guard(mutex_); }
    wake_.notify_all();
  }

  /// Does tasks until there are none; returns the number of the call that they were of.
  std::uint32_t drain() {
    for (;;) {
      std::uint64_t word = next_.load(std::memory_order_acquire);
      const ticket next = ticket::from(word);
      if (next.task == closed) return next.number - 1;
      // If these are already a later call's, the ticket has been replaced before, and is not exchanged.
      const auto call = call_.load(std::memory_order_acquire);
      const void* const task = task_.load(std::memory_order_acquire);
      if (next.task >= count_.load(std::memory_order_acquire)) return next.number;
      const std::uint64_t after = ticket{next.number, next.task + 1}.word();
      if (!next_.compare_exchange_weak(word, after, std::memory_order_acq_rel)) continue;
      call(task, static_cast<index_t>(next.task));
      finished_.fetch_add(1, std::memory_order_release);
    }
  }

  void work() {
    std::uint32_t seen = 0;
    const auto nothing_new = [&] { return ticket::from(next_.load()).number == seen; };
    while (!stop_.load(std::memory_order_acquire)) {
      for (int i = 0; i < most_spins && nothing_new(); ++i) wait_a_moment();
      if (nothing_new()) {
        std::unique_lock<std::mutex> lock(mutex_);
        sleeping_.fetch_add(1);
        while (nothing_new()) wake_.wait(lock);
        sleeping_.fetch_sub(1);
      }
      seen = drain();
    }
  }

  std::vector<std::thread> workers_;
  std::atomic<bool> in_use_{false};  // by one caller at a time
  std::uint32_t number_ = 0;  // of the latest call
  std::atomic<std::uint64_t> next_{ticket{0, closed}.word()};
  // Of the call; they change while the ticket is closed.
  std::atomic<void (*)(const void* task, index_t i)> call_{nullptr};
  std::atomic<const void*> task_{nullptr};
  std::atomic<std::uint32_t> count_{0};
  std::atomic<index_t> finished_{0};
  std::mutex mutex_;  // for sleeping and waking
  std::condition_variable wake_;
  std::atomic<int> sleeping_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace tenon::threads
TENON_END_HEADER
