// Which tensors can be joined along an axis, and which stacked along a new one.
#include <tenon/rules/concat.hpp>

#include "axes.hpp"

using rules::concat;
using rules::stack;

namespace {
constexpr axis five{"seq", 5}, eight{"seq", 8}, eleven{"seq", 11};
}

static_assert(gives<concat{seq}>(shape(eight, d_model), shape(seq, d_model), shape(five, d_model)));
static_assert(gives<concat{five}>(shape(eleven, d_model), shape(seq, d_model), shape(five, d_model), shape(seq, 8)));
static_assert(gives<concat{0}>(shape(5), shape(2), shape(3)) && gives<concat{-1}>(shape(2, 5), shape(2, 2), shape(2, 3)));
static_assert(gives<concat{0}>(shape(seq), shape(seq)));
static_assert(gives<concat{0}>(shape(eight, d_model), shape(3, d_model), shape(five, 8)));
// Bounds are added like extents.
static_assert(gives<concat{tokens}>(shape(axis{"tokens", at_most{768}}, d_model), shape(tokens, d_model), shape(few_tokens, d_model)));
static_assert(gives<concat{tokens}>(shape(measured(tokens, 5), d_model), shape(five_tokens, d_model), shape(no_tokens, d_model)));
static_assert(gives<concat{1}>(shape(five_tokens, 16), shape(five_tokens, 8), shape(five_tokens, 8)));

static_assert(says<concat{seq}, "concat: axes differ: [seq=3, d_model=8] and [seq=5, d_ff=32]: d_model=8 is not d_ff=32">(
    shape(seq, d_model), shape(five, d_ff)));
static_assert(says<concat{seq}, "concat: axes differ: [seq=3] and [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<concat{src}, "concat: no axis src in [seq=3, d_model=8]">(shape(seq, d_model), shape(seq, d_model)));
static_assert(says<concat{2}, "concat: no axis 2 in [seq=3, d_model=8]">(shape(seq, d_model), shape(seq, d_model)));
static_assert(says<concat{0}, "concat: no axis 0 in []">(shape(), shape()));
static_assert(says<concat{0}, "concat: axes differ: [2, 3] and [3]: 2 axes are not 1">(shape(2, 3), shape(3)));
static_assert(says<concat{0}, "concat: axes differ: [2, 3] and [2, 4]: 3 is not 4">(shape(2, 3), shape(2, 3), shape(2, 4)));
static_assert(says<concat{tokens}, "concat: axes differ: [tokens<=512] and [tokens=3]: tokens<=512 is not tokens=3">(
    shape(tokens), shape(axis{"tokens", 3})));
static_assert(says<concat{1}, "concat: axes differ: [tokens=5, 8] and [tokens=0, 8]: tokens=5 is not tokens=0">(
    shape(five_tokens, 8), shape(no_tokens, 8)));

static_assert(gives<stack{heads}>(shape(heads, seq, d_model), shape(seq, d_model), shape(3, d_model)));
static_assert(gives<stack{2}>(shape(2), shape(), shape()) && gives<stack{batch}>(shape(batch, seq), shape(seq)));
static_assert(gives<stack{3}>(shape(3, five_tokens), shape(five_tokens), shape(five_tokens), shape(five_tokens)));

static_assert(says<stack{heads}, "stack: 3 tensors are not heads=2">(shape(seq), shape(seq), shape(seq)));
static_assert(says<stack{heads}, "stack: 1 tensor is not heads=2">(shape(seq)));
static_assert(says<stack{items}, "stack: 4 tensors are not items<=4">(shape(2), shape(2), shape(2), shape(2)));
static_assert(says<stack{heads}, "stack: axes differ: [seq=3] and [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<stack{heads}, "stack: axes differ: [seq=3] and [batch=1, seq=3]: 1 axis is not 2">(shape(seq), shape(batch, seq)));
static_assert(says<stack{heads}, "stack: two axes of the result would be named heads: [heads=2, heads=2], did you mean to rename "
                                 "one?">(shape(heads), shape(heads)));
static_assert(says<stack{2}, "stack: more than 8 axes: [1, 1, 1, 1, 1, 1, 1, 1]">(shape(1, 1, 1, 1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1, 1, 1, 1)));
static_assert(says<stack{2}, "stack: axes differ: [tokens=5] and [tokens=0]: tokens=5 is not tokens=0">(shape(five_tokens), shape(no_tokens)));
