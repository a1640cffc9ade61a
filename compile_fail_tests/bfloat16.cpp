// bfloat16: stored, moved and compared, but not calculated with; weights that are stored as such.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};
tensor<float, seq, d_model> x;
tensor<bfloat16, seq, d_model> half;
tensor<bfloat16, d_model, 3> other_half;
nn::linear<float, d_model, d_model> full_map;
nn::linear<float, d_model, d_model, nn::weights<bfloat16>> half_map;

void store() {
  tensor<bfloat16, seq, d_model> rounded = x;  //~ cannot store float in bfloat16, did you mean cast<bfloat16>(x)?
  //= tensor<bfloat16, seq, d_model> rounded = cast<bfloat16>(x);
  x = half;  //~ cannot store bfloat16 in float, did you mean cast<float>(x)?
  //= x = cast<float>(half);
}

void calculate() {
  auto sum_of_two = half + half;  //~ add: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto sum_of_two = cast<float>(half) + cast<float>(half);
  auto twice = half * 2;  //~ multiply: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto twice = cast<float>(half) * 2;
  half += half;  //~ add in place: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= assign(half, cast<bfloat16>(cast<float>(half) * 2));
  auto negative = -half;  //~ subtract: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto negative = -cast<float>(half);
  auto mixed = x + half;  //~ add: element types differ: float and bfloat16, did you mean cast<...>?
  //= auto mixed = x + cast<float>(half);
  auto product = matmul(half, other_half);
  //~ matmul: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto product = matmul(cast<float>(half), cast<float>(other_half));
  auto total = sum(half);  //~ sum: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto total = sum(cast<float>(half));
  auto rows = einsum<"ij->i">(half);  //~ einsum: bfloat16 is stored, not calculated with, did you mean cast<float>(x)?
  //= auto rows = einsum<"ij->i">(cast<float>(half));
  auto probabilities = softmax<d_model>(half);
  //~ softmax: the elements of [seq=3, d_model=8] are bfloat16, did you mean cast<float>(x)?
  //= auto probabilities = softmax<d_model>(cast<float>(half));
  auto roots = sqrt(half);  //~ sqrt: elements of bfloat16 have none, did you mean cast<float>(x)?
  //= auto roots = sqrt(cast<float>(half));
}

void modules() {
  auto y = half_map(half);
  //~ linear: the elements of [seq=3, d_model=8] are bfloat16, those of the weight float, did you mean cast<float>(x)?
  //= auto y = half_map(x);
  full_map.weight = half_map.weight;  //~ cannot store bfloat16 in float, did you mean cast<float>(x)?
  //= full_map.weight = cast<float>(half_map.weight);
  half_map.weight = tensor<double, d_model, prime(d_model)>{};
  //~ cannot store double in bfloat16, did you mean cast<bfloat16>(x)?
  //= half_map.weight = tensor<float, d_model, prime(d_model)>{};
  nn::linear<float, d_model, d_model, nn::no_bias> without_bias(half_map);
  //~ linear: the other map has other axes, other elements, or a bias where this has none
  //= nn::linear<float, d_model, d_model> widened(half_map);
  nn::linear<double, d_model, d_model, nn::weights<bfloat16>> precise;
  //~ linear: weights are of the elements of the module, or of bfloat16 beside float
  //= nn::linear<float, d_model, d_model, nn::weights<bfloat16>> precise;
  nn::multi_head_attention<float, d_model, heads, bfloat16> attention;
  //~ multi_head_attention: an option is none of no_bias, key_width<axis>, value_width<axis>, weights<bfloat16>, borrowed
  //= nn::multi_head_attention<float, d_model, heads, nn::weights<bfloat16>> attention;
  nn::linear<float, d_model, d_model, nn::no_bias, nn::with_bias> both;
  //~ linear: an option is given twice, or no_bias beside with_bias
  //= nn::linear<float, d_model, d_model, nn::with_bias> both;
  nn::multi_head_attention<float, d_model, heads, nn::weights<bfloat16>, nn::weights<float>> twice;
  //~ multi_head_attention: an option is given twice, or no_bias beside with_bias
  //= nn::multi_head_attention<float, d_model, heads, nn::weights<bfloat16>> twice;
  nn::single_head_attention<float, d_model, d_model, nn::no_bias, nn::no_bias> again;
  //~ single_head_attention: an option is given twice, or no_bias beside with_bias
  //= nn::single_head_attention<float, d_model, d_model, nn::no_bias> again;
  nn::embedding<float, axis{"vocab", 4}, d_model, nn::weights<bfloat16>, nn::weights<bfloat16>> table;
  //~ embedding: an option is given twice
  //= nn::embedding<float, axis{"vocab", 4}, d_model, nn::weights<bfloat16>> table;
}

void scalars(bfloat16 a, bfloat16 b) {
  auto sum = a + b;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= auto sum = float(a) + float(b);
  auto halved = a * 0.5F;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= auto halved = float(a) * 0.5F;
  auto rest = 1 - b;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= auto rest = 1 - float(b);
  a += b;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= a = bfloat16(float(a) + float(b));
  a -= 0.5F;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= a = bfloat16(float(a) - 0.5F);
  auto negative = -a;  //~ bfloat16 is stored, not calculated with, did you mean float(a) and float(b)?
  //= auto negative = -float(a);
  a = 0.5F;  //~ bfloat16: a number is rounded by name, did you mean x = bfloat16(y)?
  //= a = bfloat16(0.5F);
}

void modules(nn::embedding<float, axis{"vocab", 4}, d_model>& table, random::generator& source) {
  nn::embedding<bfloat16, axis{"vocab", 4}, d_model> of_halves;
  //~ embedding: bfloat16 is stored, not calculated with, did you mean embedding<float, rows, features,
  //~ nn::weights<bfloat16>>?
  //= nn::embedding<float, axis{"vocab", 4}, d_model, nn::weights<bfloat16>> of_halves(source);
  nn::embedding<float, axis{"vocab", 4}, d_model, nn::borrowed> borrower(table);
  //~ packed_view: give the memory where the elements lie, or a tensor
  //= nn::embedding<float, axis{"vocab", 4}, d_model, nn::borrowed> borrower(table.weight);
  nn::embedding<float, axis{"vocab", 5}, d_model> larger(table);
  //~ embedding: the other table has other axes or other elements
  //= nn::embedding<float, axis{"vocab", 4}, d_model, nn::weights<bfloat16>> larger(table);
  const nn::multi_head_attention<float, d_model, heads, nn::no_bias> without;
  nn::multi_head_attention<float, d_model, heads> with(without);
  //~ multi_head_attention: the other module has other axes, other elements, or biases where this has none
  //= nn::multi_head_attention<float, d_model, heads, nn::no_bias, nn::weights<bfloat16>> with(without);
}
