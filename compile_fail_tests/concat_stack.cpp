// concat, stack.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, more{"seq", 5}, src{"src", 5}, d_model{"d_model", 8}, d_ff{"d_ff", 32};
constexpr axis tokens{"tokens", at_most{512}};
tensor<float, seq, d_model> x;
tensor<float, more, d_model> y;
tensor<double, seq, d_model> precise;
tensor<float, seq, d_ff> wide;

void concats() {
  auto other_axis = concat<seq>(x, wide);
  //~ concat: axes differ: [seq=3, d_model=8] and [seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= auto other_axis = concat<seq>(x, y);
  auto along_the_wrong_one = concat<d_model>(x, y);
  //~ concat: axes differ: [seq=3, d_model=8] and [seq=5, d_model=8]: seq=3 is not seq=5
  //= auto along_the_wrong_one = concat<d_model>(x, x);
  auto other_name = concat<0>(x, tensor<float, src, d_model>{});
  //~ concat: axes differ: [seq=3, d_model=8] and [src=5, d_model=8]: seq=3 is not src=5
  //= auto other_name = concat<0>(x, y);
  auto third = concat<seq>(x, y, wide);
  //~ concat: axes differ: [seq=3, d_model=8] and [seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= auto third = concat<seq>(x, y, x);
  auto absent = concat<src>(x, y);  //~ concat: no axis src in [seq=3, d_model=8]
  //= auto absent = concat<seq>(x, y);
  auto fewer_axes = concat<0>(x, tensor<float, d_model>{});
  //~ concat: axes differ: [seq=3, d_model=8] and [d_model=8]: 2 axes are not 1
  //= auto fewer_axes = concat<0>(x, tensor<float, 1, d_model>{});
  auto other_elements = concat<seq>(x, precise);
  //~ concat: element types differ: float and double, did you mean cast<...>?
  //= auto other_elements = concat<seq>(x, cast<float>(precise));
  auto bounded_and_static = concat<0>(tensor<float, tokens>{}, tensor<float, axis{"tokens", 3}>{});
  //~ concat: axes differ: [tokens<=512] and [tokens=3]: tokens<=512 is not tokens=3
  //= auto bounded_and_static = concat<0>(tensor<float, tokens>{}, tensor<float, tokens>{});
  auto no_axis = concat(x, y);  //~ concat: give an axis and tensors, as in concat<seq>(a, b)
  //= auto no_axis = concat<0>(x, y);
  auto nothing = concat<seq>();  //~ concat: give an axis and tensors, as in concat<seq>(a, b)
  //= auto nothing = concat<seq>(x);
  auto number = concat<seq>(x, 1);  //~ concat: give an axis and tensors, as in concat<seq>(a, b)
  //= auto number = concat<seq>(x, y);
}

void stacks() {
  auto one_too_many = stack<batch>(x, x, x);  //~ stack: 3 tensors are not batch=2
  //= auto one_too_many = stack<batch>(x, x);
  auto one = stack<batch>(x);  //~ stack: 1 tensor is not batch=2
  //= auto one = stack<1>(x);
  auto other_extent = stack<batch>(x, y);
  //~ stack: axes differ: [seq=3, d_model=8] and [seq=5, d_model=8]: seq=3 is not seq=5
  //= auto other_extent = stack<batch>(x, x);
  auto taken = stack<axis{"seq", 2}>(x, x);
  //~ stack: two axes of the result would be named seq: [seq=2, seq=3, d_model=8], did you mean to rename one?
  //= auto taken = stack<batch>(x, x);
  auto other_elements = stack<batch>(x, precise);
  //~ stack: element types differ: float and double, did you mean cast<...>?
  //= auto other_elements = stack<batch>(x, cast<float>(precise));
  auto no_axis = stack(x, x);  //~ stack: give a new axis and tensors, as in stack<batch>(a, b)
  //= auto no_axis = stack<2>(x, x);
}
