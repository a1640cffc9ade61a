// can_matmul<A, B>, can_softmax<X, axis>, ...: whether an operation takes operands of these types.
#pragma once
#include <tenon/ops/along.hpp>
#include <tenon/ops/arange.hpp>
#include <tenon/ops/argmax.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/assign.hpp>
#include <tenon/ops/bounds.hpp>
#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/concat.hpp>
#include <tenon/ops/einsum.hpp>
#include <tenon/ops/logic.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/permute.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/reshape.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/ops/unary.hpp>
#include <tenon/ops/unsqueeze.hpp>
#include <tenon/ops/vectors.hpp>
#include <tenon/ops/where.hpp>

// Operands are given by type and taken as lvalues: `can_assign<const tensor<float, 3>, X>` is false. What is no
// tensor, and no number where a number would do, is answered with false too. `decltype` and `std::invocable` do not see that a call
// is refused, since its overload is declared; these do.

namespace tenon {

namespace detail {

template <class... X>
concept with_a_tensor = (shaped<X> || ...);

}  // namespace detail

/// Whether `a + b` and so on are operations: two tensors, or a tensor and a number.
template <class A, class B>
concept can_add = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a + b; };
template <class A, class B>
concept can_subtract = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a - b; };
template <class A, class B>
concept can_multiply = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a * b; };
template <class A, class B>
concept can_divide = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a / b; };

/// Whether elements are compared, chosen or combined: `less(a, b)` and so on.
template <class A, class B>
concept can_equal = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::equal(a, b); };
template <class A, class B>
concept can_not_equal = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::not_equal(a, b); };
template <class A, class B>
concept can_less = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::less(a, b); };
template <class A, class B>
concept can_less_equal = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::less_equal(a, b); };
template <class A, class B>
concept can_greater = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::greater(a, b); };
template <class A, class B>
concept can_greater_equal = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::greater_equal(a, b); };
template <class A, class B>
concept can_minimum = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::minimum(a, b); };
template <class A, class B>
concept can_maximum = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::maximum(a, b); };
template <class A, class B>
concept can_logical_and = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::logical_and(a, b); };
template <class A, class B>
concept can_logical_or = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::logical_or(a, b); };

/// Whether whole tensors are compared: `a == b`, `all_close(a, b)`.
template <class A, class B>
concept can_compare = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a == b; };
template <class A, class B>
concept can_all_close = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::all_close(a, b); };

/// Whether b is written to a: `assign(a, b)`, `a += b` and so on.
template <class A, class B>
concept can_assign = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::assign(a, b); };
template <class A, class B>
concept can_add_in_place = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a += b; };
template <class A, class B>
concept can_subtract_in_place = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a -= b; };
template <class A, class B>
concept can_multiply_in_place = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a *= b; };
template <class A, class B>
concept can_divide_in_place = detail::with_a_tensor<A, B> && requires(A& a, B& b) { a /= b; };

/// Whether two tensors have a product.
template <class A, class B>
concept can_matmul = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::matmul(a, b); };
template <class A, class B>
concept can_dot = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::dot(a, b); };
template <class A, class B>
concept can_outer = detail::with_a_tensor<A, B> && requires(A& a, B& b) { tenon::outer(a, b); };

/// Whether `where(mask, a, b)` is an operation.
template <class Mask, class A, class B>
concept can_where = shaped<Mask> && requires(Mask& mask, A& a, B& b) { tenon::where(mask, a, b); };
/// Whether `einsum<"...">(a, b, ...)` is an operation: `can_einsum<"ij,jk->ik", A, B>`.
template <text Pattern, class... X>
concept can_einsum = (shaped<X> && ...) && requires(X&... x) { tenon::einsum<Pattern>(x...); };
/// Whether `concat<seq>(a, b, ...)` and `stack<batch>(a, b, ...)` are operations.
template <selector Along, class... X>
concept can_concat = (shaped<X> && ...) && requires(X&... x) { tenon::concat<Along>(x...); };
template <axis Added, class... X>
concept can_stack = (shaped<X> && ...) && requires(X&... x) { tenon::stack<Added>(x...); };

