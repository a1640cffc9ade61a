// Which shapes an operand can be stretched to when that is asked for.
#include <tenon/rules/broadcast_to.hpp>

#include "axes.hpp"

using rules::broadcast_to;

namespace {
constexpr axis two{"batch", 2}, four_src{"src", 4}, one_src{"src", 1};
}

static_assert(gives<broadcast_to{shape(2, 3)}>(shape(2, 3), shape(3)) && gives<broadcast_to{shape(2, 3)}>(shape(2, 3), shape(2, 1)));
static_assert(gives<broadcast_to{shape(2, 3)}>(shape(2, 3), shape()) && gives<broadcast_to{shape()}>(shape(), shape()));
static_assert(gives<broadcast_to{shape(2, 3)}>(shape(2, 3), shape(2, 3)) && gives<broadcast_to{shape(1, 1)}>(shape(1, 1), shape(1)));
// A named axis of 1 too, under its own name.
static_assert(gives<broadcast_to{shape(two, seq)}>(shape(two, seq), shape(batch, seq)));
// Names survive on both sides.
static_assert(gives<broadcast_to{shape(two, 3)}>(shape(two, seq), shape(seq)));
static_assert(gives<broadcast_to{shape(two, seq)}>(shape(two, seq), shape(1, 3)));
static_assert(gives<broadcast_to{shape(4, seq)}>(shape(axis{"batch", 4}, seq), shape(batch, seq)));
// A bounded axis is there already, by name or, without one, by place.
static_assert(gives<broadcast_to{shape(two, tokens, d_model)}>(shape(two, tokens, d_model), shape(tokens, d_model)));
static_assert(gives<broadcast_to{shape(two, tokens, d_model)}>(shape(two, five_tokens, d_model), shape(five_tokens, 1)));
static_assert(gives<broadcast_to{shape(two, tokens)}>(shape(two, no_tokens), shape(no_tokens)));
static_assert(gives<broadcast_to{shape(tokens)}>(shape(five_tokens), shape(measured(axis(at_most{512}), 5))));

static_assert(says<broadcast_to{shape(two, src)}, "broadcast_to: [seq=3] does not stretch to [batch=2, src=5]: seq=3 is not src=5">(
    shape(seq)));
static_assert(says<broadcast_to{shape(4, 2)}, "broadcast_to: [2, 2] does not stretch to [4, 2]: 2 is not 4">(shape(2, 2)));
static_assert(says<broadcast_to{shape(3)}, "broadcast_to: [2, 3] does not stretch to [3]: 2 axes are more than 1">(shape(2, 3)));
static_assert(says<broadcast_to{shape()}, "broadcast_to: [3] does not stretch to []: 1 axis is more than 0">(shape(3)));
// Stretched, an axis keeps its name.
static_assert(says<broadcast_to{shape(four_src)}, "broadcast_to: [batch=1] does not stretch to [src=4]: batch=1 is not src=4">(
    shape(batch)));
static_assert(says<broadcast_to{shape(one_src)}, "broadcast_to: [batch=1] does not stretch to [src=1]: batch=1 is not src=1">(
    shape(batch)));
static_assert(says<broadcast_to{shape(1, 2), 9}, "broadcast_to: 9 axes are more than 8">(shape(2)));
static_assert(says<broadcast_to{shape(tokens, d_model)}, "broadcast_to: the extent of tokens<=512 is not known from [d_model=8]">(
    shape(d_model)));
static_assert(says<broadcast_to{shape(tokens, d_model)}, "broadcast_to: the extent of tokens<=512 is not known from [1, d_model=8]">(
    shape(1, d_model)));
static_assert(says<broadcast_to{shape(tokens)}, "broadcast_to: [tokens=512] does not stretch to [tokens<=512]: tokens=512 is not tokens<=512">(
    shape(axis{"tokens", 512})));
static_assert(says<broadcast_to{shape(few_tokens)}, "broadcast_to: [tokens<=512] does not stretch to [tokens<=256]: tokens<=512 is not tokens<=256">(
    shape(tokens)));
static_assert(says<broadcast_to{shape(7)}, "broadcast_to: [tokens<=512] does not stretch to [7]: tokens<=512 is not 7">(shape(tokens)));
static_assert(says<broadcast_to{shape(7)}, "broadcast_to: [tokens=1] does not stretch to [7]: tokens=1 is not 7">(
    shape(measured(tokens, 1))));
static_assert(says<broadcast_to{shape(seq, 3)}, "broadcast_to: two axes of the result would be named seq: [seq=3, seq=3], did you "
                                                "mean to rename one?">(shape(seq)));

// What is stretched does not move.
static_assert(broadcast_to{shape(2, 3, 4)}.relaid(shape(3, 1), strides{{1, 1}}) == strides{{0, 1, 0}});
static_assert(broadcast_to{shape(2, 1, 4)}.relaid(shape(1, 4), strides{{4, 1}}) == strides{{0, 4, 1}});
