// matmul(a, b): the matrix product, over any leading axes.
#pragma once
#include <tenon/kernels/small_matmul.hpp>
#include <tenon/ops/contract.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/matmul.hpp>
#include <tenon/tensor/result.hpp>
#include <tenon/tensor/stretch.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T>
struct matrix_of {
  const T* data;
  index_t row_stride;
  index_t column_stride;
};

/// By plain loops.
template <class T, class U>
TENON_ROUNDS_EACH constexpr void multiply_plainly(index_t rows, index_t depth, index_t columns, const matrix_of<T>& a,
                                                  const matrix_of<U>& b, T* c, math::loss<T>& loss) {
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      product_sum<T, T> sum;
      for (index_t k = 0; k < depth; ++k)
        sum.add(a.data[i * a.row_stride + k * a.column_stride], static_cast<T>(b.data[k * b.row_stride + j * b.column_stride]));
      c[i * columns + j] = sum.result(loss);
    }
}

/// One product of matrices, c packed: by the kernels, and by plain loops for other elements and in constant evaluation.
/// Both kernels give the same bits, so that no row depends on how many stand beside it.
template <class T, class U>
constexpr void multiply(index_t rows, index_t depth, index_t columns, const matrix_of<T>& a,
                                    const matrix_of<U>& b, T* c, math::loss<T>& loss) {
  if constexpr (std::is_same_v<T, float>) {
    if (!std::is_constant_evaluated()) {
      const kernels::matrix left{a.data, a.row_stride, a.column_stride}, right{b.data, b.row_stride, b.column_stride};
      if (kernels::is_small_matmul(rows, depth, columns)) kernels::small_matmul(rows, depth, columns, left, right, c, columns);
      else kernels::matmul(rows, depth, columns, left, right, c, columns);
      return;
    }
  }
  multiply_plainly(rows, depth, columns, a, b, c, loss);
}

}  // namespace detail

/// [batch..., m, k] x [batch..., k, n] -> [batch..., m, n], for any layouts. PyTorch: torch.matmul.
/// An element is the same bits whatever stands beside it, rows and batches of any number; a constant expression rounds every
/// product, and the kernels of most machines do not, which may show in the last bits.
/// Refused: `matmul: inner axes differ: [seq=3, d_model=8] x [d_ff=32, seq=3]: d_model=8 is not d_ff=32`, leading axes
/// that differ, and operands of fewer than two axes; at run time integers whose results do not fit. Of bool a result is
/// whether any product is true.
template <shaped A, shaped B>
  requires fit<rules::matmul{}, A, B>
[[nodiscard]] constexpr auto matmul(const A& a, const B& b) {
  using T = typename A::value_type;
  const shape axes = checked<rules::matmul{}>(a, b);
  typename tensor_of<T, verdict_of<rules::matmul{}, A, B>.result>::type c(uninitialized, axes);
  const shape a_axes = a.shape(), b_axes = b.shape(), lead = rules::matmul::leading(axes);
  const strides a_steps = a.strides(), b_steps = b.strides();
  const index_t rows = axes.last(1).extent, columns = axes.last(0).extent, depth = a_axes.last(0).extent;
  T* to = c.data();
  math::loss<T> loss;
  traverse(
      lead,
      [&](index_t i, index_t j) {
        detail::multiply<T, typename B::value_type>(
            rows, depth, columns, {a.data() + i, a_steps[a_axes.rank - 2], a_steps[a_axes.rank - 1]},
            {b.data() + j, b_steps[b_axes.rank - 2], b_steps[b_axes.rank - 1]}, to, loss);
        to += rows * columns;
      },
      stretched(rules::matmul::leading(a_axes), a_steps, lead), stretched(rules::matmul::leading(b_axes), b_steps, lead));
  detail::refuse_loss<"matmul", T>(loss);
  return c;
}
template <shaped A, shaped B>
  requires(!fit<rules::matmul{}, A, B>)
TENON_REFUSAL(rules::matmul{}, A, B) matmul(const A&, const B&);

/// Any other call: `matmul: give two tensors, as in matmul(a, b)`.
template <auto...>
TENON_SHAPE_ERROR("matmul: give two tensors, as in matmul(a, b)")
matmul(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
