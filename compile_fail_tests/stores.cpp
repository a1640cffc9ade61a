// Storing one tensor in another: construction, assignment, arguments, results, members.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 3}, seq{"seq", 3}, src{"src", 5}, keys{"keys", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32};
tensor<float, seq, d_model> x;
tensor<float, src, d_model> memory;
const tensor<float, seq, d_model> constant;

void construct() {
  tensor<float, seq, d_ff> copied = x;
  //~ cannot store [seq=3, d_model=8] in [seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= tensor<float, seq, d_model> copied = x;
  tensor<float, seq, d_ff> direct(x);
  //~ cannot store [seq=3, d_model=8] in [seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= tensor<float, seq, d_model> direct(x);
  tensor<float, seq, d_ff> braced{x};
  //~ cannot store [seq=3, d_model=8] in [seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= tensor<float, seq, d_model> braced{x};
  tensor<float, src, d_model> moved = x + x;
  //~ cannot store [seq=3, d_model=8] in [src=5, d_model=8]: seq=3 is not src=5
  //= tensor<float, seq, d_model> moved = x + x;
  const tensor<float, src, d_model>& bound = x;
  //~ cannot store [seq=3, d_model=8] in [src=5, d_model=8]: seq=3 is not src=5
  //= const tensor<float, seq, d_model>& bound = x;
  tensor<float, 3, 8> nameless = x;
  //~ cannot store [seq=3, d_model=8] in [3, 8]: the name seq would be lost, did you mean unnamed(x)?
  //= tensor<float, 3, 8> nameless = unnamed(x);
  tensor<float, keys, d_model> renamed_silently = x;
  //~ cannot store [seq=3, d_model=8] in [keys=3, d_model=8]: seq=3 is not keys=3, did you mean rename<seq,
  //~ keys>(x)?
  //= tensor<float, keys, d_model> renamed_silently = rename<seq, keys>(x);
  tensor<float, d_model, seq> transposed = x;
  //~ cannot store [seq=3, d_model=8] in [d_model=8, seq=3]: seq=3 is not d_model=8, did you mean transpose<seq,
  //~ d_model>(x)?
  //= tensor<float, d_model, seq> transposed = transpose<seq, d_model>(x);
  tensor<float, batch, seq> swapped = tensor<float, seq, batch>{};
  //~ cannot store [seq=3, batch=3] in [batch=3, seq=3]: seq=3 is not batch=3, did you mean transpose<seq,
  //~ batch>(x)?
  //= tensor<float, batch, seq> swapped = transpose<seq, batch>(tensor<float, seq, batch>{});
  tensor<float, 1, 3, 8> one_axis_more = x;  //~ cannot store [seq=3, d_model=8] in [1, 3, 8]: 2 axes are not 3
  //= tensor<float, 1, 3, 8> one_axis_more = reshape<1, 3, 8>(x);
  tensor<float, d_model> one_axis_less = x;  //~ cannot store [seq=3, d_model=8] in [d_model=8]: 2 axes are not 1
  //= tensor<float, d_model> one_axis_less = row(x, 0);
  tensor<float, seq, 4> of_a_view = slice<d_model, 0, 5>(x);
  //~ cannot store [seq=3, d_model=5] in [seq=3, 4]: d_model=5 is not 4
  //= tensor<float, seq, 4> of_a_view = rename<1, 4>(slice<d_model, 0, 4>(x));
}

void assign() {
  x = memory;  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= x = x + x;
  x = transpose<seq, d_model>(x);
  //~ cannot store [d_model=8, seq=3] in [seq=3, d_model=8]: d_model=8 is not seq=3, did you mean transpose<d_model,
  //~ seq>(x)?
  //= x = transpose<d_model, seq>(transpose<seq, d_model>(x));
  x = 0;  //~ cannot store in [seq=3, d_model=8] what is neither a tensor nor a list of its elements
  //= x = tensor<float, seq, d_model>{};
  x = {0, 0, 0};  //~ tensor: [seq=3, d_model=8] has 24 elements, the list has 3
  //= x = {};
  constant = x;  //~ cannot store [seq=3, d_model=8] in const [seq=3, d_model=8]
  //= x = constant;
  row(x, 0) = row(x, 1);  //~ a view of [d_model=8] is not assigned to, did you mean assign(a, b)?
  //= x(0, 0) = x(1, 0);
  auto columns = transpose<seq, d_model>(x + x);
  columns = x;  //~ a strided tensor of [d_model=8, seq=3] is not assigned to, did you mean contiguous(x)?
  //= tensor<float, d_model, seq> packed_columns = columns;
}

float total(const tensor<float, seq, d_model>& of) { return sum(of); }

float arguments() {
  return total(memory);  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= return total(x);
}

tensor<float, seq, d_model> results() {
  return memory;  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= return x;
}

struct layer {
  tensor<float, seq, d_model> input = memory;
  //~ cannot store [src=5, d_model=8] in [seq=3, d_model=8]: src=5 is not seq=3
  //= tensor<float, seq, d_model> input = x;
  tensor<float, d_model> bias;
  explicit layer(const tensor<float, d_ff>& b)
      : bias(b) {}  //~ cannot store [d_ff=32] in [d_model=8]: d_ff=32 is not d_model=8
  //= : bias(rename<0, d_model>(slice<d_ff, 0, 8>(b))) {}
};
