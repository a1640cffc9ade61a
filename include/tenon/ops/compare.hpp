// Comparisons, element by element and of whole tensors.
#pragma once
#include <limits>

#include <tenon/math/absolute.hpp>
#include <tenon/math/rounded.hpp>
#include <tenon/ops/elementwise_function.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Whether elements compare so: [axes] and [axes] -> [axes] of bool; a number meets every element.
/// A number is compared as it is, with no rounding on either side: no uint8 equals 300, and 0.1F is greater than 0.1.
/// Refused as in `a + b`: `less: axes differ: [seq=3] < [src=5]: seq=3 is not src=5`. PyTorch: torch.eq, ne, lt, le, gt, ge.
inline constexpr detail::elementwise_function<rules::elementwise::equal> equal{};
inline constexpr detail::elementwise_function<rules::elementwise::not_equal> not_equal{};
inline constexpr detail::elementwise_function<rules::elementwise::less> less{};
inline constexpr detail::elementwise_function<rules::elementwise::less_equal> less_equal{};
inline constexpr detail::elementwise_function<rules::elementwise::greater> greater{};
inline constexpr detail::elementwise_function<rules::elementwise::greater_equal> greater_equal{};

/// The smaller and the larger of two elements; NaN where either is. PyTorch: torch.minimum, torch.maximum.
inline constexpr detail::elementwise_function<rules::elementwise::minimum> minimum{};
inline constexpr detail::elementwise_function<rules::elementwise::maximum> maximum{};

/// How far apart two elements may be: |a - b| <= absolute + relative * |b|. PyTorch: atol and rtol of torch.allclose.
struct tolerance {
  double relative = 1e-5;
  double absolute = 1e-8;
};

namespace detail {

/// Shapes that are compared as wholes do not stretch.
struct same_shape {
  static constexpr bool takes_panels = true;
  static constexpr const char* operation() { return "compare"; }
  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    if (a.rank != b.rank) return refuse(why, "compare: axes differ: ", a, " == ", b, ": ", a.rank, a.rank == 1 ? " axis is not " : " axes are not ", b.rank);
    for (int i = 0; i < a.rank; ++i)
      if (!fits(a[i], b[i])) return refuse(why, "compare: axes differ: ", a, " == ", b, ": ", is_not{a[i], b[i]});
    return a;
  }
};

/// |a - b|; of integers it is rounded once, which neighbours far from 0 do not lose themselves in.
template <class T>
constexpr summed_in<T> distance(T a, T b) {
  using real = summed_in<T>;
  if constexpr (std::is_integral_v<T>) {
    const auto low = static_cast<std::uint64_t>(a < b ? a : b), high = static_cast<std::uint64_t>(a < b ? b : a);
    return static_cast<real>(high - low);
  } else {
    return math::absolute(static_cast<real>(a) - static_cast<real>(b));
  }
}

template <class A, class B, class F>
constexpr bool all_of(const A& a, const B& b, const F& f) {
  bool all = true;
  const auto* from_a = detail::elements_of(a);
  const auto* from_b = detail::elements_of(b);
  if constexpr (in_panels<A> || in_panels<B>) {
    const auto layout_a = a.mapping();
    const auto layout_b = b.mapping();
    const shape axes = checked<same_shape{}>(a, b);
    for (index_t out = 0; out < axes[0].extent; ++out)
      for (index_t in = 0; in < axes[1].extent; ++in)
        all = all && f(from_a[layout_a.offset(out, in)], from_b[layout_b.offset(out, in)]);
  } else {
    traverse(
        checked<same_shape{}>(a, b), [&](index_t i, index_t j) { all = all && f(from_a[i], from_b[j]); }, a.strides(),
        b.strides());
  }
  return all;
}

}  // namespace detail

/// Whether all elements are equal. Shapes that do not fit are refused: `compare: axes differ: [seq=3] == [src=5]: ...`.
template <shaped A, shaped B>
  requires fit<detail::same_shape{}, A, B>
