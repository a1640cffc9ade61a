// Functions of each element, cumulative sums, normalization, casts.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5};
tensor<float, batch, seq> x;
tensor<int, batch, seq> counts;
tensor<bool, batch, seq> mask;
enum class colour { red };

void functions() {
  auto root = sqrt(counts);  //~ sqrt: elements of int32 have none, did you mean cast<float>(x)?
  //= auto root = sqrt(cast<float>(counts));
  auto power = exp(counts);  //~ exp: elements of int32 have none, did you mean cast<float>(x)?
  //= auto power = exp(x);
  auto logarithm = log(mask);  //~ log: elements of bool have none, did you mean cast<float>(x)?
  //= auto logarithm = log(x);
  auto hyperbolic = tanh(counts);  //~ tanh: elements of int32 have none, did you mean cast<float>(x)?
  //= auto hyperbolic = tanh(x);
  auto sine = sin(counts);  //~ sin: elements of int32 have none, did you mean cast<float>(x)?
  //= auto sine = sin(x);
  auto cosine = cos(counts);  //~ cos: elements of int32 have none, did you mean cast<float>(x)?
  //= auto cosine = cos(x);
  auto size = abs(mask);  //~ abs: elements of bool have none, did you mean cast<float>(x)?
  //= auto size = abs(counts);
  auto two_operands = tanh(x, x);  //~ tanh: give one tensor, as in tanh(x)
  //= auto two_operands = tanh(x);
  auto along_an_axis = exp<seq>(x);  //~ exp: give one tensor, as in exp(x)
  //= auto along_an_axis = exp(x);
  auto number = tenon::sqrt(2.0);  //~ sqrt: give one tensor, as in sqrt(x)
  //= auto number = tenon::sqrt(x);
}

void along() {
  auto absent = cumulative_sum<src>(x);  //~ cumulative_sum: no axis src in [batch=1, seq=3]
  //= auto absent = cumulative_sum<seq>(x);
  auto of_masks = cumulative_sum<seq>(mask);
  //~ cumulative_sum: elements of bool have none, did you mean cast<float>(x)?
  //= auto of_masks = cumulative_sum<seq>(cast<int>(mask));
  auto no_axis = cumulative_sum(x);
  //~ cumulative_sum: give a tensor and one axis, as in cumulative_sum<seq>(x) or cumulative_sum<-1>(x)
  //= auto no_axis = cumulative_sum<-1>(x);
  auto of_integers = normalize<seq>(counts);  //~ normalize: elements of int32 have none, did you mean cast<float>(x)?
  //= auto of_integers = normalize<seq>(x);
  auto as_argument = normalize(x, -1);
  //~ normalize: give a tensor and one axis, as in normalize<seq>(x) or normalize<-1>(x)
  //= auto as_argument = normalize<-1>(x);
}

void casts() {
  auto number = cast<float>(3);  //~ cast: give a type of numbers and a tensor, as in cast<float>(x)
  //= auto number = cast<float>(counts);
  auto no_type = cast(x);  //~ cast: give a type of numbers and a tensor, as in cast<float>(x)
  //= auto no_type = cast<double>(x);
  auto no_number = cast<colour>(x);  //~ cast: give a type of numbers and a tensor, as in cast<float>(x)
  //= auto no_number = cast<int>(x);
}
