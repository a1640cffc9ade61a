// einsum<pattern>(a, b, ...): products of operands whose axes carry letters, summed over letters.
#pragma once
#include <tenon/ops/cast.hpp>
#include <tenon/ops/contract.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/einsum.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

using rules::einsum_binding;
using rules::einsum_order;
using rules::letter_bit;
using rules::letter_set;

template <class Rule, class... X>
TENON_LOCAL inline constexpr einsum_binding einsum_binding_of = Rule::bind(X::axes...);

/// An operand, or a product of some of them, with its stride along each letter.
template <class T, int Letters>
struct lettered {
  const T* data = nullptr;
  letter_set letters = 0;
  index_t steps[Letters + 1] = {};
};

/// The operands of one call, the products that have been made of them, and how long each letter is now.
template <class T, const einsum_binding& Bound>
class einsum_call {
  static constexpr int count = Bound.operand_count;
  static constexpr int letters = Bound.letter_count;
  TENON_LOCAL static constexpr einsum_order order{Bound};

 public:
  template <class... X>
  constexpr explicit einsum_call(const X&... x) {
    for (index_t& extent : extents_) extent = 1;
    int k = 0;
    (add(k++, x.data(), x.shape(), x.strides()), ...);
  }

  /// Contracts pair by pair; the last product is written to the result.
  template <int Step = 0>
  constexpr void run(T* to) {
    if constexpr (count == 1) {
      // A sum is the product with a one that does not move.
      const T one{1};
      operands_[1].data = &one;
      contract_pair(operands_[0], operands_[1], Bound.output, Bound.output_rank, to);
    } else if constexpr (Step + 2 == count) {
      multiply(order.steps[Step], to);
    } else {
      constexpr auto step = order.steps[Step];
      tensor<T, axis(order.size_of_step(Bound, Step))> between(uninitialized);
      multiply(step, between.data());
      auto& made = operands_[count + Step];
      made.data = between.data();
      index_t size = 1;
      for (int i = step.rank - 1; i >= 0; --i) {
        made.letters |= letter_bit(step.letters[i]);
        made.steps[step.letters[i]] = size;
        size *= extents_[step.letters[i]];
      }
      run<Step + 1>(to);
    }
  }

 private:
  constexpr void add(int k, const T* data, const shape& axes, const strides& steps) {
    operands_[k].data = data;
    operands_[k].letters = Bound.in_operand[k];
    for (int i = 0; i < axes.rank; ++i) {
      const int letter = Bound.letter_of[k][i];
      if ((Bound.in_operand[k] & letter_bit(letter)) == 0) continue;
      // A letter that stands twice moves along a diagonal.
      operands_[k].steps[letter] += steps[i];
      extents_[letter] = axes[i].extent;
    }
  }

  constexpr void multiply(const einsum_order::product& step, T* to) const {
    contract_pair(operands_[step.left], operands_[step.right], step.letters, step.rank, to);
  }

  constexpr void contract_pair(const lettered<T, letters>& a, const lettered<T, letters>& b, const int* output,
                               int rank, T* to) const {
    contraction<T> product{a.data, b.data, to, {}, {}, {}, {}};
    index_t steps[max_rank] = {};
    index_t size = 1;
    letter_set kept = 0;
    for (int i = rank - 1; i >= 0; --i) {
      steps[i] = size;
      size *= extents_[output[i]];
      kept |= letter_bit(output[i]);
    }
    for (int i = 0; i < rank; ++i) {
      const int letter = output[i];
      const bool in_a = (a.letters & letter_bit(letter)) != 0, in_b = (b.letters & letter_bit(letter)) != 0;
      loops& group = in_a == in_b || count == 1 ? product.batch : in_a ? product.rows : product.columns;
      group.push({extents_[letter], a.steps[letter], b.steps[letter], steps[i]});
    }
    for (int letter = 0; letter < letters; ++letter)
      if (((a.letters | b.letters) & ~kept & letter_bit(letter)) != 0)
        product.depth.push({extents_[letter], a.steps[letter], b.steps[letter], 0});
    product.depth.sort(&loop::a);
    contract(product);
  }

  lettered<T, letters> operands_[2 * count];
  index_t extents_[letters + 1] = {};
};

/// Whether an einsum of one operand only moves axes: nothing is summed.
template <const einsum_binding& Bound>
inline constexpr bool einsum_moves = Bound.operand_count == 1 && Bound.in_operand[0] == Bound.in_output;

