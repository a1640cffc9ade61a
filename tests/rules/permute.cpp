// Which orders axes can be given.
#include <tenon/rules/permute.hpp>

#include "axes.hpp"

using rules::permute;

static_assert(gives<permute{selectors(2, 0, 1)}>(shape(d_model, batch, seq), shape(batch, seq, d_model)));
static_assert(gives<permute{selectors(seq, d_model, batch)}>(shape(seq, d_model, batch), shape(batch, seq, d_model)));
static_assert(gives<permute{selectors(-1, batch, 1)}>(shape(d_model, batch, seq), shape(batch, seq, d_model)));
static_assert(gives<permute{selectors(0)}>(shape(3), shape(3)) && gives<permute{selectors()}>(shape(), shape()));
static_assert(gives<permute{selectors(7, 6, 5, 4, 3, 2, 1, 0)}>(shape(8, 7, 6, 5, 4, 3, 2, 1), shape(1, 2, 3, 4, 5, 6, 7, 8)));
static_assert(gives<permute{selectors(d_model, tokens)}>(shape(d_model, five_tokens), shape(five_tokens, d_model)));

static_assert(says<permute{selectors(seq, d_model)}, "permute: 2 axes are given for the 3 of [batch=1, seq=3, d_model=8]">(
    shape(batch, seq, d_model)));
static_assert(says<permute{selectors(seq)}, "permute: 1 axis is given for the 2 of [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<permute{selectors(0)}, "permute: 1 axis is given for the 0 of []">(shape()));
static_assert(says<permute{selectors(0, 1, 2, 3, 4, 5, 6, 7, 0)}, "permute: 9 axes are given for the 8 of [1, 2, 3, 4, 5, 6, 7, 8]">(
    shape(1, 2, 3, 4, 5, 6, 7, 8)));
static_assert(says<permute{selectors(seq, 0)}, "permute: seq=3 is named twice">(shape(seq, d_model)));
static_assert(says<permute{selectors(seq, src)}, "permute: no axis src in [seq=3, d_model=8]">(shape(seq, d_model)));

// Strides go with their axes.
static_assert(permute{selectors(2, 0, 1)}.relaid(shape(1, 3, 8), strides{{24, 8, 1}}) == strides{{1, 24, 8}});