[[nodiscard]] constexpr bool operator==(const A& a, const B& b) {
  return detail::all_of(a, b, [](auto x, auto y) { return x == static_cast<decltype(x)>(y); });
}
template <shaped A, shaped B>
  requires(!fit<detail::same_shape{}, A, B>)
TENON_REFUSAL(detail::same_shape{}, A, B) operator==(const A&, const B&);
// Said for != too: what == refuses would else be refused for not being bool.
template <shaped A, shaped B>
  requires(!fit<detail::same_shape{}, A, B>)
TENON_REFUSAL(detail::same_shape{}, A, B) operator!=(const A&, const B&);
template <shaped A, class S>
  requires(is_number<S>)
TENON_SHAPE_ERROR("compare: a tensor is no number, did you mean equal(x, 0) for each element?")
operator==(const A&, S);
template <shaped A, class S>
  requires(is_number<S>)
TENON_SHAPE_ERROR("compare: a tensor is no number, did you mean equal(x, 0) for each element?")
operator==(S, const A&);
template <shaped A, class S>
  requires(is_number<S>)
TENON_SHAPE_ERROR("compare: a tensor is no number, did you mean not_equal(x, 0) for each element?")
operator!=(const A&, S);
template <shaped A, class S>
  requires(is_number<S>)
TENON_SHAPE_ERROR("compare: a tensor is no number, did you mean not_equal(x, 0) for each element?")
operator!=(S, const A&);

/// Tensors have no order: `less: whole tensors have no order, did you mean less(a, b) for each element?`.
template <class A, class B>
  requires(shaped<A> || shaped<B>)
TENON_SHAPE_ERROR("less: whole tensors have no order, did you mean less(a, b) for each element?")
operator<(const A&, const B&);
template <class A, class B>
  requires(shaped<A> || shaped<B>)
TENON_SHAPE_ERROR("less_equal: whole tensors have no order, did you mean less_equal(a, b) for each element?")
operator<=(const A&, const B&);
template <class A, class B>
  requires(shaped<A> || shaped<B>)
TENON_SHAPE_ERROR("greater: whole tensors have no order, did you mean greater(a, b) for each element?")
operator>(const A&, const B&);
template <class A, class B>
  requires(shaped<A> || shaped<B>)
TENON_SHAPE_ERROR("greater_equal: whole tensors have no order, did you mean greater_equal(a, b) for each element?")
operator>=(const A&, const B&);

/// Whether all elements are equal within a tolerance; NaN equals nothing. PyTorch: torch.allclose.
template <shaped A, shaped B>
  requires fit<detail::same_shape{}, A, B>
[[nodiscard]] constexpr bool all_close(const A& a, const B& b, tolerance within = {}) {
  return detail::all_of(a, b, [&](auto x, auto other) {
    const auto y = static_cast<decltype(x)>(other);
    using real = summed_in<decltype(x)>;
    const real left = static_cast<real>(x), right = static_cast<real>(y);
    // NaN is close to nothing, and an infinity only to itself.
    const real size = math::absolute(right);
    if (x == y || x != x || y != y || math::absolute(left) > (std::numeric_limits<real>::max)() || size > (std::numeric_limits<real>::max)()) return x == y;
    return detail::distance(x, y) <= static_cast<real>(within.absolute) + math::rounded(static_cast<real>(within.relative) * size);
  });
}
template <shaped A, shaped B>
  requires(!fit<detail::same_shape{}, A, B>)
TENON_REFUSAL(detail::same_shape{}, A, B) all_close(const A&, const B&, tolerance = {});

/// Any other call: `all_close: give two tensors, as in all_close(a, b) or all_close(a, b, tolerance{1e-3})`.
template <auto...>
TENON_SHAPE_ERROR("all_close: give two tensors, as in all_close(a, b) or all_close(a, b, tolerance{1e-3})")
all_close(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
