// Which axes can change places.
#include <tenon/rules/transpose.hpp>

#include "axes.hpp"

using rules::transpose;

static_assert(gives<transpose{seq, heads}>(shape(batch, heads, seq, d_k), shape(batch, seq, heads, d_k)));
static_assert(gives<transpose{heads, seq}>(shape(batch, heads, seq, d_k), shape(batch, seq, heads, d_k)));
static_assert(gives<transpose{-2, -1}>(shape(3, 2), shape(2, 3)) && gives<transpose{0, 2}>(shape(4, 3, 2), shape(2, 3, 4)));
static_assert(gives<transpose{0, seq}>(shape(seq, batch), shape(batch, seq)));
static_assert(gives<transpose{tokens, d_model}>(shape(d_model, tokens), shape(tokens, d_model)));
static_assert(gives<transpose{tokens, d_model}>(shape(d_model, five_tokens), shape(five_tokens, d_model)));

static_assert(says<transpose{src, seq}, "transpose: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<transpose{0, 2}, "transpose: no axis 2 in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<transpose{seq, seq}, "transpose: seq=3 with itself in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<transpose{1, -1}, "transpose: seq=3 with itself in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<transpose{0, 1}, "transpose: no axis 1 in [3]">(shape(3)));
static_assert(says<transpose{0, 1}, "transpose: no axis 0 in []">(shape()));
static_assert(says<transpose{axis{"seq", 4}, 0}, "transpose: seq=4 is not seq=3 in [batch=1, seq=3]">(shape(batch, seq)));

// Strides change places with their axes.
static_assert(transpose{0, 2}.relaid(shape(2, 3, 4), row_major(shape(2, 3, 4)))[0] == 1);
static_assert(transpose{0, 2}.relaid(shape(2, 3, 4), row_major(shape(2, 3, 4)))[2] == 12);