/// Whether an operation of each element takes x.
template <class X>
concept can_exp = shaped<X> && requires(X& x) { tenon::exp(x); };
template <class X>
concept can_log = shaped<X> && requires(X& x) { (tenon::log)(x); };
template <class X>
concept can_sqrt = shaped<X> && requires(X& x) { tenon::sqrt(x); };
template <class X>
concept can_tanh = shaped<X> && requires(X& x) { tenon::tanh(x); };
template <class X>
concept can_sin = shaped<X> && requires(X& x) { tenon::sin(x); };
template <class X>
concept can_cos = shaped<X> && requires(X& x) { tenon::cos(x); };
template <class X>
concept can_abs = shaped<X> && requires(X& x) { (tenon::abs)(x); };
template <class X>
concept can_logical_not = shaped<X> && requires(X& x) { tenon::logical_not(x); };
template <class X>
concept can_norm = shaped<X> && requires(X& x) { tenon::norm(x); };

/// Whether an operation along an axis takes x: `can_softmax<X, seq>`, `can_softmax<X, -1>`.
template <class X, selector Along>
concept can_softmax = shaped<X> && requires(X& x) { tenon::softmax<Along>(x); };
template <class X, selector Along>
concept can_cumulative_sum = shaped<X> && requires(X& x) { tenon::cumulative_sum<Along>(x); };
template <class X, selector Along>
concept can_normalize = shaped<X> && requires(X& x) { tenon::normalize<Along>(x); };
template <class X, selector Along>
concept can_argmax = shaped<X> && requires(X& x) { tenon::argmax<Along>(x); };
template <class X, selector Along>
concept can_argmin = shaped<X> && requires(X& x) { tenon::argmin<Along>(x); };

/// Whether axes can be summed or searched away: `can_sum<X, seq>`, or all of them: `can_sum<X>`.
template <class X, selector... Over>
concept can_sum = shaped<X> && requires(X& x) { tenon::sum<Over...>(x); };
template <class X, selector... Over>
concept can_mean = shaped<X> && requires(X& x) { tenon::mean<Over...>(x); };
template <class X, selector... Over>
concept can_max = shaped<X> && requires(X& x) { tenon::max<Over...>(x); };
template <class X, selector... Over>
concept can_min = shaped<X> && requires(X& x) { tenon::min<Over...>(x); };

/// Whether the axes can be taken in another order.
template <class X, selector A, selector B>
concept can_transpose = shaped<X> && requires(X& x) { tenon::transpose<A, B>(x); };
template <class X, selector... Order>
concept can_permute = shaped<X> && requires(X& x) { tenon::permute<Order...>(x); };

/// Whether the same elements can stand under other axes.
template <class X, axis... Axes>
concept can_reshape = shaped<X> && requires(X& x) { tenon::reshape<Axes...>(x); };
template <class X, rules::whole_axis Whole, axis... Parts>
concept can_split = shaped<X> && requires(X& x) { tenon::split<Whole, Parts...>(x); };
template <class X, auto... Arguments>
concept can_merge = shaped<X> && requires(X& x) { tenon::merge<Arguments...>(x); };
template <class X, selector From, axis To>
concept can_rename = shaped<X> && requires(X& x) { tenon::rename<From, To>(x); };
template <class X, int Place, axis Added = 1>
concept can_unsqueeze = shaped<X> && requires(X& x) { tenon::unsqueeze<Place, Added>(x); };
template <class X, selector Along>
concept can_squeeze = shaped<X> && requires(X& x) { tenon::squeeze<Along>(x); };
template <class X, axis... Axes>
concept can_broadcast_to = shaped<X> && requires(X& x) { tenon::broadcast_to<Axes...>(x); };

/// Whether a part can be taken: `row<seq>(x, i)`, `slice<seq, 0, 3>(x)`.
template <class X, selector Along = 0>
concept can_row = shaped<X> && requires(X& x) { tenon::row<Along>(x, index_t{}); };
template <class X, selector Along, index_t Begin, index_t End>
concept can_slice = shaped<X> && requires(X& x) { tenon::slice<Along, Begin, End>(x); };

/// Whether an axis can become static or bounded, and whether x has an axis to count along.
template <class X, axis To>
concept can_fix = shaped<X> && requires(X& x) { tenon::fix<To>(x); };
template <class X, axis To>
concept can_widen = shaped<X> && requires(X& x) { tenon::widen<To>(x); };
template <class X, axis Along>
concept can_arange = shaped<X> && requires(X& x) { tenon::arange<Along>(x); };

/// Whether `cast<T>(x)` is an operation.
template <class T, class X>
concept can_cast = shaped<X> && requires(X& x) { tenon::cast<T>(x); };

}  // namespace tenon
