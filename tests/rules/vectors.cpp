// Which vectors have a dot product and an outer product, and which tensors a norm.
#include <tenon/rules/vectors.hpp>

#include "axes.hpp"

using rules::dot;
using rules::norm;
using rules::outer;

static_assert(gives<dot{}>(shape(), shape(seq), shape(seq)) && gives<dot{}>(shape(), shape(3), shape(seq)));
static_assert(gives<dot{}>(shape(), shape(no_tokens), shape(no_tokens)));
static_assert(says<dot{}, "dot: axes differ: [seq=3] . [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<dot{}, "dot: axes differ: [tokens=5] . [tokens=0]: tokens=5 is not tokens=0">(shape(five_tokens), shape(no_tokens)));
static_assert(says<dot{}, "dot: [seq=3, d_model=8] is no vector">(shape(seq, d_model), shape(seq)));
static_assert(says<dot{}, "dot: [] is no vector">(shape(seq), shape()));

static_assert(gives<outer{}>(shape(seq, d_model), shape(seq), shape(d_model)) && gives<outer{}>(shape(3, 3), shape(3), shape(3)));
static_assert(gives<outer{}>(shape(five_tokens, seq), shape(five_tokens), shape(seq)));
static_assert(says<outer{}, "outer: [seq=3, d_model=8] is no vector">(shape(seq), shape(seq, d_model)));
static_assert(says<outer{}, "outer: two axes of the result would be named seq: [seq=3, seq=3], did you mean to rename one?">(
    shape(seq), shape(seq)));

static_assert(gives<norm{element::float32}>(shape(), shape(seq, d_model)) && gives<norm{element::float64}>(shape(), shape()));
static_assert(says<norm{element::int32}, "norm: elements of int32 have none, did you mean cast<float>(x)?">(shape(seq)));
