// A pool of threads, to run the tasks of one call side by side. Optional: nothing else includes threads.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <tenon/kernels/executor.hpp>
#include <tenon/threads/guarded_tasks.hpp>
#include <tenon/threads/process.hpp>
#include <tenon/threads/shared_value.hpp>

TENON_BEGIN_HEADER
namespace tenon::threads {

namespace detail {

/// The threads of a pool, and what they share.
class team {
 public:
  explicit team(int threads) : ranges_(threads > 1 ? static_cast<std::size_t>(threads) : 1) {
    // Where a thread cannot be started, those before it must not outlive what they wait for.
    struct guard {
      team* unfinished;
      ~guard() {
        if (unfinished != nullptr) unfinished->finish();
      }
    } started{this};
    for (index_t i = 1; i < width(); ++i) workers_.emplace_back([this, i] { work(i); });
    started.unfinished = nullptr;
  }
  ~team() { finish(); }
  team(const team&) = delete;
  team& operator=(const team&) = delete;

  index_t width() const { return static_cast<index_t>(ranges_.size()); }

  /// Whether the caller has the threads for itself, until `leave`.
  bool enter() { return !in_use_.exchange(true); }
  void leave() { in_use_.store(false); }

  /// f must not throw.
  template <class F>
  void for_each(index_t count, const F& f) {
    const index_t most = most_tasks * width();
    for (index_t first = 0; first < count; first += most) {
      const auto shifted = [&](index_t i) { f(first + i); };
      share_out(count - first < most ? count - first : most, shifted);
    }
  }

 private:
  static constexpr int most_spins = 20000;  // about as long as the pause between two calls of a layer
  static constexpr index_t most_tasks = 0xffff;  // that one thread is given at once

  /// The tasks of a call that one thread does first: [next, end). One word, so that a task is taken of the call it was
  /// seen in, or not at all.
  struct range {
    std::uint32_t number;  // of the call
    std::uint16_t next, end;

    static range from(std::uint64_t word) {
      return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint16_t>(word >> 16),
              static_cast<std::uint16_t>(word)};
    }
    std::uint64_t packed() const { return std::uint64_t{number} << 32 | std::uint64_t{next} << 16 | end; }
  };

  /// On a cache line of its own, and the one beside it that is fetched with it.
  template <class T>
  struct alignas(128) apart {
    shared_value<T> value;
  };

  static void wait_a_moment() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }

  /// Every thread has the same tasks first in every call of `count`: what they wrote last time is in its own cache.
  template <class F>
  void share_out(index_t count, const F& f) {
    call_.prepare([](const void* task, index_t i) noexcept { (*static_cast<const F*>(task))(i); });
    task_.prepare(&f);
    count_.prepare(count);
    finished_.value.prepare(0);
    open(++number_, count);
    if (sleeping_.load() != 0) wake();
    drain(0);
    // Tasks are waited for, not workers: one that the system has not woken yet comes late, and finds nothing to do.
    for (int spins = 0; finished_.value.load() != count; ++spins)
      if (spins < most_spins) wait_a_moment();
      else std::this_thread::yield();
  }

  void open(std::uint32_t number, index_t count) {
    for (index_t thread = 0; thread < width(); ++thread) {
      const index_t tasks = first_task(thread + 1, count) - first_task(thread, count);
      tasks_of(thread).store(range{number, 0, static_cast<std::uint16_t>(tasks)}.packed());
    }
  }
  index_t first_task(index_t thread, index_t count) const { return count * thread / width(); }
  shared_value<std::uint64_t>& tasks_of(index_t thread) { return ranges_[static_cast<std::size_t>(thread)].value; }
  std::uint32_t call_seen_by(index_t thread) { return range::from(tasks_of(thread).load()).number; }

  void finish() {
    stop_.store(true);
    open(number_ + 1, 0);
    wake();
    for (std::thread& worker : workers_) worker.join();
  }

  void wake() {
    { const std::lock_guard<std::mutex> guard(mutex_); }
    wake_.notify_all();
  }