constexpr strides einsum_steps(const einsum_binding& bound, int rank, const strides& steps) {
  strides result;
  for (int i = 0; i < bound.output_rank; ++i)
    for (int j = 0; j < rank; ++j) {
      if (bound.letter_of[0][j] != bound.output[i]) continue;
      const bool known = result[i] != dynamic && steps[j] != dynamic;
      result[i] = known ? result[i] + steps[j] : dynamic;
    }
  return result;
}

constexpr bool einsum_keeps_order(const einsum_binding& bound, int rank) {
  for (int i = 0; i < rank; ++i)
    if (bound.letter_of[0][i] != bound.output[i]) return false;
  return rank == bound.output_rank;
}

template <auto Rule, class X>
constexpr auto einsum_of_one(X&& x) {
  using source = std::remove_cvref_t<X>;
  constexpr const einsum_binding& bound = einsum_binding_of<decltype(Rule), source>;
  constexpr int rank = source::axes.rank;
  return relaid<verdict_of<Rule, source>.result, einsum_steps(bound, rank, source::steps),
                einsum_keeps_order(bound, rank)>(std::forward<X>(x), checked<Rule>(x),
                                                 einsum_steps(bound, rank, x.strides()));
}

template <auto Rule, class... X>
constexpr auto einsum_of_same(const X&... x) {
  using T = std::common_type_t<typename X::value_type...>;
  typename tensor_of<T, verdict_of<Rule, X...>.result>::type result(uninitialized, checked<Rule>(x...));
  einsum_call<T, einsum_binding_of<std::remove_const_t<decltype(Rule)>, X...>>(x...).run(result.data());
  return result;
}

template <auto Rule, class First, class... Rest>
constexpr auto einsum_of(const First& first, const Rest&... rest) {
  using T = typename First::value_type;
  // Of two types of one kind, as `long` and `long long` may be, only the first is left.
  if constexpr (!(std::is_same_v<T, typename Rest::value_type> && ...)) return einsum_of<Rule>(first, cast<T>(rest)...);
  else return einsum_of_same<Rule>(first, rest...);
}

}  // namespace detail

/// The product of the operands, summed over the letters that the output lacks: `einsum<"bqhd,bkhd->bhqk">(q, k)`, or
/// with words, `einsum<"batch seq d, d ff -> batch seq ff">(x, w)`. PyTorch: torch.einsum; NumPy: einsum.
///
/// A letter is an axis: without a space inside an operand or the output each character is one, with a space anywhere
/// all of them are words. `...` stands for any further axes, a letter twice in one operand for its diagonal. Without
/// `->` the output is NumPy's: the letters that occur once, in alphabetical order.
/// [axes of the operands] -> [axes of the output], names kept. One operand of which nothing is summed is viewed, not
/// copied, as in `transpose`. More than two are multiplied in pairs, the cheapest first.
/// Refused: a letter on axes that do not fit, `einsum: 'd' differs: [seq=3, d_model=8] x [d_ff=32, 4]: d_model=8 is not
/// d_ff=32`; with several operands a letter that is summed but stands in one of them only; no output where axes have
/// names; and every malformed pattern: see `rules::einsum`.
template <text Pattern, shaped... X>
  requires(sizeof...(X) > 0) && fit<rules::einsum<Pattern>{}, X...>
[[nodiscard]] constexpr auto einsum(X&&... x) {
  constexpr rules::einsum<Pattern> rule{};
  constexpr const detail::einsum_binding& bound =
      detail::einsum_binding_of<rules::einsum<Pattern>, std::remove_cvref_t<X>...>;
  // The diagonal of a temporary is smaller than its memory, so that it cannot take it over.
  constexpr bool of_temporary = (!(std::is_lvalue_reference_v<X> || detail::is_view<std::remove_cvref_t<X>>) || ...);
  constexpr bool diagonal = ((axes_of<X>.rank != bound.output_rank) || ...);
  if constexpr (detail::einsum_moves<bound> && !(diagonal && of_temporary)) {
    return detail::einsum_of_one<rule>(std::forward<X>(x)...);
  } else {
    return detail::einsum_of<rule>(x...);
  }
}
template <text Pattern, shaped... X>
  requires(sizeof...(X) > 0) && (!fit<rules::einsum<Pattern>{}, X...>)
TENON_REFUSAL(rules::einsum<Pattern>{}, X...) einsum(X&&...);

/// Any other call: `einsum: give a pattern and tensors, as in einsum<pattern>(a, b)`.
template <text>
TENON_SHAPE_ERROR("einsum: give a pattern and tensors, as in einsum<pattern>(a, b)")
einsum(detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {},
       detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {});
template <auto...>
TENON_SHAPE_ERROR("einsum: give a pattern and tensors, as in einsum<pattern>(a, b)")
einsum(detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {},
       detail::anything = {}, detail::anything = {}, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
