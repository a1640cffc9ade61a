// Which shapes meet element by element.
#include <tenon/rules/broadcast.hpp>

#include "axes.hpp"

using rules::broadcast;
using rules::elementwise;

namespace {

constexpr broadcast add{elementwise::add};

/// Both orders give the same.
constexpr bool meet(const shape& expected, const shape& a, const shape& b) {
  return gives<add>(expected, a, b) && gives<add>(expected, b, a);
}

}  // namespace

// The same shape, by names or without.
static_assert(meet(shape(seq, d_model), shape(seq, d_model), shape(seq, d_model)));
static_assert(meet(shape(seq, d_model), shape(seq, 8), shape(3, d_model)));
static_assert(meet(shape(), shape(), shape()));

// One operand lacks leading axes, or has unnamed axes of 1.
static_assert(meet(shape(batch, seq, d_model), shape(batch, seq, d_model), shape(d_model)));
static_assert(meet(shape(batch, seq, d_model), shape(batch, seq, d_model), shape(8)));
static_assert(meet(shape(batch, seq, d_model), shape(batch, seq, d_model), shape(3, 1)));
static_assert(meet(shape(batch, seq, d_model), shape(batch, seq, d_model), shape(1)));
static_assert(meet(shape(seq, d_model), shape(seq, d_model), shape()));
static_assert(meet(shape(2, 3), shape(2, 3), shape(1, 1)));
static_assert(meet(shape(1, 1, 3), shape(1, 1, 3), shape(3)));
static_assert(meet(shape(batch, 1), shape(batch, 1), shape(1)));
static_assert(meet(shape(batch), shape(batch), shape(1)));
static_assert(meet(shape(1, 2, 3, 4, 5, 6, 7, 8), shape(1, 2, 3, 4, 5, 6, 7, 8), shape(1, 1, 8)));

// An axis of 1 meets a bounded axis; a bounded axis never stretches.
static_assert(meet(shape(tokens, d_model), shape(tokens, d_model), shape(d_model)));
static_assert(meet(shape(tokens, d_model), shape(tokens, d_model), shape(1, 8)));
static_assert(meet(shape(five_tokens, d_model), shape(five_tokens, d_model), shape(1, 8)));
static_assert(meet(shape(no_tokens), shape(no_tokens), shape(1)));
static_assert(says<add, "add: axes differ: [tokens=1] + [tokens=5]: tokens=1 is not tokens=5">(
    shape(measured(tokens, 1)), shape(five_tokens)));

static_assert(says<add, "add: axes differ: [batch=1, seq=3, d_model=8] + [batch=1, src=5, d_model=8]: seq=3 is not src=5">(
    shape(batch, seq, d_model), shape(batch, src, d_model)));
static_assert(says<broadcast{elementwise::subtract}, "subtract: axes differ: [2] - [3]: 2 is not 3">(shape(2), shape(3)));
static_assert(says<broadcast{elementwise::multiply}, "multiply: axes differ: [2] * [3]: 2 is not 3">(shape(2), shape(3)));
static_assert(says<broadcast{elementwise::divide}, "divide: axes differ: [2] / [3]: 2 is not 3">(shape(2), shape(3)));

// A named axis of 1 is stretched only when that is asked for.
static_assert(says<add, "add: axes differ: [batch=1] + [7]: batch=1 is not 7">(shape(batch), shape(7)));
static_assert(says<add, "add: axes differ: [seq=3, axis=1] + [seq=3, 4]: axis=1 is not 4">(
    shape(seq, axis{"axis", 1}), shape(seq, 4)));

// Never both.
static_assert(says<add, "add: both operands would stretch: [3, 1] + [1, 4], did you mean broadcast_to<...>?">(
    shape(3, 1), shape(1, 4)));
static_assert(says<add, "add: both operands would stretch: [3] + [2, 1], did you mean broadcast_to<...>?">(
    shape(3), shape(2, 1)));
static_assert(says<add, "add: both operands would stretch: [3] + [1, 1], did you mean broadcast_to<...>?">(
    shape(3), shape(1, 1)));

// Names are checked, never used to reorder.
static_assert(says<add, "add: axes differ: [seq=3, d_k=4] + [d_k=4, seq=3]: d_k=4 is not seq=3, did you mean "
                        "transpose<seq, d_k>(b)?">(shape(seq, d_k), shape(d_k, seq)));
static_assert(says<add, "add: axes differ: [seq=3, d_k=4] + [seq=3]: d_k=4 is not seq=3">(shape(seq, d_k), shape(seq)));
static_assert(says<add, "add: axes differ: [seq=3] + [seq'=3]: seq=3 is not seq'=3, did you mean rename<seq', seq>(b)?">(
    shape(seq), shape(seq_)));
static_assert(says<add, "add: two axes of the result would be named seq: [seq=3, seq=3], did you mean to rename one?">(
    shape(seq, 3), shape(3, seq)));

// Static against bounded, two bounds of one name, two measured extents.
static_assert(says<add, "add: axes differ: [tokens<=512] + [tokens=512]: tokens<=512 is not tokens=512, did you mean "
                        "widen<tokens>(b)?">(shape(tokens), shape(axis{"tokens", 512})));
static_assert(says<add, "add: axes differ: [tokens=512] + [tokens<=512]: tokens=512 is not tokens<=512, did you mean "
                        "fix<tokens>(b)?">(shape(axis{"tokens", 512}), shape(tokens)));
static_assert(says<add, "add: axes differ: [tokens<=512] + [tokens<=256]: tokens<=512 is not tokens<=256">(
    shape(tokens), shape(few_tokens)));
static_assert(says<add, "add: axes differ: [tokens=5] + [tokens=0]: tokens=5 is not tokens=0">(
    shape(five_tokens), shape(no_tokens)));
static_assert(says<add, "add: axes differ: [5] + [6]: 5 is not 6">(shape(measured(at_most{8}, 5)), shape(measured(at_most{8}, 6))));

// Numbers.
static_assert(gives<rules::number{elementwise::add, false, element::int32}>(shape(seq), shape(seq)));
static_assert(gives<rules::number{elementwise::add, true, element::float32}>(shape(seq), shape(seq)));
static_assert(says<rules::number{elementwise::divide, true, element::int64},
                   "divide: a number with a fraction and elements of int64, did you mean cast<float>(x)?">(shape(seq)));
