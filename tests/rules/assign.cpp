// What can be written through a tensor or view that keeps its shape.
#include <tenon/rules/assign.hpp>

#include "axes.hpp"

using rules::assign;
using how = rules::assign::how;

static_assert(gives<assign{how::assign}>(shape(seq, d_model), shape(seq, d_model), shape(d_model)));
static_assert(gives<assign{how::add}>(shape(seq, d_model), shape(seq, d_model), shape(3, 1)));
static_assert(gives<assign{how::divide}>(shape(3), shape(3), shape(seq)) && gives<assign{how::assign}>(shape(seq), shape(seq), shape()));
static_assert(gives<assign{how::assign}>(shape(five_tokens), shape(five_tokens), shape(five_tokens)) && gives<assign{how::add}>(shape(seq), shape(seq)));

static_assert(says<assign{how::assign}, "assign: axes differ: [seq=3] = [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<assign{how::subtract}, "subtract in place: axes differ: [seq=3] -= [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<assign{how::multiply}, "multiply in place: axes differ: [2] *= [3]: 2 is not 3">(shape(2), shape(3)));
static_assert(says<assign{how::divide}, "divide in place: axes differ: [2] /= [3]: 2 is not 3">(shape(2), shape(3)));
static_assert(says<assign{how::add}, "add in place: axes differ: [seq=3, d_k=4] += [d_k=4, seq=3]: d_k=4 is not seq=3, did you "
                                     "mean transpose<seq, d_k>(b)?">(shape(seq, d_k), shape(d_k, seq)));
// The left side never stretches.
static_assert(says<assign{how::add}, "add in place: [d_model=8] would have to become [seq=3, d_model=8]">(shape(d_model), shape(seq, d_model)));
static_assert(says<assign{how::assign}, "assign: [1] would have to become [4]">(shape(1), shape(4)));
static_assert(says<assign{how::assign}, "assign: axes differ: [tokens=5] = [tokens=0]: tokens=5 is not tokens=0">(
    shape(five_tokens), shape(no_tokens)));
static_assert(says<assign{how::assign, false}, "assign: [seq=3] is constant or a temporary and cannot be written">(shape(seq), shape(src)));
static_assert(says<assign{how::add, false}, "add in place: [seq=3] is constant or a temporary and cannot be written">(shape(seq)));
