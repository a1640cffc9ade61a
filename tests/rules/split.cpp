// Which axes one axis can be split into.
#include <tenon/rules/split.hpp>

#include "axes.hpp"

using rules::split;

static_assert(gives<split{d_model, shape(heads, d_k)}>(shape(batch, seq, heads, d_k), shape(batch, seq, d_model)));
static_assert(gives<split{d_model, shape(heads, d_k)}>(shape(heads, d_k, seq), shape(d_model, seq)));
static_assert(gives<split{d_model, shape(heads, d_k)}>(shape(tokens, heads, d_k), shape(tokens, d_model)));
static_assert(gives<split{d_model, shape(heads, d_k)}>(shape(five_tokens, heads, d_k), shape(five_tokens, d_model)));
static_assert(gives<split{6, shape(2, 3)}>(shape(2, 3, 5), shape(6, 5)));
static_assert(gives<split{seq, shape(1, seq, 1)}>(shape(1, seq, 1), shape(seq)));
static_assert(gives<split{d_model, shape(d_model)}>(shape(d_model), shape(d_model)));
static_assert(gives<split{2, shape(1, 2)}>(shape(1, 2, 3, 4, 5, 6, 7, 8), shape(2, 3, 4, 5, 6, 7, 8)));

static_assert(says<split{d_model, shape(3, 2)}, "split: d_model=8 is not 3 x 2 = 6">(shape(batch, seq, d_model)));
static_assert(says<split{d_model, shape(heads, 3)}, "split: d_model=8 is not heads=2 x 3 = 6">(shape(d_model)));
static_assert(says<split{src, shape(5)}, "split: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<split{axis{"seq", 4}, shape(2, 2)}, "split: seq=4 is not seq=3 in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<split{6, shape(2, 3)}, "split: no axis has the extent 6 in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<split{6, shape(2, 3)}, "split: two axes have the extent 6 in [6, 6], did you mean reshape?">(shape(6, 6)));
static_assert(says<split{tokens, shape(2, 256)}, "split: a bounded axis cannot be split: tokens<=512 of [tokens<=512]">(
    shape(tokens)));
static_assert(says<split{d_model, shape(items, 2)}, "split: a bounded axis cannot be split: d_model=8 of [d_model=8]">(
    shape(d_model)));
static_assert(says<split{2, shape(1, 2)}, "split: 9 axes are more than 8: [1, 2, 3, 4, 5, 6, 7, 8]">(shape(1, 2, 3, 4, 5, 6, 7, 8)));
static_assert(says<split{d_model, shape(seq, 4)}, "split: d_model=8 is not seq=3 x 4 = 12">(shape(seq, d_model)));
static_assert(says<split{d_model, shape(axis{"seq", 2}, 4)}, "split: two axes of the result would be named seq: [seq=3, seq=2, "
                                                             "4], did you mean to rename one?">(shape(seq, d_model)));
static_assert(says<split{axis{"d", 8}, shape(INTPTR_MAX, 2)}, "split: d=8 is not 9223372036854775807 x 2 = "
                                                              "9223372036854775807">(shape(axis{"d", 8})));
