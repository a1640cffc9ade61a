// What comparisons, logic, minimum and maximum share: they meet element by element.
#pragma once
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/logic.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

template <elementwise Kind>
inline constexpr bool is_logic = Kind == elementwise::logical_and || Kind == elementwise::logical_or;

template <elementwise Kind, class T>
constexpr auto of_two(T a, T b) {
  if constexpr (Kind == elementwise::equal) return a == b;
  else if constexpr (Kind == elementwise::not_equal) return a != b;
  else if constexpr (Kind == elementwise::less) return a < b;
  else if constexpr (Kind == elementwise::less_equal) return a <= b;
  else if constexpr (Kind == elementwise::greater) return a > b;
  else if constexpr (Kind == elementwise::greater_equal) return a >= b;
  else if constexpr (Kind == elementwise::logical_and) return a && b;
  else if constexpr (Kind == elementwise::logical_or) return a || b;
  // As in PyTorch, NaN wins.
  else if constexpr (Kind == elementwise::minimum) return a != a || a < b ? a : b;
  else return a != a || a > b ? a : b;
}

template <elementwise Kind>
inline constexpr bool is_comparison = Kind >= elementwise::equal && Kind <= elementwise::greater_equal;

/// The same of two numbers of any types, as mathematics compares them.
template <elementwise Kind, class A, class B>
constexpr bool of_any_two(A a, B b) {
  const auto order = exact_order(a, b);
  if constexpr (Kind == elementwise::equal) return order == 0;
  else if constexpr (Kind == elementwise::not_equal) return order != 0;
  else if constexpr (Kind == elementwise::less) return order < 0;
  else if constexpr (Kind == elementwise::less_equal) return order <= 0;
  else if constexpr (Kind == elementwise::greater) return order > 0;
  else return order >= 0;
}

template <elementwise Kind, class A, class B>
consteval auto elementwise_rule() {
  if constexpr (is_logic<Kind>) return rules::logic{Kind, element_kind<A>, element_kind<B>};
  else return rules::broadcast{Kind};
}

/// `less: give two tensors, or a tensor and a number, as in less(a, b)`.
template <elementwise Kind>
consteval auto elementwise_usage() {
  return text_of([](writer& out) {
    out << rules::name(Kind) << ": give two tensors, or a tensor and a number, as in " << rules::name(Kind) << "(a, b)";
  });
}

/// [axes] and [axes] -> [axes], of bool or of the elements' type: `less(a, b)`, and with a number `less(a, 0)`. A number is
/// compared as it is, whatever the elements hold; minimum, maximum and logic take it as an element, which must hold it.
template <elementwise Kind>
struct elementwise_function {
  template <class A, class B>
  static constexpr auto rule = elementwise_rule<Kind, A, B>();

  template <shaped A, shaped B>
    requires fit<elementwise_function::rule<A, B>, A, B>
  [[nodiscard]] constexpr auto operator()(const A& a, const B& b) const {
    using T = typename A::value_type;
    using U = decltype(of_two<Kind>(T{}, T{}));
    const shape axes = checked<rule<A, B>>(a, b);
    typename tensor_of<U, verdict_of<rule<A, B>, A, B>.result>::type y(uninitialized, axes);
    const T* from_a = a.data();
    const auto* from_b = b.data();
    U* to = y.data();
    traverse(
        axes, [&](index_t i, index_t j) { *to++ = of_two<Kind>(from_a[i], static_cast<T>(from_b[j])); },
        stretched(a.shape(), a.strides(), axes), stretched(b.shape(), b.strides(), axes));
    return y;
  }
  template <shaped A, number_for<A, Kind> S>
  [[nodiscard]] constexpr auto operator()(const A& a, S number) const {
    using T = typename A::value_type;
    if constexpr (is_comparison<Kind>)
      if (!holds_exactly<T>(number)) return of_each(a, [=](T element) { return of_any_two<Kind>(element, number); });
    return (*this)(a, tensor<T>(element_from<T, name_text<Kind>>(number)));
  }
  template <shaped B, number_for<B, Kind> S>
  [[nodiscard]] constexpr auto operator()(S number, const B& b) const {
    using T = typename B::value_type;
    if constexpr (is_comparison<Kind>)
      if (!holds_exactly<T>(number)) return of_each(b, [=](T element) { return of_any_two<Kind>(number, element); });
    return (*this)(tensor<T>(element_from<T, name_text<Kind>>(number)), b);
  }

  template <shaped A, shaped B>
    requires(!fit<elementwise_function::rule<A, B>, A, B>)
  TENON_REFUSAL(elementwise_function::rule<A, B>, A, B) operator()(const A&, const B&) const;
  template <shaped A, unfit_number_for<A, Kind> S>
  TENON_REFUSAL(number_rule<Kind, A, S>, A) operator()(const A&, S) const;
  template <shaped B, unfit_number_for<B, Kind> S>
  TENON_REFUSAL(number_rule<Kind, B, S>, B) operator()(S, const B&) const;
  TENON_SHAPE_ERROR(elementwise_usage<Kind>()) operator()(anything = {}, anything = {}, anything = {}) const;

 private:
  /// Beside a number that elements do not hold.
  template <class X, class F>
  static constexpr auto of_each(const X& x, const F& f) {
    typename tensor_of<bool, X::axes>::type y(uninitialized, x.shape());
    const auto* from = x.data();
    bool* to = y.data();
    traverse(x.shape(), [&](index_t i) { *to++ = f(from[i]); }, x.strides());
    return y;
  }
};

}  // namespace tenon::detail
TENON_END_HEADER
