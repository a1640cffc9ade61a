// can_matmul<A, B> and the like: whether an operation takes operands of these types, asked without an error.
#include <tenon/ops/can.hpp>

#include <string>

#include <tenon/tensor/panel_tensor.hpp>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, heads{"heads", 2}, d_k{"d_k", 4}, d_model{"d_model", 8};
constexpr axis tokens{"tokens", at_most{8}}, five{"tokens", 5}, one{"one", 1}, seq_and_model{"all", 24};

using matrix = tensor<float, seq, d_model>;
using memory = tensor<float, src, d_model>;
using integers = tensor<int, seq, d_model>;
using mask = tensor<bool, seq, d_model>;
using some = tensor<float, tokens, d_model>;
using panels = panel_tensor<float, d_model, d_k>;
struct nothing {};

/// By value, by reference, constant, and as a view, the answer is the same.
template <class X, class Y>
constexpr bool adds = can_add<X, Y> && can_add<X&, const Y&> && can_add<const X, Y&&> && can_add<packed_view<float, seq, d_model>, Y>;
static_assert(adds<matrix, matrix> && adds<matrix, int> && can_add<double, matrix>);
static_assert(!can_add<matrix, memory> && !can_add<matrix, integers> && !can_add<integers, double> && !can_add<matrix, nothing>);
// Neither is a tensor, though `a + b` may be a thing.
static_assert(!can_add<int, int> && !can_add<std::string, std::string> && !can_add<void, void> && !can_add<void, matrix>);
static_assert(can_subtract<matrix, matrix> && !can_subtract<matrix, memory> && can_multiply<matrix, float> && !can_multiply<memory, matrix>);
static_assert(can_divide<matrix, tensor<float, d_model>> && !can_divide<matrix, tensor<float, seq>>);

static_assert(can_equal<matrix, matrix> && !can_equal<matrix, memory> && can_not_equal<matrix, int> && !can_not_equal<int, int>);
static_assert(can_less<matrix, float> && !can_less<integers, float> && can_less_equal<int, matrix> && !can_less_equal<matrix, memory>);
static_assert(can_greater<matrix, matrix> && !can_greater<matrix, nothing> && can_greater_equal<integers, int> && !can_greater_equal<integers, matrix>);
static_assert(can_minimum<matrix, matrix> && !can_minimum<matrix, memory> && can_maximum<matrix, int> && !can_maximum<float, float>);
static_assert(can_logical_and<mask, mask> && !can_logical_and<mask, matrix> && can_logical_or<mask, bool> && !can_logical_or<matrix, int>);
static_assert(can_compare<matrix, matrix> && !can_compare<matrix, memory> && !can_compare<matrix, tensor<float, d_model>> && !can_compare<int, int>);
static_assert(can_all_close<matrix, matrix> && !can_all_close<matrix, tensor<double, seq, d_model>>);

static_assert(can_assign<matrix, matrix> && can_assign<matrix&, int> && !can_assign<const matrix, matrix> && !can_assign<matrix, memory>);
static_assert(can_assign<packed_view<float, seq, d_model>, matrix> && !can_assign<packed_view<const float, seq, d_model>, matrix>);
static_assert(can_add_in_place<matrix, tensor<float, d_model>> && !can_add_in_place<tensor<float, d_model>, matrix> && !can_add_in_place<int, int>);
static_assert(can_subtract_in_place<matrix, int> && !can_subtract_in_place<integers, double> && can_multiply_in_place<matrix, matrix>);
static_assert(!can_multiply_in_place<const matrix, matrix> && can_divide_in_place<matrix, matrix> && !can_divide_in_place<matrix, integers>);

static_assert(can_matmul<matrix, tensor<float, d_model, d_k>> && !can_matmul<matrix, matrix> && !can_matmul<matrix, int> && !can_matmul<matrix, panels>);
static_assert(can_dot<tensor<float, seq>, tensor<float, 3>> && !can_dot<matrix, matrix> && !can_dot<tensor<float, seq>, float>);
static_assert(can_outer<tensor<float, seq>, tensor<float, src>> && !can_outer<tensor<float, seq>, tensor<float, seq>>);
static_assert(can_where<mask, matrix, matrix> && can_where<mask, matrix, int> && !can_where<matrix, matrix, matrix> && !can_where<mask, int, int>);
static_assert(!can_where<bool, matrix, matrix> && !can_where<mask, matrix, memory>);
static_assert(can_einsum<"s d, t d -> s t", matrix, memory> && !can_einsum<"s d, d t -> s t", matrix, memory> && !can_einsum<"sd->s", int>);
static_assert(!can_einsum<"s d -> s z", matrix> && !can_einsum<"", matrix>);

