// Which axes the same elements can have instead.
#include <tenon/rules/reshape.hpp>

#include "axes.hpp"

namespace {

template <class... Axes>
constexpr rules::reshape to(Axes... axes) {
  return {shape(axes...)};
}

}  // namespace

static_assert(gives<to(4, 6)>(shape(4, 6), shape(2, 3, 4)));
static_assert(gives<to(batch, seq, heads, d_k)>(shape(batch, seq, heads, d_k), shape(batch, seq, d_model)));
static_assert(gives<to(batch, seq, d_model)>(shape(batch, seq, d_model), shape(batch, seq, heads, d_k)));
static_assert(gives<rules::reshape{shape()}>(shape(), shape(1, 1)) && gives<to(1, 1)>(shape(1, 1), shape()));
static_assert(gives<to(1, 2, 3, 4, 1, 1, 1, 1)>(shape(1, 2, 3, 4, 1, 1, 1, 1), shape(24)));

static_assert(says<to(4, 5), "reshape: element counts differ: [batch=1, seq=3, d_model=8] has 24, [4, 5] has 20">(
    shape(batch, seq, d_model)));
static_assert(says<to(INTPTR_MAX, 2), "reshape: element counts differ: [2] has 2, [9223372036854775807, 2] has "
                                      "9223372036854775807">(shape(2)));
static_assert(says<rules::reshape{shape(2, 1), rules::packed::yes, 9}, "reshape: 9 axes are more than 8">(shape(2)));
static_assert(says<rules::reshape{shape(6), rules::packed::no},
                   "reshape: [seq=3, heads=2] is not contiguous, did you mean reshape<...>(contiguous(x))?">(shape(seq, heads)));

// A name keeps its elements.
static_assert(says<to(seq, heads), "reshape: seq=3 would not keep its elements: [heads=2, seq=3] to [seq=3, heads=2], did you "
                                   "mean transpose?">(shape(heads, seq)));
static_assert(says<to(axis{"seq", 6}), "reshape: seq=3 of [heads=2, seq=3] would not keep its extent: seq=3 is not seq=6">(shape(heads, seq)));

// A bounded axis keeps its extent.
static_assert(gives<to(tokens, heads, d_k)>(shape(tokens, heads, d_k), shape(tokens, d_model)));
static_assert(gives<to(tokens, heads, d_k)>(shape(five_tokens, heads, d_k), shape(five_tokens, d_model)));
static_assert(gives<to(tokens, heads, d_k)>(shape(no_tokens, heads, d_k), shape(no_tokens, d_model)));
// A new one takes what is left.
static_assert(gives<to(axis{"rows", at_most{1024}})>(shape(axis{"rows", at_most{1024}}), shape(2, tokens)));
static_assert(gives<to(axis{"rows", at_most{1024}})>(shape(measured(axis{"rows", at_most{1024}}, 10)), shape(2, five_tokens)));
static_assert(gives<to(axis{"rows", at_most{1024}})>(shape(measured(axis{"rows", at_most{1024}}, 0)), shape(2, no_tokens)));
static_assert(gives<to(axis{"rows", at_most{2048}})>(shape(axis{"rows", at_most{2048}}), shape(items, tokens)));
static_assert(says<to(axis{"pairs", at_most{256}}, 2), "reshape: element counts differ: [tokens=5] has 5, [pairs<=256, 2] has "
                                                       "at most 512">(shape(five_tokens)));
static_assert(says<to(axis{"rows", at_most{1000}}), "reshape: element counts differ: [2, tokens<=512] has at most 1024, "
                                                    "[rows<=1000] has at most 1000">(shape(2, tokens)));

static_assert(says<to(512), "reshape: [tokens<=512] is bounded and [512] is not, did you mean fix<...>(x)?">(shape(tokens)));
static_assert(says<to(tokens), "reshape: [tokens<=512] is bounded and [512] is not, did you mean widen<...>(x)?">(shape(512)));
static_assert(says<to(items, tokens), "reshape: items<=4 and tokens<=512 cannot both be new in [items<=4, tokens<=512]">(
    shape(axis{"rows", at_most{2048}})));
static_assert(says<to(few_tokens, 2), "reshape: tokens<=512 of [tokens<=512] would not keep its extent: tokens<=512 is not "
                                      "tokens<=256">(shape(tokens)));
// Where another axis is bounded too.
static_assert(says<to(items, axis{"tokens", 512}), "reshape: tokens<=512 of [items<=4, tokens<=512] would not keep its extent: "
                                                   "tokens<=512 is not tokens=512">(shape(items, tokens)));
static_assert(says<to(items, tokens), "reshape: tokens=512 of [items<=4, tokens=512] would not keep its extent: tokens=512 is "
                                      "not tokens<=512">(shape(items, axis{"tokens", 512})));
