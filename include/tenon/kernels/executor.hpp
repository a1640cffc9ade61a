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

/// Multiply-adds of an attention below which it stays on its own thread: it would take longer on two.
inline constexpr index_t smallest_dealt_attention = 500'000;

/// An executor for work that may be too small to be worth waking its threads.
template <class E>
struct if_worthwhile {
  E& executor;
  bool worthwhile;

  index_t width() const { return worthwhile ? executor.width() : 1; }

  template <class F>
  void for_each(index_t count, const F& f) const {
    if (worthwhile)
      executor.for_each(count, f);
    else
      serial{}.for_each(count, f);
  }
};

/// The executor for an attention of so many multiply-adds.
template <class E>
constexpr auto executor_for(index_t multiply_adds, E& executor) {
  if constexpr (std::is_same_v<std::remove_const_t<E>, serial>)
    return serial{};
  else
    return if_worthwhile<E>{executor, multiply_adds >= smallest_dealt_attention};
}

}  // namespace tenon::kernels
TENON_END_HEADER
