// where(mask, a, b): elements of a where the mask is true, of b where it is false.
#pragma once
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/where.hpp>
#include <tenon/tensor/result.hpp>
#include <tenon/tensor/stretch.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class M, class A, class B>
inline constexpr rules::where where_rule{element_kind<M>, element_kind<A>, element_kind<B>};

}  // namespace detail

/// [axes] of bool, [axes], [axes] -> [axes]; operands that lack axes are stretched, and numbers meet every element:
/// `where(mask, x, 0)`. What is not chosen does not matter, not even NaN. PyTorch: torch.where.
/// Refused: `where: axes differ: [seq=3] and [src=5]: seq=3 is not src=5`, a mask that is not of bool, a number that elements
/// do not hold: `where: 300 does not fit elements of uint8, did you mean cast<long long>(x)?`.
template <shaped M, shaped A, shaped B>
  requires fit<detail::where_rule<M, A, B>, M, A, B>
[[nodiscard]] constexpr auto where(const M& mask, const A& a, const B& b) {
  using T = typename A::value_type;
  constexpr rules::where rule = detail::where_rule<M, A, B>;
  const shape axes = checked<rule>(mask, a, b);
  typename tensor_of<T, verdict_of<rule, M, A, B>.result>::type y(uninitialized, axes);
  const bool* choose = mask.data();
  const T* from_a = a.data();
  const auto* from_b = b.data();
  T* to = y.data();
  traverse(
      axes, [&](index_t m, index_t i, index_t j) { *to++ = choose[m] ? from_a[i] : static_cast<T>(from_b[j]); },
      stretched(mask.shape(), mask.strides(), axes), stretched(a.shape(), a.strides(), axes),
      stretched(b.shape(), b.strides(), axes));
  return y;
}
template <shaped M, shaped A, detail::number_for<A, rules::elementwise::where> S>
  requires fit<detail::where_rule<M, A, A>, M, A, detail::scalar_of<A>>
[[nodiscard]] constexpr auto where(const M& mask, const A& a, S b) {
  using T = typename A::value_type;
  return where(mask, a, tensor<T>(element_from<T, "where">(b)));
}
template <shaped M, shaped B, detail::number_for<B, rules::elementwise::where> S>
  requires fit<detail::where_rule<M, B, B>, M, B, detail::scalar_of<B>>
[[nodiscard]] constexpr auto where(const M& mask, S a, const B& b) {
  using T = typename B::value_type;
  return where(mask, tensor<T>(element_from<T, "where">(a)), b);
}
template <shaped M, shaped A, shaped B>
  requires(!fit<detail::where_rule<M, A, B>, M, A, B>)
TENON_REFUSAL(detail::where_rule<M, A, B>, M, A, B) where(const M&, const A&, const B&);
template <shaped M, shaped A, detail::number_for<A, rules::elementwise::where> S>
  requires(!fit<detail::where_rule<M, A, A>, M, A, detail::scalar_of<A>>)
TENON_REFUSAL(detail::where_rule<M, A, A>, M, A, detail::scalar_of<A>) where(const M&, const A&, S);
template <shaped M, shaped B, detail::number_for<B, rules::elementwise::where> S>
  requires(!fit<detail::where_rule<M, B, B>, M, B, detail::scalar_of<B>>)
TENON_REFUSAL(detail::where_rule<M, B, B>, M, B, detail::scalar_of<B>) where(const M&, S, const B&);
template <shaped M, shaped A, detail::unfit_number_for<A, rules::elementwise::where> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::where, A, S>, A) where(const M&, const A&, S);
template <shaped M, shaped B, detail::unfit_number_for<B, rules::elementwise::where> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::where, B, S>, B) where(const M&, S, const B&);

/// Any other call: `where: give a mask of bool and two operands, at least one of them a tensor, as in where(mask, a, b)`.
template <auto...>
TENON_SHAPE_ERROR("where: give a mask of bool and two operands, at least one of them a tensor, as in where(mask, a, b)")
where(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
