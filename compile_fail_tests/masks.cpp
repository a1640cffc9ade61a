// Masks, biases and causality of attention.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, heads{"heads", 2};
tensor<float, batch, seq, d_model> input;
tensor<float, batch, src, d_model> memory;
tensor<bool, seq, prime(seq)> mask;
tensor<float, seq, prime(seq)> bias;
nn::multi_head_attention<float, d_model, heads> attention;

void meanings() {
  auto raw = attention(input, mask);
  //~ multi_head_attention: a bool tensor does not say what it means, did you mean keep(mask) or ignore(mask)?
  //= auto raw = attention(input, nn::keep(mask));
  auto of_floats = attention(input, nn::keep(bias));  //~ keep: [seq=3, seq'=3] is of float, not of bool
  //= auto of_floats = attention(input, nn::score_bias(bias));
  auto ignored_floats = attention(input, nn::ignore(bias));  //~ ignore: [seq=3, seq'=3] is of float, not of bool
  //= auto ignored_floats = attention(input, nn::ignore(mask));
  auto of_bools = attention(input, nn::score_bias(mask));  //~ score_bias: [seq=3, seq'=3] is of bool, not of float
  //= auto of_bools = attention(input, nn::keep(mask));
  auto of_a_number = attention(input, nn::keep(true));  //~ keep: give one tensor of bool, as in keep(mask)
  //= auto of_a_number = attention(input);
  auto two_at_once = attention(input, nn::ignore(mask, mask));
  //~ ignore: give one tensor of bool, as in ignore(mask)
  //= auto two_at_once = attention(input, nn::ignore(mask), nn::keep(mask));
  auto four = attention(input, nn::keep(mask), nn::ignore(mask), nn::score_bias(bias), nn::keep(mask));
  //~ multi_head_attention: 4 masks are more than 3
  //= auto four = attention(input, nn::keep(mask), nn::ignore(mask), nn::score_bias(bias));
}

void shapes() {
  auto other_keys = attention(input, nn::keep(tensor<bool, seq, src>{}));
  //~ multi_head_attention: keep [seq=3, src=5] does not fit the scores [batch=1, heads=2, seq=3, seq'=3]: src=5 is no
  //~ axis of them
  //= auto other_keys = attention(input, memory, nn::keep(tensor<bool, seq, src>{}));
  auto own_name = attention(input, nn::keep(tensor<bool, seq, axis{"keys", 3}>{}));
  //~ multi_head_attention: keep [seq=3, keys=3] does not fit the scores [batch=1, heads=2, seq=3, seq'=3]: keys=3 is no
  //~ axis of them, did you mean rename<keys, prime(seq)>(mask)?
  //= auto own_name = attention(input, nn::keep(rename<axis{"keys", 3}, prime(seq)>(tensor<bool, seq, axis{"keys", 3}>{})));
  auto swapped = attention(input, nn::keep(tensor<bool, prime(seq), seq>{}));
  //~ multi_head_attention: keep [seq'=3, seq=3] does not fit the scores [batch=1, heads=2, seq=3, seq'=3]: seq'=3
  //~ stands in another order, did you mean permute<...>(mask)?
  //= auto swapped = attention(input, nn::keep(transpose<0, 1>(tensor<bool, prime(seq), seq>{})));
  auto fewer_keys = attention(input, memory, nn::ignore(tensor<bool, seq, 4>{}));
  //~ multi_head_attention: ignore [seq=3, 4] does not fit the scores [batch=1, heads=2, seq=3, src=5]: 4 is no axis
  //~ of them
  //= auto fewer_keys = attention(input, memory, nn::ignore(tensor<bool, seq, 5>{}));
  auto other_heads = attention(input, nn::score_bias(tensor<float, axis{"heads", 4}, seq, prime(seq)>{}));
  //~ multi_head_attention: score_bias [heads=4, seq=3, seq'=3] does not fit the scores [batch=1, heads=2, seq=3,
  //~ seq'=3]: heads=4 is not heads=2
  //= auto other_heads = attention(input, nn::score_bias(tensor<float, heads, seq, prime(seq)>{}));
}

void causality() {
  auto unaligned = attention(input, memory, nn::causal);
  //~ multi_head_attention: causal among seq=3 queries and src=5 keys, did you mean causal_top_left or
  //~ causal_bottom_right?
  //= auto unaligned = attention(input, memory, nn::causal_bottom_right);
  auto unaligned_product = nn::scaled_dot_product_attention(input, memory, memory, nn::causal);
  //~ scaled_dot_product_attention: causal among seq=3 queries and src=5 keys, did you mean causal_top_left or
  //~ causal_bottom_right?
  //= auto unaligned_product = nn::scaled_dot_product_attention(input, memory, memory, nn::causal_top_left);
  auto twice = attention(input, nn::causal, nn::causal_top_left);
  //~ multi_head_attention: causal twice, give one of causal, causal_top_left and causal_bottom_right
  //= auto twice = attention(input, nn::causal);
}

constexpr axis texts{"texts", 2}, words{"words", 2}, up_to(at_most{8}), m{"m", at_most{8}}, k{"k", at_most{8}};
tensor<float, texts, words, d_model> two_by_two;
tensor<float, texts, seq, d_model> two_by_three;
tensor<float, up_to, up_to, 4> nameless(extents{5, 3});
tensor<bool, m, k> unnamed_mask(extents{3, 3});
nn::multi_head_attention<float, 4, heads> small;

void one_meaning() {
  auto by_text_or_word = attention(two_by_two, nn::keep(tensor<bool, 2, 2>{}));
  //~ multi_head_attention: keep [2, 2] could be by texts=2 or by words=2 of the scores [texts=2, heads=2, words=2, words'=2],
  //~ did you mean rename<0, words>(mask)?
  //= auto by_text_or_word = attention(two_by_two, nn::keep(rename<0, words>(tensor<bool, 2, 2>{})));
  auto by_text_or_head = attention(two_by_three, nn::score_bias(tensor<float, 2, 3, 3>{}));
  //~ multi_head_attention: score_bias [2, 3, 3] could be by texts=2 or by heads=2 of the scores [texts=2, heads=2, seq=3,
  //~ seq'=3], did you mean rename<0, heads>(mask)?
  //= auto by_text_or_head = attention(two_by_three, nn::score_bias(tensor<float, 2, 1, 3, 3>{}));
  auto by_lengths = small(nameless, nn::ignore(unnamed_mask));
  //~ multi_head_attention: ignore [m<=8, k<=8] could be by axis 0 or by axis 2 of the scores [<=8, heads=2, <=8, <=8], did
  //~ you mean unsqueeze<0>(unsqueeze<0>(mask))?
  //= auto by_lengths = small(nameless, nn::ignore(unsqueeze<0>(unsqueeze<0>(unnamed_mask))));
}
