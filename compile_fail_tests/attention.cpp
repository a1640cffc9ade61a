// Attention modules: single_head_attention, multi_head_attention, scaled_dot_product_attention.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 3}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2},
    d_k{"d_k", 4};
tensor<float, batch, seq, d_model> input;
tensor<float, batch, src, d_model> memory;
tensor<float, batch, axis{"src", 6}, d_model> longer;
tensor<float, batch, seq, d_ff> wide;
nn::multi_head_attention<float, d_model, heads> attention;
nn::single_head_attention<float, d_model> single;

void types() {
  nn::multi_head_attention<float, d_model, axis{"heads", 3}> three_heads;
  //~ multi_head_attention: d_model=8 is not divisible by heads=3
  //= nn::multi_head_attention<float, d_model, axis{"heads", 4}> three_heads;
  nn::multi_head_attention<float, axis{"d_model", 512}, axis{"heads", 10}> ten_heads;
  //~ multi_head_attention: d_model=512 is not divisible by heads=10
  //= nn::multi_head_attention<float, axis{"d_model", 512}, axis{"heads", 8}> ten_heads;
  nn::multi_head_attention<float, d_model, axis{"heads", 16}> more_heads_than_features;
  //~ multi_head_attention: d_model=8 is not divisible by heads=16
  //= nn::multi_head_attention<float, d_model, axis{"heads", 8}> more_heads_than_features;
  nn::multi_head_attention<float, d_model, heads, float> option;
  //~ multi_head_attention: an option is none of no_bias, key_width<axis>, value_width<axis>, weights<bfloat16>, borrowed
  //= nn::multi_head_attention<float, d_model, heads, nn::no_bias> option;
  nn::multi_head_attention<float, d_model, heads> of_a_seed(7);
  //~ multi_head_attention: make it of nothing or of a random::generator that has a name
  //= nn::multi_head_attention<float, d_model, heads> of_a_seed;
}

void inputs() {
  auto width = attention(wide);
  //~ multi_head_attention: [batch=3, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto width = attention(input);
  auto memory_width = attention(input, wide);
  //~ multi_head_attention: [batch=3, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto memory_width = attention(input, memory);
  auto values = attention(input, memory, longer);
  //~ multi_head_attention: keys and values differ: [batch=3, src=5, d_model=8] and [batch=3, src=6, d_model=8]:
  //~ src=5 is not src=6
  //= auto values = attention(input, memory, memory);
  auto swapped = attention(transpose<batch, seq>(input), memory);
  //~ multi_head_attention: queries and keys differ: [seq=3, batch=3, d_model=8] and [batch=3, src=5, d_model=8]:
  //~ seq=3 is not batch=3
  //= auto swapped = attention(transpose<seq, batch>(transpose<batch, seq>(input)), memory);
  auto batches = attention(tensor<float, axis{"batch", 2}, seq, d_model>{}, memory);
  //~ multi_head_attention: queries and keys differ: [batch=2, seq=3, d_model=8] and [batch=3, src=5, d_model=8]:
  //~ batch=2 is not batch=3
  //= auto batches = attention(tensor<float, batch, seq, d_model>{}, memory);
  auto no_batch = attention(tensor<float, seq, d_model>{}, memory);
  //~ multi_head_attention: queries and keys differ: [seq=3, d_model=8] and [batch=3, src=5, d_model=8]
  //= auto no_batch = attention(tensor<float, seq, d_model>{}, tensor<float, src, d_model>{});
  auto one_token = attention(tensor<float, d_model>{});
  //~ multi_head_attention: [d_model=8] has no two axes to be tokens and d_model=8
  //= auto one_token = attention(tensor<float, 1, d_model>{});
  auto other_elements = attention(tensor<double, batch, seq, d_model>{});
  //~ multi_head_attention: element types differ: float and double, did you mean cast<float>(x)?
  //= auto other_elements = attention(tensor<float, batch, seq, d_model>{});
  auto nothing = attention();
  //~ attention: give x, or x and memory, or query, key and value, then options such as nn::causal
  //= auto nothing = attention(input);
  auto number = attention(input, 1);
  //~ attention: give x, or x and memory, or query, key and value, then options such as nn::causal
  //= auto number = attention(input, nn::causal);
  auto options_first = attention(nn::with_weights, input);
  //~ attention: give x, or x and memory, or query, key and value, then options such as nn::causal
  //= auto options_first = attention(input, nn::with_weights);
  tensor<float, batch, src, d_model> stored = attention(input, memory);
  //~ cannot store [batch=3, seq=3, d_model=8] in [batch=3, src=5, d_model=8]: seq=3 is not src=5
  //= tensor<float, batch, seq, d_model> stored = attention(input, memory);
}

void other_forms() {
  auto single_width = single(wide);
  //~ single_head_attention: [batch=3, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto single_width = single(input);
  auto single_values = single(input, memory, longer);
  //~ single_head_attention: keys and values differ: [batch=3, src=5, d_model=8] and [batch=3, src=6, d_model=8]:
  //~ src=5 is not src=6
  //= auto single_values = single(input, memory, memory);
  auto widths = nn::scaled_dot_product_attention(input, wide, wide);
  //~ scaled_dot_product_attention: [batch=3, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto widths = nn::scaled_dot_product_attention(wide, wide, wide);
  auto tokens = nn::scaled_dot_product_attention(input, memory, longer);
  //~ scaled_dot_product_attention: keys and values differ: [batch=3, src=5, d_model=8] and [batch=3, src=6,
  //~ d_model=8]: src=5 is not src=6
  //= auto tokens = nn::scaled_dot_product_attention(input, longer, longer);
  auto no_values = nn::scaled_dot_product_attention(input, memory);
  //~ scaled_dot_product_attention: give query, key and value, then options such as nn::causal
  //= auto no_values = nn::scaled_dot_product_attention(input, memory, memory);
}
