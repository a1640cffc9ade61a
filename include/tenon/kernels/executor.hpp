// How a kernel is told to use threads.
#pragma once

#include <concepts>
#include <type_traits>

#include <tenon/kernels/compiler.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// An executor runs independent tasks: for_each(n, f) calls f(0) ... f(n - 1) in any order, on any threads, and returns
/// when all are done; width() is the number of tasks that run at once. Results never depend on the executor, nor on how
/// many threads it has, when it answers what, and in which order it runs its tasks.
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

/// The use that one call makes of an executor. It is asked for its width once, before there are tasks: what the call
/// deals out, and where its tasks keep what they calculate, is settled then, whatever the executor answers later or does.
/// A call that is not worth dealing out, or has no width to be dealt out to, never reaches the executor.
template <class E>
class dealt_call {
 public:
  dealt_call(E& executor, index_t width) : executor_(executor), width_(width < 1 ? 1 : width < widest ? width : widest) {}

  index_t width() const { return width_; }
  /// The same on the caller's thread alone, unless it is worth more.
  dealt_call where(bool worthwhile) const { return {executor_, worthwhile ? width_ : 1}; }

  /// f(0) ... f(count - 1), each once. An exception of the executor passes through. Refused: an executor that returns
  /// before every task has run once.
  template <class F>
  void for_each(index_t count, const F& f) const {
    if (width_ == 1 || count <= 1) return serial{}.for_each(count, f);
    index_t run = 0;
    executor_.for_each(count, [&](index_t i) {
      if (i < 0 || i >= count) return;
      f(i);
      __atomic_fetch_add(&run, 1, __ATOMIC_RELEASE);
    });
    const index_t tasks = __atomic_load_n(&run, __ATOMIC_ACQUIRE);
    if (tasks != count) [[unlikely]]
      raise<error>([&](writer& out) {
        out << "on: the executor ran " << tasks << (tasks == 1 ? " task" : " tasks") << " of " << count
            << ", not each of them once, before its for_each returned";
      });
  }

 private:
  static constexpr index_t widest = 4096;

  E& executor_;
  index_t width_;
};

template <class E>
inline constexpr bool is_dealt_call = false;
template <class E>
inline constexpr bool is_dealt_call<dealt_call<E>> = true;

/// What a call uses of the executor that it was given, for all of its steps.
template <class E>
constexpr auto dealt(E& executor) {
  if constexpr (std::is_same_v<std::remove_const_t<E>, serial> || is_dealt_call<std::remove_const_t<E>>)
    return executor;
  else
    return dealt_call<E>{executor, executor.width()};
}

/// The same for an attention of so many multiply-adds, which may be too small to be worth waking threads.
template <class E>
constexpr auto executor_for(index_t multiply_adds, E& executor) {
  if constexpr (std::is_same_v<std::remove_const_t<E>, serial>)
    return serial{};
  else
    return dealt(executor).where(multiply_adds >= smallest_dealt_attention);
}

}  // namespace tenon::kernels
TENON_END_HEADER
