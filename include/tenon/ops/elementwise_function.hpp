// What comparisons, logic, minimum and maximum share: they meet element by element.
#pragma once
#include <tenon/rules/broadcast.hpp>
#include <tenon/tensor/result.hpp>
#include <tenon/tensor/stretch.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

using rules::elementwise;

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

/// [axes] and [axes] -> [axes], of bool or of the elements' type: `less(a, b)`, and with a number `less(a, 0)`.
template <elementwise Kind>
struct elementwise_function {
  template <class A>
  static constexpr rules::number number_rule{Kind, true, element_kind<A>};

  template <shaped A, shaped B>
    requires fit<rules::broadcast{Kind}, A, B>
  constexpr auto operator()(const A& a, const B& b) const {
    using T = typename A::value_type;
    using U = decltype(of_two<Kind>(T{}, T{}));
    const shape axes = checked<rules::broadcast{Kind}>(a, b);
    typename tensor_of<U, verdict_of<rules::broadcast{Kind}, A, B>.result>::type y(uninitialized, axes);
    const T *from_a = a.data(), *from_b = b.data();
    U* to = y.data();
    traverse(
        axes, [&](index_t i, index_t j) { *to++ = of_two<Kind>(from_a[i], from_b[j]); },
        stretched(a.shape(), a.strides(), axes), stretched(b.shape(), b.strides(), axes));
    return y;
  }
  template <shaped A, class S>
    requires std::is_arithmetic_v<S> &&
             (std::is_floating_point_v<value_type_of<A>> || !std::is_floating_point_v<S>)
  constexpr auto operator()(const A& a, S number) const {
    return (*this)(a, tensor<typename A::value_type>(number));
  }

  template <shaped A, shaped B>
    requires(!fit<rules::broadcast{Kind}, A, B>)
  TENON_REFUSAL(rules::broadcast{Kind}, A, B) operator()(const A&, const B&) const;
  template <shaped A, class S>
    requires(std::is_floating_point_v<S> && !std::is_floating_point_v<value_type_of<A>>)
  TENON_REFUSAL(number_rule<A>, A) operator()(const A&, S) const;
};

}  // namespace tenon::detail
TENON_END_HEADER
