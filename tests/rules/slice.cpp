// Which part of an axis can be taken.
#include <tenon/rules/slice.hpp>

#include "axes.hpp"

using rules::slice;

static_assert(gives<slice{seq, 1, 3}>(shape(batch, axis{"seq", 2}), shape(batch, seq)));
static_assert(gives<slice{seq, 0, 3}>(shape(batch, seq), shape(batch, seq)));
static_assert(gives<slice{0, 2, 3}>(shape(1, 4), shape(3, 4)));
static_assert(gives<slice{seq, 1, 2}>(shape(tokens, axis{"seq", 1}), shape(tokens, seq)));

static_assert(says<slice{seq, 2, 5}, "slice: 2 to 5 is not within seq=3 of [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<slice{seq, -1, 2}, "slice: -1 to 2 is not within seq=3 of [seq=3]">(shape(seq)));
static_assert(says<slice{seq, 1, 1}, "slice: 1 to 1 is not within seq=3 of [seq=3]">(shape(seq)));
static_assert(says<slice{seq, 2, 1}, "slice: 2 to 1 is not within seq=3 of [seq=3]">(shape(seq)));
static_assert(says<slice{seq, INTPTR_MIN, INTPTR_MAX}, "slice: -9223372036854775808 to 9223372036854775807 is not within seq=3 of "
                                                       "[seq=3]">(shape(seq)));
static_assert(says<slice{src, 0, 1}, "slice: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<slice{tokens, 0, 1}, "slice: tokens<=512 is bounded, give begin and end at run time: slice<tokens>(x, begin, "
                                        "end)">(shape(tokens)));

// A window of an axis of its own.
using rules::window;
static_assert(gives<window{seq, axis{"window", 2}}>(shape(batch, axis{"window", 2}), shape(batch, seq)));
static_assert(gives<window{seq, 2}>(shape(batch, axis{"seq", 2}), shape(batch, seq)));
static_assert(gives<window{0, 2}>(shape(2), shape(3)) && gives<window{seq, 3}>(shape(seq), shape(seq)));
static_assert(says<window{seq, axis{"window", 5}}, "slice: window=5 is longer than seq=3 of [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<window{seq, axis{"window", at_most{2}}}, "slice: window<=2 is bounded, give begin and end instead">(shape(seq)));

// A part of a bounded axis.
using rules::bounded_slice;
static_assert(gives<bounded_slice{tokens}>(shape(tokens, d_model), shape(tokens, d_model)));
static_assert(says<bounded_slice{seq}, "slice: seq=3 is not bounded in [batch=1, seq=3], give begin and end as template "
                                       "arguments">(shape(batch, seq)));
