// Which shapes have a matrix product.
#include <tenon/rules/matmul.hpp>

#include "axes.hpp"

using rules::matmul;

// [m, k] x [k, n] -> [m, n], names kept.
static_assert(gives<matmul{}>(shape(seq, d_ff), shape(seq, d_model), shape(d_model, d_ff)));
static_assert(gives<matmul{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<matmul{}>(shape(1, 1), shape(1, 1), shape(1, 1)));
static_assert(gives<matmul{}>(shape(seq, 4), shape(seq, 8), shape(d_model, 4)));
static_assert(gives<matmul{}>(shape(seq, seq_), shape(seq, d_k), shape(d_k, seq_)));

// Leading axes that one operand lacks are shared; names survive.
static_assert(gives<matmul{}>(shape(batch, seq, d_ff), shape(batch, seq, d_model), shape(d_model, d_ff)));
static_assert(gives<matmul{}>(shape(heads, seq, 6), shape(seq, d_k), shape(heads, d_k, 6)));
static_assert(gives<matmul{}>(shape(heads, seq, 6), shape(2, seq, d_k), shape(heads, d_k, 6)));
static_assert(gives<matmul{}>(shape(7, 3, 6), shape(1, 3, 4), shape(7, 4, 6)));
static_assert(gives<matmul{}>(shape(2, 3, 4, 5, 6, 7, 8, 10), shape(2, 3, 4, 5, 6, 7, 8, 9), shape(9, 10)));

// Bounded axes.
static_assert(gives<matmul{}>(shape(tokens, d_ff), shape(tokens, d_model), shape(d_model, d_ff)));
static_assert(gives<matmul{}>(shape(five_tokens, d_ff), shape(five_tokens, d_model), shape(d_model, d_ff)));
static_assert(gives<matmul{}>(shape(d_model, d_ff), shape(d_model, no_tokens), shape(no_tokens, d_ff)));
static_assert(gives<matmul{}>(shape(items, tokens, 4), shape(items, tokens, 8), shape(items, 8, 4)));

static_assert(says<matmul{}, "matmul: both operands need two axes: [3] x [3, 4]">(shape(3), shape(3, 4)));
static_assert(says<matmul{}, "matmul: both operands need two axes: [seq=3, d_model=8] x [d_model=8]">(
    shape(seq, d_model), shape(d_model)));
static_assert(says<matmul{}, "matmul: both operands need two axes: [] x []">(shape(), shape()));

static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, d_model=8] x [d_ff=32, seq=3]: d_model=8 is not d_ff=32">(
    shape(seq, d_model), shape(d_ff, seq)));
static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, d_model=8] x [d_ff=32, d_model=8]: d_model=8 is not "
                             "d_ff=32, did you mean transpose<d_ff, d_model>(b)?">(shape(seq, d_model), shape(d_ff, d_model)));
static_assert(says<matmul{}, "matmul: inner axes differ: [2, 3] x [4, 3]: 3 is not 4, did you mean transpose<-2, -1>(b)?">(
    shape(2, 3), shape(4, 3)));
static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, 8] x [7, d_model=8]: 8 is not 7, did you mean "
                             "transpose<-2, -1>(b)?">(shape(seq, 8), shape(7, d_model)));
// Equal extents under two names.
static_assert(says<matmul{}, "matmul: inner axes differ: [d_model=8, seq=3] x [seq'=3, d_ff=32]: seq=3 is not seq'=3">(
    shape(d_model, seq), shape(seq_, d_ff)));
// An axis of 1 does not stretch on the inside.
static_assert(says<matmul{}, "matmul: inner axes differ: [2, 1] x [3, 4]: 1 is not 3">(shape(2, 1), shape(3, 4)));

static_assert(says<matmul{}, "matmul: leading axes differ: [2, 3, 4] x [5, 4, 6]: 2 is not 5">(shape(2, 3, 4), shape(5, 4, 6)));
static_assert(says<matmul{}, "matmul: leading axes differ: [batch=1, 3, 4] x [heads=2, 4, 6]: batch=1 is not heads=2">(
    shape(batch, 3, 4), shape(heads, 4, 6)));
static_assert(says<matmul{}, "matmul: both operands would stretch: [1, 2, 3, 4] x [5, 1, 4, 6], did you mean broadcast_to<...>?">(
    shape(1, 2, 3, 4), shape(5, 1, 4, 6)));

static_assert(says<matmul{}, "matmul: two axes of the result would be named seq: [seq=3, seq=3], did you mean to rename one?">(
    shape(seq, d_model), shape(d_model, seq)));
static_assert(says<matmul{}, "matmul: two axes of the result would be named heads: [heads=2, seq=3, heads=2], did you mean to "
                             "rename one?">(shape(heads, seq, d_model), shape(d_model, heads)));

// What can never fit is refused by the types, what may not fit by the extents of the call.
static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, tokens<=512] x [tokens=512, 4]: tokens<=512 is not tokens=512">(
    shape(seq, tokens), shape(axis{"tokens", 512}, 4)));
static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, tokens<=512] x [tokens<=256, 4]: tokens<=512 is not tokens<=256">(
    shape(seq, tokens), shape(few_tokens, 4)));
static_assert(says<matmul{}, "matmul: inner axes differ: [seq=3, tokens=5] x [tokens=6, 4]: tokens=5 is not tokens=6">(
    shape(seq, five_tokens), shape(measured(tokens, 6), 4)));
static_assert(says<matmul{}, "matmul: leading axes differ: [items=1, 2, 3] x [items=4, 3, 2]: items=1 is not items=4">(
    shape(measured(items, 1), 2, 3), shape(measured(items, 4), 3, 2)));
