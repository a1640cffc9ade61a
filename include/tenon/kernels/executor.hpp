// How a kernel is told to use threads.
#pragma once

#include <concepts>
#include <tenon/kernels/compiler.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// An executor runs independent tasks: for_each(n, f) calls f(0) ... f(n - 1) in any order, on any threads, and returns
/// when all are done; width() is the number of tasks that run at once. Results never depend on the executor.
template <class E>
concept executor = requires(E&& e, void (*task)(index_t)) {
  { e.width() } -> std::convertible_to<index_t>;
  e.for_each(index_t{1}, task);
};

/// One task after the other, on the caller's thread: the default, and free.
struct serial {
  static constexpr index_t width() { return 1; }

  template <class F>
  TENON_INLINE void for_each(index_t count, const F& f) const {
    for (index_t i = 0; i < count; ++i) f(i);
  }
};

}  // namespace tenon::kernels
TENON_END_HEADER
