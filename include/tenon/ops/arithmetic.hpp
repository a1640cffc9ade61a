// + - * / between tensors, and between a tensor and a number.
#pragma once
#include <tenon/ops/runs.hpp>
#include <tenon/rules/broadcast.hpp>
#include <tenon/tensor/result.hpp>
#include <tenon/tensor/stretch.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Gives back the elements of a temporary whose type is that of the result, or elements to be written.
template <class Result, class X>
constexpr Result result_or_reused(X&& x, const shape& measured_axes) {
  if constexpr (std::is_same_v<X, Result>) {
    return std::move(x);
  } else {
    return Result(uninitialized, measured_axes);
  }
}

template <elementwise Kind, class A, class B>
constexpr auto meet(A&& a, B&& b) {
  constexpr rules::broadcast rule{Kind};
  using left = std::remove_cvref_t<A>;
  using right = std::remove_cvref_t<B>;
  using T = typename left::value_type;
  using result = typename tensor_of<T, verdict_of<rule, left, right>.result>::type;
  const shape axes = checked<rule>(a, b);
  if constexpr (std::is_same_v<A, result>)
    // b may be a view of what would be written.
    if (may_overlap(b, a.data(), a.size())) return meet<Kind>(std::as_const(a), b);
  const T* from_a = a.data();
  const auto* from_b = b.data();
  const shape a_axes = a.shape(), b_axes = b.shape();
  const strides a_steps = a.strides(), b_steps = b.strides();
  const bool one_run = is_packed(a) && is_packed(b) && a.size() == b.size();
  constexpr bool reused = std::is_same_v<A, result>;
  result y = result_or_reused<result>(std::forward<A>(a), axes);
  T* to = y.data();
  math::loss<T> loss;
  if (one_run) {
    combine_run<Kind>(y.size(), reused ? to : from_a, from_b, to, loss);
    refuse_loss<name_text<Kind>, T>(loss);
    return y;
  }
  const strides steps_of_a = stretched(a_axes, a_steps, axes), steps_of_b = stretched(b_axes, b_steps, axes);
  const index_t run_of_a = run_of(axes, steps_of_a, 1), run_of_b = run_of(axes, steps_of_b, 1),
                repeats_of_b = run_of(axes, steps_of_b, 0);
  const index_t b_run = run_of_b > repeats_of_b ? run_of_b : repeats_of_b, run = run_of_a < b_run ? run_of_a : b_run;
  if (run >= 8) {
    traverse(
        without_run(axes, run),
        [&](index_t i, index_t j) {
          if (run_of_b >= repeats_of_b) combine_run<Kind>(run, reused ? to : from_a + i, from_b + j, to, loss);
          else combine_run_with_number<Kind>(run, reused ? to : from_a + i, static_cast<T>(from_b[j]), to, loss);
          to += run;
        },
        steps_of_a, steps_of_b);
  } else {
    traverse(
        axes,
        [&](index_t i, index_t j) {
          *to = combined<Kind, T>(reused ? *to : from_a[i], static_cast<T>(from_b[j]), loss);
          ++to;
        },
        steps_of_a, steps_of_b);
    if constexpr (Kind == elementwise::multiply) math::in_memory(y.data());
  }
  refuse_loss<name_text<Kind>, T>(loss);
  return y;
}

template <class F, class X>
constexpr auto each(X&& x, const F& f) {
  using source = std::remove_cvref_t<X>;
  using result = typename tensor_of<typename source::value_type, source::axes>::type;
  result y = [&]() -> result {
    if constexpr (std::is_same_v<X, result>) return std::move(x);
    else return result(x);
  }();
  for (auto& element : y) element = f(element);
  return y;
}

/// Every element of x (Kind) one number.
template <elementwise Kind, class X, class T = value_type_of<X>>
constexpr auto each_with_number(X&& x, T number) {
  using result = typename tensor_of<T, std::remove_cvref_t<X>::axes>::type;
  math::loss<T> loss;
  if constexpr (std::is_same_v<X, result>) {
    result y = std::move(x);
    combine_run_with_number<Kind>(y.size(), y.data(), number, y.data(), loss);
    refuse_loss<name_text<Kind>, T>(loss);
    return y;
  } else if (!in_panels<std::remove_cvref_t<X>> && is_packed(x)) {
    result y(uninitialized, x.shape());
    combine_run_with_number<Kind>(y.size(), x.data(), number, y.data(), loss);
    refuse_loss<name_text<Kind>, T>(loss);
    return y;
  } else {
    return each_with_number<Kind>(result(x), number);
  }
}

