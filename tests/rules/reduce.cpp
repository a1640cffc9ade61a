// Which axes can be summed or searched away.
#include <tenon/rules/reduce.hpp>

#include "axes.hpp"

using rules::reduce;
using rules::reduction;

static_assert(gives<reduce{reduction::sum, selectors(seq)}>(shape(batch, d_model), shape(batch, seq, d_model)));
static_assert(gives<reduce{reduction::sum, selectors(-1)}>(shape(batch, seq), shape(batch, seq, d_model)));
static_assert(gives<reduce{reduction::max, selectors(d_model, batch)}>(shape(seq), shape(batch, seq, d_model)));
static_assert(gives<reduce{reduction::mean, selectors(0)}>(shape(), shape(3)));
static_assert(gives<reduce{reduction::sum, selectors(tokens)}>(shape(d_model), shape(no_tokens, d_model)));
static_assert(gives<reduce{reduction::max, selectors(d_model)}>(shape(no_tokens), shape(no_tokens, d_model)));
static_assert(gives<reduce{reduction::max, selectors(0), element::int32}>(shape(), shape(3)));
static_assert(gives<reduce{reduction::sum, selectors(0, 1, 2, 3, 4, 5, 6, 7)}>(shape(), shape(1, 2, 3, 4, 5, 6, 7, 8)));

static_assert(says<reduce{reduction::sum, selectors(src)}, "sum: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<reduce{reduction::sum, selectors(seq, -1)}, "sum: seq=3 of [batch=1, seq=3] is named twice">(shape(batch, seq)));
static_assert(says<reduce{reduction::sum, selectors(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, "sum: 3 of [3] is named twice">(shape(3)));
static_assert(says<reduce{reduction::max, selectors(tokens)}, "max: tokens=0 has no elements in [tokens=0, d_model=8]">(
    shape(no_tokens, d_model)));
static_assert(says<reduce{reduction::mean, selectors(tokens)}, "mean: tokens=0 has no elements in [tokens=0]">(shape(no_tokens)));
static_assert(says<reduce{reduction::mean, selectors(0), element::int64},
                   "mean: the elements of [3] are int64, did you mean cast<float>(x)?">(shape(3)));
