// Which axis an index picks one element from.
#include <tenon/rules/row.hpp>

#include "axes.hpp"

using rules::row;

static_assert(gives<row{0}>(shape(seq, d_model), shape(batch, seq, d_model)));
static_assert(gives<row{seq}>(shape(batch, d_model), shape(batch, seq, d_model)));
static_assert(gives<row{-1}>(shape(), shape(3)) && gives<row{tokens}>(shape(d_model), shape(tokens, d_model)));
static_assert(gives<row{1}>(shape(five_tokens), shape(five_tokens, d_model)));

static_assert(says<row{src}, "row: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<row{0}, "row: no axis 0 in []">(shape()));
static_assert(says<row{2}, "row: no axis 2 in [batch=1, seq=3]">(shape(batch, seq)));

// The strides of the axes that stay.
static_assert(row{1}.relaid(shape(2, 3, 4), row_major(shape(2, 3, 4)))[0] == 12);
static_assert(row{1}.relaid(shape(2, 3, 4), row_major(shape(2, 3, 4)))[1] == 1);
static_assert(row{0}.relaid(shape(1, 2, 3, 4, 5, 6, 7, 8), row_major(shape(1, 2, 3, 4, 5, 6, 7, 8)))[7] == 0);
