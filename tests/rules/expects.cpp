// What functions of users expect.
#include <tenon/rules/expects.hpp>

#include "axes.hpp"

namespace {

using encodes = expects<"encode", any{"batch"}, any{"seq"}, d_model>;
using normalises = expects<"normalise", any_axes, d_model>;
using reads = expects<"read", tokens, 3>;

}  // namespace

// Any axis is any: of every name and extent, or bounded. The others fit as axes do everywhere.
static_assert(gives<encodes{}>(shape(batch, seq, d_model), shape(batch, seq, d_model)));
static_assert(gives<encodes{}>(shape(heads, tokens, 8), shape(heads, tokens, 8)));
static_assert(gives<encodes{}>(shape(5, five_tokens, d_model), shape(5, five_tokens, d_model)));
static_assert(says<encodes{}, "encode: [seq=3, d_model=8] is not [any batch, any seq, d_model=8]: 2 axes are not 3">(
    shape(seq, d_model)));
static_assert(says<encodes{}, "encode: [8] is not [any batch, any seq, d_model=8]: 1 axis is not 3">(shape(8)));
static_assert(
    says<encodes{},
         "encode: [batch=1, seq=3, d_ff=32] is not [any batch, any seq, d_model=8]: d_ff=32 is not d_model=8">(
        shape(batch, seq, d_ff)));

// Any number of axes before those that are given.
static_assert(gives<normalises{}>(shape(d_model), shape(d_model)));
static_assert(gives<normalises{}>(shape(batch, heads, tokens, d_model), shape(batch, heads, tokens, d_model)));
static_assert(gives<expects<"read", any_axes>{}>(shape(), shape()));
static_assert(says<normalises{}, "normalise: [] is not [..., d_model=8]: 0 axes are less than 1">(shape()));
static_assert(says<normalises{}, "normalise: [d_model=8, seq=3] is not [..., d_model=8]: seq=3 is not d_model=8">(
    shape(d_model, seq)));

// A bounded axis fits by its bound when compiling, and by its extent at run time.
static_assert(gives<reads{}>(shape(tokens, 3), shape(tokens, 3)));
static_assert(gives<reads{}>(shape(five_tokens, seq), shape(five_tokens, seq)));
static_assert(says<reads{}, "read: [tokens<=256, 3] is not [tokens<=512, 3]: tokens<=256 is not tokens<=512">(
    shape(few_tokens, 3)));
static_assert(says<reads{}, "read: [items=4, 3] is not [tokens<=512, 3]: items=4 is not tokens<=512">(
    shape(measured(items, 4), 3)));

// Nothing expected but a number.
static_assert(gives<expects<"log", any_axes, 1>{}>(shape(seq, 1), shape(seq, 1)));
static_assert(gives<expects<"scale">{}>(shape(), shape()));
static_assert(says<expects<"scale">{}, "scale: [seq=3] is not []: 1 axis is not 0">(shape(seq)));
