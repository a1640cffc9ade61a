// Where an axis of extent 1 can be put in, and which can be taken out.
#include <tenon/rules/unsqueeze.hpp>

#include "axes.hpp"

using rules::squeeze;
using rules::unsqueeze;

namespace {
constexpr axis one{"one", 1};
}

static_assert(gives<unsqueeze{0, 1}>(shape(1, seq), shape(seq)) && gives<unsqueeze{1, 1}>(shape(seq, 1), shape(seq)));
static_assert(gives<unsqueeze{1, batch}>(shape(seq, batch, d_model), shape(seq, d_model)));
static_assert(gives<unsqueeze{-1, 1}>(shape(seq, d_model, 1), shape(seq, d_model)));
static_assert(gives<unsqueeze{-3, 1}>(shape(1, seq, d_model), shape(seq, d_model)));
static_assert(gives<unsqueeze{0, one}>(shape(one), shape()) && gives<unsqueeze{-1, 1}>(shape(1), shape()));
static_assert(gives<unsqueeze{1, 1}>(shape(five_tokens, 1, d_model), shape(five_tokens, d_model)));

static_assert(says<unsqueeze{3, 1}, "unsqueeze: no place 3 in [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<unsqueeze{-4, 1}, "unsqueeze: no place -4 in [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<unsqueeze{0, heads}, "unsqueeze: heads=2 has not the extent 1">(shape(seq)));
static_assert(says<unsqueeze{0, axis{"one", at_most{1}}}, "unsqueeze: one<=1 has not the extent 1">(shape(seq)));
static_assert(says<unsqueeze{0, batch}, "unsqueeze: two axes of the result would be named batch: [batch=1, batch=1], did you "
                                        "mean to rename one?">(shape(batch)));
static_assert(says<unsqueeze{0, 1}, "unsqueeze: more than 8 axes: [1, 2, 3, 4, 5, 6, 7, 8]">(shape(1, 2, 3, 4, 5, 6, 7, 8)));

static_assert(gives<squeeze{0}>(shape(seq), shape(1, seq)) && gives<squeeze{batch}>(shape(seq), shape(batch, seq)));
static_assert(gives<squeeze{-1}>(shape(seq), shape(seq, 1)) && gives<squeeze{0}>(shape(), shape(1)));
static_assert(gives<squeeze{1}>(shape(no_tokens, d_model), shape(no_tokens, 1, d_model)));

static_assert(says<squeeze{seq}, "squeeze: seq=3 has not the extent 1 in [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<squeeze{0}, "squeeze: tokens=1 has not the extent 1 in [tokens=1]">(shape(measured(tokens, 1))));
static_assert(says<squeeze{src}, "squeeze: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<squeeze{0}, "squeeze: no axis 0 in []">(shape()));

// A packed tensor stays packed, wherever the axis comes in, and any layout comes back.
static_assert(unsqueeze{0, 1}.relaid(shape(3, 8), strides{{8, 1}}) == strides{{24, 8, 1}});
static_assert(unsqueeze{1, 1}.relaid(shape(3, 8), strides{{8, 1}}) == strides{{8, 8, 1}});
static_assert(unsqueeze{2, 1}.relaid(shape(3, 8), strides{{8, 1}}) == strides{{8, 1, 1}});
static_assert(unsqueeze{0, 1}.relaid(shape(tokens, 8), strides{{8, 1}}) == row_major(shape(1, tokens, 8)));
static_assert(unsqueeze{1, 1}.relaid(shape(8, tokens), strides{{dynamic, 1}}) == row_major(shape(8, 1, tokens)));
static_assert(squeeze{1}.relaid(shape(3, 1, 8), strides{{8, 8, 1}}) == strides{{8, 1}});
static_assert(squeeze{0}.relaid(shape(1, 3, 8), strides{{1, 8, 24}}) == strides{{8, 24}});
