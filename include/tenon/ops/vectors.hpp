// dot, outer and norm.
#pragma once
#include <tenon/math/euclidean.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/vectors.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class X>
inline constexpr rules::norm norm_rule{element_kind<X>};

}  // namespace detail

/// [n] . [n] -> a number. Floats are summed in double, integers give one of 64 bits, bools a count. PyTorch: torch.dot.
/// Refused at run time: a result of integers that does not fit, `dot: a result does not fit elements of int64, ...`.
/// Refused: `dot: axes differ: [seq=3] . [src=5]: seq=3 is not src=5`.
template <shaped A, shaped B>
  requires fit<rules::dot{}, A, B>
[[nodiscard]] constexpr auto dot(const A& a, const B& b) {
  using T = typename A::value_type;
  checked<rules::dot{}>(a, b);
  const T* from_a = a.data();
  const auto* from_b = b.data();
  if constexpr (math::is_integer<T>) {
    math::sum_of_products<T> sum;
    traverse(a.shape(), [&](index_t i, index_t j) { sum.add(from_a[i], static_cast<T>(from_b[j])); }, a.strides(), b.strides());
    math::loss<sum_of<T>> loss;
    const auto result = sum.template result<sum_of<T>>(loss);
    detail::refuse_loss<"dot", sum_of<T>>(loss);
    return result;
  } else {
    using sum_type = summed_in<T>;
    sum_type sum{};
    traverse(
        a.shape(),
        [&](index_t i, index_t j) {
          sum = static_cast<sum_type>(sum + math::rounded(static_cast<sum_type>(from_a[i]) * static_cast<sum_type>(from_b[j])));
        },
        a.strides(), b.strides());
    return static_cast<T>(sum);
  }
}
template <shaped A, shaped B>
  requires(!fit<rules::dot{}, A, B>)
TENON_REFUSAL(rules::dot{}, A, B) dot(const A&, const B&);

/// [m] x [n] -> [m, n], every product. PyTorch: torch.outer. Refused: `outer: [seq=3, d_model=8] is no vector`.
template <shaped A, shaped B>
  requires fit<rules::outer{}, A, B>
[[nodiscard]] constexpr auto outer(const A& a, const B& b) {
  using T = typename A::value_type;
  typename tensor_of<T, verdict_of<rules::outer{}, A, B>.result>::type y(uninitialized, checked<rules::outer{}>(a, b));
  T* to = y.data();
  math::loss<T> loss;
  traverse(
      a.shape(),
      [&](index_t i) {
        traverse(
            b.shape(),
            [&](index_t j) { *to++ = detail::combined<rules::elementwise::multiply, T>(a.data()[i], static_cast<T>(b.data()[j]), loss); },
            b.strides());
      },
      a.strides());
  detail::refuse_loss<"outer", T>(loss);
  return y;
}
template <shaped A, shaped B>
  requires(!fit<rules::outer{}, A, B>)
TENON_REFUSAL(rules::outer{}, A, B) outer(const A&, const B&);

/// The Euclidean norm of all elements: [axes] -> a number. PyTorch: torch.linalg.vector_norm.
/// Refused: `norm: elements of int32 have none, did you mean cast<float>(x)?`.
template <shaped X>
  requires fit<detail::norm_rule<X>, X>
[[nodiscard]] constexpr auto norm(const X& x) {
  const auto* from = x.data();
  const auto length = math::euclidean<typename X::value_type>(
      [&](const auto& take) { traverse(x.shape(), [&](index_t i) { take(from[i]); }, x.strides()); });
  return static_cast<typename X::value_type>(length.scale * length.root);
}
template <shaped X>
  requires(!fit<detail::norm_rule<X>, X>)
TENON_REFUSAL(detail::norm_rule<X>, X) norm(const X&);

/// Any other call: `dot: give two vectors, as in dot(a, b)`.
template <auto...>
TENON_SHAPE_ERROR("dot: give two vectors, as in dot(a, b)")
dot(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `outer: give two vectors, as in outer(a, b)`.
template <auto...>
TENON_SHAPE_ERROR("outer: give two vectors, as in outer(a, b)")
outer(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `norm: give one tensor, as in norm(x)`.
template <auto...>
TENON_SHAPE_ERROR("norm: give one tensor, as in norm(x)")
norm(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
