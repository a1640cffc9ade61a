// The rule of attention: which queries, keys, values and masks meet, and what is said of others.
#include <tenon/rules/attention.hpp>
#include <tenon/rules/judge.hpp>

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 6}, heads{"heads", 2};
constexpr rules::attention multi_head{rules::attention::form::multi_head, element::float32, d_model, d_model, d_model, d_model, heads};
constexpr shape x(batch, seq, d_model), memory(batch, src, d_model);

constexpr rules::attention with(rules::attention rule, rules::causality causal) {
  rule.causal = causal;
  return rule;
}

template <auto Rule, class... Shapes>
constexpr bool accepts(const Shapes&... shapes) {
  writer counter;
  return judge(Rule, counter, shapes...).fits && counter.size() == 0;
}

static_assert(accepts<multi_head>(x, x, x) && accepts<multi_head>(x, memory, memory));
static_assert(multi_head.output(x, memory) == x);
static_assert(multi_head.scores(x, x) == shape(batch, heads, seq, prime(seq)));
static_assert(multi_head.scores(x, memory) == shape(batch, heads, seq, src));
static_assert(multi_head.by_head(x, seq, axis{"d_k", 3}) == shape(batch, heads, seq, axis{"d_k", 3}));

// Inputs.
static_assert(says<multi_head, "multi_head_attention: [batch=2, seq=3, d_ff=7] does not end in d_model=6: d_ff=7 is not d_model=6">(
    shape(batch, seq, axis{"d_ff", 7}), memory, memory));
static_assert(says<multi_head, "multi_head_attention: queries and keys differ: [batch=2, seq=3, d_model=6] and [batch=4, src=5, d_model=6]: "
                               "batch=2 is not batch=4">(x, shape(axis{"batch", 4}, src, d_model), shape(axis{"batch", 4}, src, d_model)));
static_assert(says<multi_head, "multi_head_attention: keys and values differ: [batch=2, src=5, d_model=6] and [batch=2, src=6, d_model=6]: "
                               "src=5 is not src=6">(x, memory, shape(batch, axis{"src", 6}, d_model)));
static_assert(says<multi_head, "multi_head_attention: keys and values differ: [3, 6] and [4, 6]: 3 is not 4">(
    shape(3, 6), shape(3, 6), shape(4, 6)));

// Batch and seq change places: equal extents, other names.
static_assert(says<multi_head, "multi_head_attention: queries and keys differ: [batch=3, seq=3, d_model=6] and [seq=3, batch=3, d_model=6]: "
                               "batch=3 is not seq=3">(shape(axis{"batch", 3}, seq, d_model), shape(seq, axis{"batch", 3}, d_model),
                                                       shape(seq, axis{"batch", 3}, d_model)));

// Names that would stand twice, or be too long.
constexpr axis longest{"a_name_of_15_ch", 3};
static_assert(says<multi_head, "multi_head_attention: two axes of the scores would be named heads: [heads=2, heads=2, seq=3, seq'=3], did "
                               "you mean to rename one?">(shape(heads, seq, d_model), shape(heads, seq, d_model), shape(heads, seq, d_model)));
static_assert(says<multi_head, "multi_head_attention: the keys would be named a_name_of_15_ch', which has more than 15 characters, did you "
                               "mean rename<a_name_of_15_ch, ...>(x)?">(shape(longest, d_model), shape(longest, d_model), shape(longest, d_model)));
static_assert(accepts<multi_head>(shape(longest, d_model), shape(src, d_model), shape(src, d_model)));

// Causality.
constexpr auto unaligned = with(multi_head, rules::causality::unaligned), aligned = with(multi_head, rules::causality::aligned);
static_assert(accepts<unaligned>(x, x, x) && accepts<aligned>(x, x, x) && accepts<aligned>(x, memory, memory));
static_assert(says<unaligned, "multi_head_attention: causal among seq=3 queries and src=5 keys, did you mean causal_top_left or "
                              "causal_bottom_right?">(x, memory, memory));
