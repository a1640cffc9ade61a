// Counts what a program allocates: every form of operator new is replaced, in counted_memory.cpp.
#pragma once
#include <cstddef>

namespace memory_test {

struct counters {
  std::ptrdiff_t allocations = 0;
  std::ptrdiff_t live = 0;
  bool forbidden = false;
};
extern thread_local counters on_this_thread;

/// The allocations of a call, and those that its result still holds.
struct allocated {
  std::ptrdiff_t in_all, kept;
  friend bool operator==(const allocated&, const allocated&) = default;
};
template <class F>
allocated allocations_of(const F& f) {
  const counters before = on_this_thread;
  [[maybe_unused]] const auto result = f();
  return {on_this_thread.allocations - before.allocations, on_this_thread.live - before.live};
}

/// Runs f where operator new aborts the program.
template <class F>
void without_heap(const F& f) {
  on_this_thread.forbidden = true;
  f();
  on_this_thread.forbidden = false;
}

}  // namespace memory_test
