// Which lengths a mask of real elements can be made of.
#include <tenon/rules/within_lengths.hpp>

#include "axes.hpp"

namespace {

constexpr rules::within_lengths of_seq{seq, element::int64}, of_tokens{tokens, element::int32},
    of_keys{prime(tokens), element::int64}, of_floats{seq, element::float32};

}  // namespace

static_assert(gives<of_seq>(shape(batch, seq), shape(batch)));
static_assert(gives<of_seq>(shape(seq), shape()));
static_assert(gives<rules::within_lengths{axis(7), element::int64}>(shape(batch, heads, 7), shape(batch, heads)));
static_assert(says<of_floats, "within_lengths: lengths are integers, those of [batch=1] are float">(shape(batch)));
static_assert(
    says<of_tokens,
         "within_lengths: tokens<=512 is known at run time, did you mean within_lengths<tokens>(lengths, x)?">(
        shape(batch)));
static_assert(
    says<of_seq,
         "within_lengths: two axes of the result would be named seq: [seq=3, seq=3], did you mean to rename one?">(
        shape(seq)));
static_assert(says<of_seq, "within_lengths: more than 8 axes: [1, 1, 1, 1, 1, 1, 1, 1] and seq=3">(shape(1, 1, 1, 1, 1,
                                                                                                         1, 1, 1)));

// As long as in another operand; the key side of an axis as long as that axis.
static_assert(gives<of_tokens>(shape(batch, tokens), shape(batch), shape(batch, tokens, d_model)));
static_assert(gives<of_tokens>(shape(batch, five_tokens), shape(batch), shape(batch, five_tokens, d_model)));
static_assert(gives<of_keys>(shape(batch, prime(tokens)), shape(batch), shape(batch, tokens, d_model)));
static_assert(gives<of_keys>(shape(batch, measured(prime(tokens), 5)), shape(batch), shape(batch, five_tokens)));
static_assert(gives<of_keys>(shape(4, prime(tokens)), shape(4), shape(batch, tokens, prime(tokens))));
static_assert(gives<of_seq>(shape(batch, seq), shape(batch), shape(batch, seq, d_model)));
static_assert(says<of_tokens, "within_lengths: no axis tokens in [batch=1, seq=3]">(shape(batch), shape(batch, seq)));
static_assert(says<of_tokens, "within_lengths: tokens<=512 is not tokens<=256 in [tokens<=256]">(shape(batch),
                                                                                                 shape(few_tokens)));
static_assert(says<of_seq, "within_lengths: seq=3 is not seq=4 in [seq=4]">(shape(batch), shape(axis{"seq", 4})));
static_assert(says<rules::within_lengths{axis(7), element::int64},
                   "within_lengths: 7 has no name by which to find an axis of [batch=1, 7]">(shape(batch),
                                                                                             shape(batch, 7)));
static_assert(says<of_tokens,
                   "within_lengths: lengths [batch=2] are not those of [batch=1, tokens<=512]: batch=2 is not batch=1">(
    shape(axis{"batch", 2}), shape(batch, tokens)));
static_assert(
    says<of_tokens, "within_lengths: lengths [items=3] are not those of [items=4, tokens=5]: items=3 is not items=4">(
        shape(measured(items, 3)), shape(measured(items, 4), five_tokens)));
