// What a list of axes must satisfy to be the shape of a tensor.
#include <tenon/rules/tensor.hpp>

#include "axes.hpp"

using rules::tensor;

static_assert(gives<tensor{3, 4}>(shape(batch, seq, d_model), shape(batch, seq, d_model)));
static_assert(gives<tensor{0, 4}>(shape(), shape()) && gives<tensor{2, 4}>(shape(seq, seq_), shape(seq, seq_)));
static_assert(gives<tensor{8, 4}>(shape(1, 2, 3, 4, 5, 6, 7, 8), shape(1, 2, 3, 4, 5, 6, 7, 8)));

static_assert(says<tensor{9, 4}, "tensor: 9 axes are more than 8">(shape(1, 2, 3, 4, 5, 6, 7, 8, 9)));
static_assert(says<tensor{2, 4}, "tensor: two axes are named seq: [seq=3, seq=3]">(shape(seq, seq)));
static_assert(says<tensor{3, 4}, "tensor: two axes are named tokens: [tokens<=512, 2, tokens<=256]">(shape(tokens, 2, few_tokens)));
// The largest there is, in 64 bits.
#if INTPTR_MAX == INT64_MAX
static_assert(gives<tensor{2, 1}>(shape(index_t{1} << 30, index_t{1} << 26), shape(index_t{1} << 30, index_t{1} << 26)));
static_assert(says<tensor{2, 4}, "tensor: the number of elements overflows: [4294967296, 4294967296]">(
    shape(index_t{1} << 32, index_t{1} << 32)));
static_assert(says<tensor{1, 8}, "tensor: the number of elements overflows: [9223372036854775807]">(shape(INTPTR_MAX)));
static_assert(says<tensor{1, 8}, "tensor: the number of elements overflows: [rows<=9223372036854775807]">(
    shape(axis{"rows", at_most{INTPTR_MAX}})));
#endif
static_assert(says<tensor{2, 4, false}, "tensor: the elements of [2, 3] are neither numbers nor bool">(shape(2, 3)));
