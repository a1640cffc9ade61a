// matmul: the inner axes meet, and the leading ones.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, heads{"heads", 2}, seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8},
    d_ff{"d_ff", 32}, d_k{"d_k", 4};
tensor<float, batch, seq, d_model> x;
tensor<float, d_ff, d_model> w;
tensor<float, heads, seq, d_k> q;
tensor<float, heads, keys, d_k> k;
tensor<float, seq> s;

void inner() {
  auto linear = matmul(x, w);
  //~ matmul: inner axes differ: [batch=1, seq=3, d_model=8] x [d_ff=32, d_model=8]: d_model=8 is not d_ff=32, did
  //~ you mean transpose<d_ff, d_model>(b)?
  //= auto linear = matmul(x, transpose<d_ff, d_model>(w));
  auto scores = matmul(q, k);
  //~ matmul: inner axes differ: [heads=2, seq=3, d_k=4] x [heads=2, keys=3, d_k=4]: d_k=4 is not keys=3, did you
  //~ mean transpose<keys, d_k>(b)?
  //= auto scores = matmul(q, transpose<keys, d_k>(k));
  auto context = matmul(matmul(q, transpose<keys, d_k>(k)), q);
  //~ matmul: inner axes differ: [heads=2, seq=3, keys=3] x [heads=2, seq=3, d_k=4]: keys=3 is not seq=3
  //= auto context = matmul(matmul(q, transpose<keys, d_k>(k)), k);
  auto unnamed_extents = matmul(tensor<float, 2, 3>{}, tensor<float, 2, 3>{});
  //~ matmul: inner axes differ: [2, 3] x [2, 3]: 3 is not 2, did you mean transpose<-2, -1>(b)?
  //= auto unnamed_extents = matmul(tensor<float, 2, 3>{}, tensor<float, 3, 2>{});
  auto backwards = matmul(w, x);
  //~ matmul: inner axes differ: [d_ff=32, d_model=8] x [batch=1, seq=3, d_model=8]: d_model=8 is not seq=3, did you
  //~ mean transpose<seq, d_model>(b)?
  //= auto backwards = matmul(w, transpose<seq, d_model>(x));
}

void leading() {
  auto other_batches = matmul(tensor<float, 2, 3, 4>{}, tensor<float, 5, 4, 6>{});
  //~ matmul: leading axes differ: [2, 3, 4] x [5, 4, 6]: 2 is not 5
  //= auto other_batches = matmul(tensor<float, 2, 3, 4>{}, tensor<float, 2, 4, 6>{});
  auto batch_and_heads = matmul(tensor<float, axis{"batch", 2}, seq, d_k>{}, transpose<keys, d_k>(k));
  //~ matmul: leading axes differ: [batch=2, seq=3, d_k=4] x [heads=2, d_k=4, keys=3]: batch=2 is not heads=2
  //= auto batch_and_heads = matmul(tensor<float, heads, seq, d_k>{}, transpose<keys, d_k>(k));
  auto both_stretch = matmul(tensor<float, 2, 1, 3, 4>{}, tensor<float, 5, 4, 6>{});
  //~ matmul: both operands would stretch: [2, 1, 3, 4] x [5, 4, 6], did you mean broadcast_to<...>?
  //= auto both_stretch = matmul(tensor<float, 2, 5, 3, 4>{}, tensor<float, 5, 4, 6>{});
}

void results() {
  auto of_itself = matmul(x, transpose<seq, d_model>(x));
  //~ matmul: two axes of the result would be named seq: [batch=1, seq=3, seq=3], did you mean to rename one?
  //= auto of_itself = matmul(x, transpose<keys, d_model>(rename<seq, keys>(x)));
}

void operands() {
  auto vector = matmul(s, x);  //~ matmul: both operands need two axes: [seq=3] x [batch=1, seq=3, d_model=8]
  //= auto vector = matmul(reshape<1, seq>(s), x);
  auto number = matmul(x, 3);  //~ matmul: give two tensors, as in matmul(a, b)
  //= auto number = x * 3;
  auto one_operand = matmul(x);  //~ matmul: give two tensors, as in matmul(a, b)
  //= auto one_operand = x;
}