constexpr axis tokens{"tokens", at_most{9}}, others{"others", at_most{9}};
static_assert(accepts<unaligned>(shape(tokens, d_model), shape(tokens, d_model), shape(tokens, d_model)));
static_assert(says<unaligned, "multi_head_attention: causal among tokens<=9 queries and others<=9 keys, did you mean causal_top_left or "
                              "causal_bottom_right?">(shape(tokens, d_model), shape(others, d_model), shape(others, d_model)));

// Masks: [batch, heads, seq, keys] in this order, by name, or by extent from the last.
constexpr shape scores(batch, heads, seq, src);
constexpr bool fits_scores(const shape& mask) {
  writer counter;
  return rules::mask_fits("attention", "keep", scores, mask, 1, counter);
}
static_assert(fits_scores(shape(seq, src)) && fits_scores(shape(heads, seq, src)) && fits_scores(scores));
static_assert(fits_scores(shape(batch, src)) && fits_scores(shape(src)) && fits_scores(shape(batch, heads, src)));
static_assert(fits_scores(shape(3, 5)) && fits_scores(shape(2, 2, 3, 5)) && fits_scores(shape(5)));
static_assert(fits_scores(shape(2, 1, 1, 5)) && fits_scores(shape(1, 5)) && fits_scores(shape(seq, 1)) && fits_scores(shape(1)));
// Nothing says whether 2 are texts or heads; where they differ, or a name or every axis is given, one thing is meant.
static_assert(!fits_scores(shape(2, 3, 5)) && fits_scores(shape(heads, 3, 5)) && fits_scores(shape(1, 2, 3, 5)));
static_assert(!fits_scores(shape(2, 5)) && !fits_scores(shape(src, seq)) && !fits_scores(shape(seq, batch, src)));
static_assert(!fits_scores(shape(seq)) && !fits_scores(shape(batch, heads)) && !fits_scores(shape(axis{"seq", 1}, src)));
static_assert(says<multi_head, "multi_head_attention: keep [seq=3, src=4] does not fit the scores [batch=2, heads=2, seq=3, src=5]: src=4 is not src=5">(
    x, memory, memory, shape(seq, axis{"src", 4})));
// It would hide queries, not keys.
static_assert(says<multi_head, "multi_head_attention: keep [batch=2, seq=3] has no axis of the keys seq'=3, did you mean rename<seq, "
                               "prime(seq)>(mask)?">(x, x, x, shape(batch, seq)));
static_assert(says<multi_head, "multi_head_attention: keep [batch=2, heads=2] has no axis of the keys src=5">(
    x, memory, memory, shape(batch, heads)));

}  // namespace

// A mask without names means one thing, by its type, or is refused; lengths at run time do not choose.
constexpr axis rows_of_mask{"m", at_most{8}}, keys_of_mask{"k", at_most{8}};
constexpr axis most(at_most{8});
constexpr shape unnamed(most, most, 4), square_scores(axis{"batch", 3}, heads, axis{"seq", 3}, axis{"src", 3});
constexpr rules::attention of_unnamed{rules::attention::form::multi_head, element::float32, 4, 4, 4, 4, 2};
template <class Rule>
constexpr Rule with_one_mask(Rule rule) {
  rule.mask_count = 1;
  return rule;
}
static_assert(says<with_one_mask(of_unnamed),
                   "multi_head_attention: keep [m<=8, k<=8] could be by axis 0 or by axis 2 of the scores [<=8, 2, <=8, <=8], "
                   "did you mean unsqueeze<0>(unsqueeze<0>(mask))?">(unnamed, unnamed, unnamed, shape(rows_of_mask, keys_of_mask)));
constexpr bool fits_square(const shape& mask) {
  writer counter;
  return rules::mask_fits("attention", "keep", square_scores, mask, 1, counter);
}
static_assert(!fits_square(shape(3, 3)) && fits_square(shape(axis{"seq", 3}, 3)) && fits_square(shape(axis{"batch", 3}, 3)));
static_assert(fits_square(shape(1, 1, 3, 3)) && fits_square(shape(3, 1, 1, 3)) && fits_square(shape(3)));