  /// Does the thread's own tasks, then what others have left; returns the number of the call that its own were of.
  std::uint32_t drain(index_t thread) {
    const std::uint32_t number = call_seen_by(thread);
    for (index_t i = 0; i < width(); ++i) {
      const index_t owner = thread + i < width() ? thread + i : thread + i - width();
      const index_t done = drain_range(owner);
      if (done > 0) finished_.value.add(done);
    }
    return number;
  }

  index_t drain_range(index_t owner) {
    shared_value<std::uint64_t>& tasks = tasks_of(owner);
    for (index_t done = 0;;) {
      const std::uint64_t word = tasks.load();
      const range left = range::from(word);
      if (left.next == left.end) return done;
      // If these are already a later call's, the range has been replaced before, and is not exchanged.
      const auto call = call_.load();
      const void* const task = task_.load();
      const index_t count = count_.load();
      const std::uint64_t after = range{left.number, static_cast<std::uint16_t>(left.next + 1), left.end}.packed();
      if (!tasks.replace(word, after)) continue;
      call(task, first_task(owner, count) + left.next);
      ++done;
    }
  }

  void work(index_t thread) {
    std::uint32_t seen = 0;
    const auto nothing_new = [&] { return call_seen_by(thread) == seen; };
    while (!stop_.load()) {
      for (int i = 0; i < most_spins && nothing_new(); ++i) wait_a_moment();
      if (nothing_new()) {
        std::unique_lock<std::mutex> lock(mutex_);
        sleeping_.add(1);
        while (nothing_new()) wake_.wait(lock);
        sleeping_.add(-1);
      }
      seen = drain(thread);
    }
  }

  std::vector<apart<std::uint64_t>> ranges_;  // one for each thread
  std::vector<std::thread> workers_;
  std::uint32_t number_ = 0;    // of the latest call
  shared_value<bool> in_use_;  // by one caller at a time
  // Of the call; they change while no task is left.
  shared_value<void (*)(const void* task, index_t i)> call_;
  shared_value<const void*> task_;
  shared_value<index_t> count_;
  apart<index_t> finished_;
  std::mutex mutex_;  // for sleeping and waking
  std::condition_variable wake_;
  shared_value<int> sleeping_;
  shared_value<bool> stop_;
};


}  // namespace detail

/// An executor with threads of its own: `threads::pool pool(2); attention(x, nn::on(pool));`.
///
/// The caller's thread works too, so a pool of 2 owns one more. Workers spin for a moment after a call, since the next
/// one mostly follows at once, then sleep. Several threads may share a pool: while it works for one of them, the calls of
/// the others run on their own threads alone, and so do calls within a task. The results are the same bits for any number
/// of threads. Where tasks throw, all others are run all the same, and then the exception of the first of them, by its
/// number, passes on.
/// In a child of fork, which has none of the threads, calls run on the caller's thread, and nothing is waited for.
class pool {
 public:
  /// `threads` of at least 1, the caller's included.
  explicit pool(int threads) : team_(new detail::team(threads)), process_(detail::this_process()) {}
  ~pool() {
    // The threads stayed behind in the process that started them: what they share cannot be given up here.
    if (is_at_home()) delete team_;
  }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  index_t width() const { return team_->width(); }

  /// Calls f(0) ... f(count - 1), each once, on any of the threads, and returns when all have returned.
  template <class F>
  void for_each(index_t count, const F& f) {
    const guarded_tasks tasks(f);
    if (width() == 1 || count <= 1 || !is_at_home() || !team_->enter()) {
      for (index_t i = 0; i < count; ++i) tasks(i);
    } else {
      team_->for_each(count, tasks);
      team_->leave();
    }
    tasks.rethrow();
  }

 private:
  bool is_at_home() const { return process_ == detail::this_process(); }

  detail::team* team_;
  detail::process_number process_;
};

}  // namespace tenon::threads
TENON_END_HEADER
