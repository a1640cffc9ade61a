// Everything through nn: shapes, tensors, operations, random numbers, modules, and printing.
#pragma once
// Innermost first: GCC shows the way to a header with every first error that points into it.
#include <tenon/text/shape_error.hpp>
#include <tenon/axis/axis.hpp>
#include <tenon/tensor/tensor.hpp>

#include <tenon/nn/embedding.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/einsum.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/reshape.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/print.hpp>
