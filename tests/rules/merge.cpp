// Which neighbouring axes can become one.
#include <tenon/rules/merge.hpp>

#include "axes.hpp"

using rules::merge;

namespace {
constexpr selectors both_halves(heads, d_k);
constexpr axis rows{"rows", at_most{2048}};
}  // namespace

static_assert(gives<merge{both_halves, d_model}>(shape(batch, seq, d_model), shape(batch, seq, heads, d_k)));
static_assert(gives<merge{both_halves, 8}>(shape(8, seq), shape(heads, d_k, seq)));
static_assert(gives<merge{both_halves, d_model}>(shape(tokens, d_model), shape(tokens, heads, d_k)));
static_assert(gives<merge{both_halves, d_model}>(shape(no_tokens, d_model), shape(no_tokens, heads, d_k)));
static_assert(gives<merge{selectors(0, 1, 2), 24}>(shape(24), shape(2, 3, 4)));
static_assert(gives<merge{selectors(-2, -1), 12}>(shape(2, 12), shape(2, 3, 4)));
static_assert(gives<merge{selectors(seq), src}>(shape(src), shape(axis{"seq", 5})) == false);
static_assert(gives<merge{selectors(seq), axis{"rows", 3}}>(shape(axis{"rows", 3}), shape(seq)));

// Bounded parts make a bounded whole.
static_assert(gives<merge{selectors(items, tokens), rows}>(shape(rows), shape(items, tokens)));
static_assert(gives<merge{selectors(items, tokens), rows}>(shape(measured(rows, 10)), shape(measured(items, 2), five_tokens)));
static_assert(gives<merge{selectors(items, tokens), rows}>(shape(measured(rows, 0)), shape(measured(items, 2), no_tokens)));

static_assert(says<merge{both_halves, axis{"d_model", 9}}, "merge: heads=2 x d_k=4 = 8 is not d_model=9">(shape(heads, d_k)));
static_assert(says<merge{both_halves, d_model}, "merge: heads=2 and d_k=4 are not neighbours in [heads=2, seq=3, d_k=4], did you "
                                                "mean transpose?">(shape(heads, seq, d_k)));
static_assert(says<merge{both_halves, d_model}, "merge: heads=2 and d_k=4 are not neighbours in [d_k=4, heads=2], did you mean "
                                                "transpose?">(shape(d_k, heads)));
static_assert(says<merge{both_halves, d_model}, "merge: no axis d_k in [heads=2, seq=3]">(shape(heads, seq)));
static_assert(says<merge{both_halves, d_model, 0u}, "merge: heads=2 and d_k=4 of [heads=2, d_k=4] are not contiguous, did you "
                                                    "mean merge<...>(contiguous(x))?">(shape(heads, d_k)));
static_assert(says<merge{both_halves, seq}, "merge: heads=2 x d_k=4 = 8 is not seq=3">(shape(seq, heads, d_k)));
static_assert(says<merge{both_halves, axis{"seq", 8}}, "merge: two axes of the result would be named seq: [seq=3, seq=8], did you "
                                                       "mean to rename one?">(shape(seq, heads, d_k)));
static_assert(says<merge{selectors(items, tokens), axis{"rows", at_most{2000}}},
                   "merge: items<=4 x tokens<=512 = at most 2048 is not rows<=2000">(shape(items, tokens)));
static_assert(says<merge{selectors(items, tokens), axis{"rows", 2048}},
                   "merge: items<=4 x tokens<=512 = at most 2048 is not rows=2048">(shape(items, tokens)));
static_assert(says<merge{both_halves, axis{"rows", at_most{8}}}, "merge: heads=2 x d_k=4 = 8 is not rows<=8">(shape(heads, d_k)));