static_assert(can_concat<0, matrix, matrix> && !can_concat<seq, matrix, memory> && !can_concat<src, matrix, matrix>);
static_assert(!can_concat<0> && !can_concat<0, matrix, int> && can_stack<batch, matrix, matrix> && !can_stack<batch, matrix> && !can_stack<1, int>);

static_assert(can_exp<matrix> && !can_exp<integers> && !can_exp<float> && can_log<some> && !can_log<mask> && can_sqrt<matrix> && !can_sqrt<double>);
static_assert(can_tanh<matrix> && !can_tanh<panels> && can_sin<matrix> && !can_sin<nothing> && can_cos<matrix> && !can_cos<integers>);
static_assert(can_abs<integers> && !can_abs<mask> && !can_abs<int> && can_logical_not<mask> && !can_logical_not<matrix> && !can_logical_not<bool>);
static_assert(can_norm<matrix> && !can_norm<integers> && !can_norm<panels>);

static_assert(can_softmax<matrix, d_model> && can_softmax<matrix&, -1> && !can_softmax<matrix, src> && !can_softmax<matrix, 2> && !can_softmax<integers, 0>);
static_assert(!can_softmax<matrix, axis{"seq", 4}> && !can_softmax<int, 0> && can_softmax<some, tokens>);
static_assert(can_cumulative_sum<integers, seq> && !can_cumulative_sum<mask, seq> && can_normalize<matrix, 0> && !can_normalize<integers, 0>);
static_assert(can_argmax<matrix, seq> && !can_argmax<matrix, src> && can_argmin<integers, -1> && !can_argmin<int, -1>);
static_assert(can_sum<matrix> && can_sum<matrix, seq, 1> && !can_sum<matrix, seq, 0> && !can_sum<int> && !can_sum<panels>);
static_assert(can_mean<matrix> && !can_mean<integers> && !can_mean<integers, seq> && can_max<integers, seq> && !can_max<matrix, src>);
static_assert(can_min<matrix> && !can_min<matrix, src> && !can_min<panels>);

static_assert(can_transpose<matrix, seq, d_model> && !can_transpose<matrix, seq, seq> && !can_transpose<matrix, 0, 2> && !can_transpose<int, 0, 1>);
static_assert(can_permute<matrix, d_model, seq> && !can_permute<matrix, seq> && !can_permute<matrix, 0, 0>);
static_assert(can_reshape<matrix, 4, 6> && !can_reshape<matrix, 5> && !can_reshape<int, 1> && !can_reshape<matrix>);
static_assert(can_split<matrix, d_model, heads, d_k> && !can_split<matrix, d_model, heads, heads> && !can_split<matrix, src, 1, 5>);
static_assert(can_merge<matrix, seq, d_model, seq_and_model> && !can_merge<matrix, d_model, seq, seq_and_model> && !can_merge<int, 0, 1, 2>);
static_assert(can_rename<matrix, seq, axis{"keys", 3}> && !can_rename<matrix, seq, src> && !can_rename<matrix, seq, d_model>);
static_assert(can_unsqueeze<matrix, 0> && can_unsqueeze<matrix, 2, one> && !can_unsqueeze<matrix, 3> && !can_unsqueeze<matrix, 0, batch>);
static_assert(can_squeeze<tensor<float, one, seq>, one> && !can_squeeze<matrix, seq> && !can_squeeze<int, 0>);
static_assert(can_broadcast_to<matrix, batch, seq, d_model> && !can_broadcast_to<matrix, batch, src, d_model> && !can_broadcast_to<matrix>);
static_assert(can_row<matrix> && can_row<matrix, d_model> && !can_row<matrix, src> && !can_row<tensor<float>> && !can_row<float>);
static_assert(can_slice<matrix, seq, 0, 2> && !can_slice<matrix, seq, 0, 4> && !can_slice<matrix, src, 0, 1>);
static_assert(can_fix<some, five> && !can_fix<matrix, seq> && !can_fix<some, axis{"tokens", 9}> && can_widen<some, axis{"tokens", at_most{9}}>);
static_assert(!can_widen<matrix, tokens> && !can_widen<some, axis{"tokens", at_most{7}}> && can_arange<some, tokens> && !can_arange<matrix, tokens>);
static_assert(can_cast<double, matrix> && can_cast<float, panels> && !can_cast<nothing, matrix> && !can_cast<float, int> && !can_cast<void, matrix>);

/// A function of a user's that is there for what has a product alone.
template <class A, class B>
  requires can_matmul<A, B>
constexpr bool multiplies(const A&, const B&) {
  return true;
}
constexpr bool multiplies(...) { return false; }

}  // namespace

TEST_CASE("overloads can be chosen by what an operation takes") {
  CHECK(multiplies(matrix{}, tensor<float, d_model, d_k>{}));
  CHECK_FALSE(multiplies(matrix{}, matrix{}));
}
