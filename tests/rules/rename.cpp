// Which names axes can be given.
#include <tenon/rules/rename.hpp>

#include "axes.hpp"

using rules::rename;
using rules::unnamed;

static_assert(gives<rename{seq, axis{"keys", 3}}>(shape(batch, axis{"keys", 3}), shape(batch, seq)));
static_assert(gives<rename{-1, axis{"keys", 3}}>(shape(2, axis{"keys", 3}), shape(2, 3)));
static_assert(gives<rename{tokens, axis{"keys", at_most{512}}}>(shape(axis{"keys", at_most{512}}), shape(tokens)));
static_assert(gives<rename{tokens, axis{"keys", at_most{512}}}>(shape(measured(axis{"keys", at_most{512}}, 5)), shape(five_tokens)));
static_assert(gives<rename{seq, seq}>(shape(seq), shape(seq)));

static_assert(says<rename{seq, axis{"keys", 5}}, "rename: seq=3 of [batch=1, seq=3] is not keys=5">(shape(batch, seq)));
static_assert(says<rename{src, axis{"keys", 5}}, "rename: no axis src in [batch=1, seq=3]">(shape(batch, seq)));
static_assert(says<rename{tokens, axis{"keys", 512}}, "rename: tokens<=512 of [tokens<=512] is not keys=512">(shape(tokens)));
static_assert(says<rename{tokens, axis{"keys", at_most{256}}}, "rename: tokens<=512 of [tokens<=512] is not keys<=256">(shape(tokens)));
static_assert(says<rename{seq, axis{"batch", 3}}, "rename: two axes of the result would be named batch: [batch=1, batch=3], did "
                                                  "you mean to rename one?">(shape(batch, seq)));

static_assert(gives<unnamed{}>(shape(1, 3, 8), shape(batch, seq, d_model)));
static_assert(gives<unnamed{}>(shape(at_most{512}, 8), shape(tokens, d_model)));
static_assert(gives<unnamed{}>(shape(measured(at_most{512}, 5)), shape(five_tokens)));
static_assert(gives<unnamed{}>(shape(), shape()));
