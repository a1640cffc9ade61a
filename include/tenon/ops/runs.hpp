// Arithmetic along runs of elements that lie side by side.
#pragma once
#include <tenon/kernels/vector.hpp>
#include <tenon/math/integer.hpp>
#include <tenon/math/rounded.hpp>
#include <tenon/rules/broadcast.hpp>
#include <tenon/shape/number_refusal.hpp>
#include <tenon/tensor/traverse.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

using rules::elementwise;

/// How an operand goes on over the last axes of `axes`: as many elements, of all of them together, as lie side by side
/// (`step` 1), or as are one element repeated (`step` 0).
constexpr index_t run_of(const shape& axes, const strides& steps, index_t step) {
  index_t run = 1;
  for (int i = axes.rank - 1; i >= 0 && (axes[i].extent == 1 || steps[i] == run * step); --i) run *= axes[i].extent;
  return run;
}

/// The axes without the last ones, those that a run covers.
constexpr shape without_run(shape axes, index_t run) {
  for (int i = axes.rank - 1; i >= 0 && run > 1; --i) {
    run /= axes[i].extent;
    axes[i] = axis(1);
  }
  return axes;
}

/// Integers tell `loss` where the result is not exact; what has a fraction rounds.
template <elementwise Kind, class T>
constexpr T combined(T a, T b, [[maybe_unused]] math::loss<T>& loss) {
  if constexpr (math::is_integer<T>) {
    if constexpr (Kind == elementwise::add) return loss.sum(a, b);
    else if constexpr (Kind == elementwise::subtract) return loss.difference(a, b);
    else if constexpr (Kind == elementwise::multiply) return loss.product(a, b);
    else return loss.quotient(a, b);
  } else {
    if constexpr (Kind == elementwise::add) return static_cast<T>(a + b);
    else if constexpr (Kind == elementwise::subtract) return static_cast<T>(a - b);
    else if constexpr (Kind == elementwise::multiply) return static_cast<T>(math::rounded(a * b));
    else return static_cast<T>(a / b);
  }
}

/// The name of an operation, for sentences in types.
template <elementwise Kind>
inline constexpr auto name_text = text_of([](writer& out) { out << rules::name(Kind); });

template <elementwise Kind>
TENON_INLINE void combine_four(kernels::float_4& a, const kernels::float_4& b) {
  if constexpr (Kind == elementwise::add) a = a + b;
  else if constexpr (Kind == elementwise::subtract) a = a - b;
  else if constexpr (Kind == elementwise::multiply) a = a * b;
  else a = a / b;
}

// Memory limits such a loop, so four lanes of the baseline do: wider vectors, chosen at run time, would make every use of an
// operator larger and no faster. They are written down because GCC makes none of two arrays at -O2.

/// How many of `count` elements vectors of four lanes take.
template <class... T>
constexpr index_t in_fours(index_t count) {
  return !(std::is_same_v<T, float> && ...) || std::is_constant_evaluated() ? 0 : count / 4 * 4;
}

/// y[i] = a[i] (Kind) b[i]. y may be a or b.
template <elementwise Kind, class T, class U>
constexpr void combine_run(index_t count, const T* a, const U* b, T* y, math::loss<T>& all) {
  const index_t whole = in_fours<T, U>(count);
  if constexpr (std::is_same_v<T, float> && std::is_same_v<U, float>)
    for (index_t i = 0; i < whole; i += 4) {
      kernels::float_4 left = *at(kernels::four_lanes{}, a + i);
      const kernels::float_4 right = *at(kernels::four_lanes{}, b + i);
      combine_four<Kind>(left, right);
      *at(kernels::four_lanes{}, y + i) = left;
    }
  // Not `i = whole; i < count`: of a constant count that fours divide, GCC warns there.
  math::loss<T> loss;
  for (index_t i = 0; i < count - whole; ++i)
    y[whole + i] = combined<Kind, T>(a[whole + i], static_cast<T>(b[whole + i]), loss);
  all.join(loss);
  if constexpr (Kind == elementwise::multiply) math::in_memory(y);
}

/// y[i] = a[i] (Kind) b. y may be a.
template <elementwise Kind, class T>
constexpr void combine_run_with_number(index_t count, const T* a, T b, T* y, math::loss<T>& all) {
  const index_t whole = in_fours<T>(count);
  if constexpr (std::is_same_v<T, float>)
    for (index_t i = 0; i < whole; i += 4) {
      kernels::float_4 left = *at(kernels::four_lanes{}, a + i);
      combine_four<Kind>(left, kernels::float_4{} + b);
      *at(kernels::four_lanes{}, y + i) = left;
    }
  math::loss<T> loss;
  for (index_t i = 0; i < count - whole; ++i) y[whole + i] = combined<Kind, T>(a[whole + i], b, loss);
  all.join(loss);
  if constexpr (Kind == elementwise::multiply) math::in_memory(y);
}

}  // namespace tenon::detail
TENON_END_HEADER