/// A number (Kind) every element of x.
template <elementwise Kind, class X, class T = value_type_of<X>>
constexpr auto number_with_each(T number, X&& x) {
  math::loss<T> loss;
  auto y = each(std::forward<X>(x), [&, number](T element) { return combined<Kind, T>(number, element, loss); });
  refuse_loss<name_text<Kind>, T>(loss);
  return y;
}

template <elementwise Kind, class X, class S>
inline constexpr rules::number number_rule{Kind, has_fraction<S>, element_kind<X>, std::is_same_v<S, bfloat16>};

/// What a number becomes beside the elements of X; for what has none, clang asks before it looks at a constraint.
template <class X>
struct scalar_beside {
  using type = tensor<float>;
};
template <shaped X>
struct scalar_beside<X> {
  using type = tensor<value_type_of<X>>;
};
template <class X>
using scalar_of = typename scalar_beside<X>::type;

/// A number that the elements of X can meet.
template <class S, class X, elementwise Kind>
concept number_for = is_number<S> && fit<number_rule<Kind, X, S>, X>;
template <class S, class X, elementwise Kind>
concept unfit_number_for = is_number<S> && !fit<number_rule<Kind, X, S>, X>;

}  // namespace detail

/// [axes] + [axes] -> [axes]; one operand may be stretched, as `rules::broadcast` says. PyTorch: torch.add.
/// Refused: `add: axes differ: [batch=1, seq=3] + [batch=1, src=5]: seq=3 is not src=5`.
template <shaped A, shaped B>
  requires fit<rules::broadcast{rules::elementwise::add}, A, B>
[[nodiscard]] constexpr auto operator+(A&& a, B&& b) {
  return detail::meet<rules::elementwise::add>(std::forward<A>(a), std::forward<B>(b));
}
/// [axes] - [axes] -> [axes]. PyTorch: torch.sub.
template <shaped A, shaped B>
  requires fit<rules::broadcast{rules::elementwise::subtract}, A, B>
[[nodiscard]] constexpr auto operator-(A&& a, B&& b) {
  return detail::meet<rules::elementwise::subtract>(std::forward<A>(a), std::forward<B>(b));
}
/// [axes] * [axes] -> [axes], element by element. PyTorch: torch.mul.
template <shaped A, shaped B>
  requires fit<rules::broadcast{rules::elementwise::multiply}, A, B>
[[nodiscard]] constexpr auto operator*(A&& a, B&& b) {
  return detail::meet<rules::elementwise::multiply>(std::forward<A>(a), std::forward<B>(b));
}
/// [axes] / [axes] -> [axes]. PyTorch: torch.div.
template <shaped A, shaped B>
  requires fit<rules::broadcast{rules::elementwise::divide}, A, B>
[[nodiscard]] constexpr auto operator/(A&& a, B&& b) {
  return detail::meet<rules::elementwise::divide>(std::forward<A>(a), std::forward<B>(b));
}

template <shaped A, shaped B>
  requires(!fit<rules::broadcast{rules::elementwise::add}, A, B>)
TENON_REFUSAL(rules::broadcast{rules::elementwise::add}, A, B) operator+(A&&, B&&);
template <shaped A, shaped B>
  requires(!fit<rules::broadcast{rules::elementwise::subtract}, A, B>)
TENON_REFUSAL(rules::broadcast{rules::elementwise::subtract}, A, B) operator-(A&&, B&&);
template <shaped A, shaped B>
  requires(!fit<rules::broadcast{rules::elementwise::multiply}, A, B>)
TENON_REFUSAL(rules::broadcast{rules::elementwise::multiply}, A, B) operator*(A&&, B&&);
template <shaped A, shaped B>
  requires(!fit<rules::broadcast{rules::elementwise::divide}, A, B>)
