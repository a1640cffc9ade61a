// Wherever a wrong call stands, its sentence comes first and alone.
#include <utility>
#include <vector>

#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8};
tensor<float, seq, d_model> x;
tensor<float, src, d_model> memory;

template <class X>
void take(const X&) {}

void within_expressions() {
  auto first_of_two = (x + memory) + x;
  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= auto first_of_two = (x + x) + x;
  auto nested = softmax<-1>(matmul(x, memory));
  //~ matmul: inner axes differ: [seq=3, d_model=8] x [src=5, d_model=8]: d_model=8 is not src=5, did you mean
  //~ transpose<src, d_model>(b)?
  //= auto nested = softmax<-1>(matmul(x, transpose<src, d_model>(memory)));
  take(x * memory);  //~ multiply: axes differ: [seq=3, d_model=8] * [src=5, d_model=8]: seq=3 is not src=5
  //= take(x * x);
  x - memory;  //~ subtract: axes differ: [seq=3, d_model=8] - [src=5, d_model=8]: seq=3 is not src=5
  //= take(x - x);
  auto element = matmul(x, memory)(0, 0);
  //~ matmul: inner axes differ: [seq=3, d_model=8] x [src=5, d_model=8]: d_model=8 is not src=5, did you mean
  //~ transpose<src, d_model>(b)?
  //= auto element = matmul(x, transpose<src, d_model>(memory))(0, 0);
  const float total = sum(x / memory);
  //~ divide: axes differ: [seq=3, d_model=8] / [src=5, d_model=8]: seq=3 is not src=5
  //= const float total = sum(x / x);
}

void as_initializers() {
  const auto& reference = x + memory;
  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= const auto& reference = x + x;
  auto&& forwarded = x + memory;  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= auto&& forwarded = x + x;
  tensor<float, seq, d_model> typed = x + memory;
  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= tensor<float, seq, d_model> typed = x + x;
  std::pair<tensor<float, seq, d_model>, int> paired{memory, 1};
  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= std::pair<tensor<float, seq, d_model>, int> paired{x, 1};
}

void in_functions(std::vector<tensor<float, seq, d_model>>& steps) {
  auto closure = [] { return x + memory; };
  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= auto closure = [] { return x + x; };
  for (const float element : x + memory) take(element);
  //~ add: axes differ: [seq=3, d_model=8] + [src=5, d_model=8]: seq=3 is not src=5
  //= for (const float element : x + x) take(element);
  steps.push_back(memory);  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= steps.push_back(x);
}

template <class X>
auto softmax_over_src(const X& input) {
  return softmax<src>(input);  //~ softmax: no axis src in [seq=3, d_model=8]
  //= return softmax<seq>(input);
}
auto instantiated = softmax_over_src(x);

static_assert(sum(tensor<float, 2>{1, 2} * tensor<float, 3>{1, 2, 3}) == 3);
//~ multiply: axes differ: [2] * [3]: 2 is not 3
//= static_assert(sum(tensor<float, 2>{1, 2} * tensor<float, 2>{1, 1}) == 3);
