// nn::linear: what it takes, and its parameters.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, tokens{"tokens", at_most{512}};
tensor<float, batch, seq, d_model> input;
tensor<float, batch, seq, d_ff> wide;
tensor<double, batch, seq, d_model> precise;
nn::linear<float, d_model, d_ff> up;
nn::linear<float, d_ff, d_model, nn::no_bias> down;

void calls() {
  auto wider = up(wide);  //~ linear: [batch=1, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto wider = up(down(wide));
  auto twice = up(up(input));
  //~ linear: [batch=1, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= auto twice = down(up(input));
  auto other_elements = up(precise);
  //~ linear: the elements of [batch=1, seq=3, d_model=8] are double, those of the weight float, did you mean
  //~ cast<float>(x)?
  //= auto other_elements = up(input);
  auto number = up(tensor<float>{});  //~ linear: [] has no last axis to be d_model=8
  //= auto number = up(tensor<float, d_model>{});
  auto two = up(input, input);  //~ linear: give one tensor, as in linear(x)
  //= auto two = up(input + input);
  auto none = up();  //~ linear: give one tensor, as in linear(x)
  //= auto none = up(input);
  tensor<float, batch, seq, d_model> stored = up(input);
  //~ cannot store [batch=1, seq=3, d_ff=32] in [batch=1, seq=3, d_model=8]: d_ff=32 is not d_model=8
  //= tensor<float, batch, seq, d_ff> stored = up(input);
}

void parameters() {
  up.weight = tensor<float, d_model, d_ff>{};
  //~ cannot store [d_model=8, d_ff=32] in [d_ff=32, d_model=8]: d_model=8 is not d_ff=32, did you mean
  //~ transpose<d_model, d_ff>(x)?
  //= up.weight = tensor<float, d_ff, d_model>{};
  up.bias = tensor<float, d_model>{};  //~ cannot store [d_model=8] in [d_ff=32]: d_model=8 is not d_ff=32
  //= up.bias = tensor<float, d_ff>{};
  down.weight = up.weight;
  //~ cannot store [d_ff=32, d_model=8] in [d_model=8, d_ff=32]: d_ff=32 is not d_model=8, did you mean
  //~ transpose<d_ff, d_model>(x)?
  //= down.weight = transpose<d_ff, d_model>(contiguous(up.weight));
  auto product = matmul(input, up.weight);
  //~ matmul: the weight [d_ff=32, d_model=8] lies in panels, did you mean contiguous(w)?
  //= auto product = matmul(input, transpose<d_ff, d_model>(contiguous(up.weight)));
  auto norm = sum(up.weight);  //~ sum: the weight [d_ff=32, d_model=8] lies in panels, did you mean contiguous(w)?
  //= auto norm = sum(contiguous(up.weight));
  const float element = up.weight(0);  //~ element: 1 index for the 2 axes of [d_ff=32, d_model=8]
  //= const float element = up.weight(0, 0);
}

void types() {
  nn::linear<float, tokens, d_ff> bounded;  //~ linear: tokens<=512 is bounded, its extent must be known
  //= nn::linear<float, axis{"tokens", 512}, d_ff> bounded;
  nn::linear<float, d_model, d_ff, float> option;  //~ linear: an option is none of no_bias, weights<bfloat16>, borrowed
  //= nn::linear<float, d_model, d_ff, nn::with_bias> option;
  nn::linear<float, d_model, d_ff> of_a_weight(tensor<float, d_ff, d_model>{});
  //~ linear: make it of nothing or of a random::generator that has a name
  //= nn::linear<float, d_model, d_ff> of_a_weight;
  auto count = nn::parameter_count(input);  //~ parameter_count: give a module, as in parameter_count(encoder)
  //= auto count = nn::parameter_count(up);
}