TENON_REFUSAL(rules::broadcast{rules::elementwise::divide}, A, B) operator/(A&&, B&&);

/// [axes] + number -> [axes], and so on: the number takes the type of the elements, which must hold it. Integers are exact:
/// `add: 300 does not fit elements of uint8, did you mean cast<long long>(x)?`, and so is refused a result that does not fit,
/// or a division by 0.
template <shaped X, detail::number_for<X, detail::elementwise::add> S>
[[nodiscard]] constexpr auto operator+(X&& x, S s) {
  return detail::each_with_number<detail::elementwise::add>(std::forward<X>(x), element_from<value_type_of<X>, "add">(s));
}
template <shaped X, detail::number_for<X, detail::elementwise::subtract> S>
[[nodiscard]] constexpr auto operator-(X&& x, S s) {
  return detail::each_with_number<detail::elementwise::subtract>(std::forward<X>(x), element_from<value_type_of<X>, "subtract">(s));
}
template <shaped X, detail::number_for<X, detail::elementwise::multiply> S>
[[nodiscard]] constexpr auto operator*(X&& x, S s) {
  return detail::each_with_number<detail::elementwise::multiply>(std::forward<X>(x), element_from<value_type_of<X>, "multiply">(s));
}
template <shaped X, detail::number_for<X, detail::elementwise::divide> S>
[[nodiscard]] constexpr auto operator/(X&& x, S s) {
  return detail::each_with_number<detail::elementwise::divide>(std::forward<X>(x), element_from<value_type_of<X>, "divide">(s));
}
template <shaped X, detail::number_for<X, detail::elementwise::add> S>
[[nodiscard]] constexpr auto operator+(S s, X&& x) {
  return std::forward<X>(x) + s;
}
template <shaped X, detail::number_for<X, detail::elementwise::multiply> S>
[[nodiscard]] constexpr auto operator*(S s, X&& x) {
  return std::forward<X>(x) * s;
}
template <shaped X, detail::number_for<X, detail::elementwise::subtract> S>
[[nodiscard]] constexpr auto operator-(S s, X&& x) {
  return detail::number_with_each<detail::elementwise::subtract>(element_from<value_type_of<X>, "subtract">(s), std::forward<X>(x));
}
template <shaped X, detail::number_for<X, detail::elementwise::divide> S>
[[nodiscard]] constexpr auto operator/(S s, X&& x) {
  return detail::number_with_each<detail::elementwise::divide>(element_from<value_type_of<X>, "divide">(s), std::forward<X>(x));
}
// Refused: a number with a fraction, for elements that have none.
template <shaped X, detail::unfit_number_for<X, detail::elementwise::add> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::add, X, S>, X) operator+(const X&, S);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::add> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::add, X, S>, X) operator+(S, const X&);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::subtract> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::subtract, X, S>, X) operator-(const X&, S);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::subtract> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::subtract, X, S>, X) operator-(S, const X&);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::multiply> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::multiply, X, S>, X) operator*(const X&, S);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::multiply> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::multiply, X, S>, X) operator*(S, const X&);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::divide> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::divide, X, S>, X) operator/(const X&, S);
template <shaped X, detail::unfit_number_for<X, detail::elementwise::divide> S>
TENON_REFUSAL(detail::number_rule<detail::elementwise::divide, X, S>, X) operator/(S, const X&);

/// -[axes] -> [axes]: what can be subtracted from 0.
template <shaped X>
  requires fit<detail::number_rule<detail::elementwise::subtract, X, int>, X>
[[nodiscard]] constexpr auto operator-(X&& x) {
  using T = value_type_of<X>;
  if constexpr (math::is_integer<T>) return detail::number_with_each<detail::elementwise::subtract>(T{}, std::forward<X>(x));
  else return detail::each(std::forward<X>(x), [](T v) { return static_cast<T>(-v); });
}
template <shaped X>
  requires(!fit<detail::number_rule<detail::elementwise::subtract, X, int>, X>)
TENON_REFUSAL(detail::number_rule<detail::elementwise::subtract, X, int>, X) operator-(X&&);

}  // namespace tenon
TENON_END_HEADER
