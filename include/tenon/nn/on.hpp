// nn::on(executor): the threads that a call may use.
#pragma once
#include <type_traits>

#include <tenon/kernels/executor.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// Runs the tasks of a call on an executor of the caller's: `attention(x, nn::on(pool))`. The results are the same bits.
template <class Executor>
struct on_executor {
  Executor& executor;
};
template <kernels::executor Executor>
[[nodiscard]] constexpr on_executor<Executor> on(Executor& executor TENON_LIFETIMEBOUND) noexcept {
  return {executor};
}
template <auto...>
TENON_SHAPE_ERROR("on: give an executor that has a name, is not const, and has width() and for_each(count, f), such as a threads::pool")
on(tenon::detail::anything = {}, tenon::detail::anything = {});

namespace detail {

template <class O>
inline constexpr bool is_executor = false;
template <class E>
inline constexpr bool is_executor<on_executor<E>> = true;
template <class O>
concept executor_option = is_executor<O>;

TENON_LOCAL inline constexpr kernels::serial serial_executor{};

/// The executor among options, or the caller's own thread.
constexpr const kernels::serial& executor_among() { return serial_executor; }
template <class First, class... Rest>
constexpr auto& executor_among(const First& first, const Rest&... rest) {
  if constexpr (is_executor<First>) return first.executor;
  else return executor_among(rest...);
}

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
