// Operands whose elements are of different types, or of a type that an operation does not take.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8};
tensor<float, seq, d_model> x;
tensor<double, seq, d_model> precise;
tensor<int, seq, d_model> counts;
tensor<bool, seq, d_model> mask;

void meet() {
  auto sum_of_two = x + precise;  //~ add: element types differ: float and double, did you mean cast<...>?
  //= auto sum_of_two = x + x;
  auto scaled = counts * x;  //~ multiply: element types differ: int32 and float, did you mean cast<...>?
  //= auto scaled = counts * counts;
  auto product = matmul(x, transpose<keys, d_model>(tensor<double, keys, d_model>{}));
  //~ matmul: element types differ: float and double, did you mean cast<...>?
  //= auto product = matmul(x, transpose<keys, d_model>(tensor<float, keys, d_model>{}));
}

void numbers() {
  auto shifted = counts + 0.5;  //~ add: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto shifted = counts + 1;
  auto inverse = 1.0 / counts;
  //~ divide: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto inverse = 1.0 / x;
  auto halved = counts * 0.5F;
  //~ multiply: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto halved = counts / 2;
  auto masked = mask - 0.5;
  //~ subtract: a number with a fraction and elements of bool, did you mean cast<float>(x)?
  //= auto masked = x - 0.5;
}

void store() {
  tensor<double, seq, d_model> wider = x;  //~ cannot store float in double, did you mean cast<double>(x)?
  //= tensor<double, seq, d_model> wider = precise;
  tensor<float, seq, d_model> narrower = precise;  //~ cannot store double in float, did you mean cast<float>(x)?
  //= tensor<float, seq, d_model> narrower = x;
  counts = x;  //~ cannot store float in int32, did you mean cast<int32>(x)?
  //= counts = counts + 1;
}

void floats_only() {
  auto weights = softmax<seq>(counts);
  //~ softmax: the elements of [seq=3, d_model=8] are int32, did you mean cast<float>(x)?
  //= auto weights = softmax<seq>(x);
  auto average = mean<seq>(counts);
  //~ mean: the elements of [seq=3, d_model=8] are int32, did you mean cast<float>(x)?
  //= auto average = mean<seq>(x);
  auto average_of_all = mean(mask);
  //~ mean: the elements of [seq=3, d_model=8] are bool, did you mean cast<float>(x)?
  //= auto average_of_all = mean(precise);
}

tensor<long double, seq> longer;
tensor<bfloat16, seq> stored;

void kinds() {
  auto both = mask + mask;  //~ add: bool is not calculated with, did you mean cast<int>(x)?
  //= auto both = logical_or(mask, mask);
  auto shifted = mask - true;  //~ subtract: bool is not calculated with, did you mean cast<int>(x)?
  //= auto shifted = logical_not(mask);
  mask += mask;  //~ add in place: bool is not calculated with, did you mean cast<int>(x)?
  //= mask = logical_or(mask, mask);
  auto power = exp(longer);  //~ exp: elements of long double have none, did you mean cast<double>(x)?
  //= auto power = exp(cast<double>(longer));
  auto length = norm(longer);  //~ norm: elements of long double have none, did you mean cast<double>(x)?
  //= auto length = norm(cast<double>(longer));
  auto more = x + bfloat16(1);  //~ add: bfloat16 is stored, not calculated with, did you mean float(b)?
  //= auto more = x + float(bfloat16(1));
  auto below = less(counts, cast<unsigned>(counts));  //~ less: element types differ: int32 and uint32, did you mean cast<...>?
  //= auto below = less(cast<long long>(counts), cast<long long>(cast<unsigned>(counts)));
  auto any_below = less(stored, x);  //~ less: element types differ: bfloat16 and float, did you mean cast<...>?
  //= auto any_below = less(stored, bfloat16(1));
}
