// The commonest mistakes, on the article's shapes.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 3};
tensor<float, batch, seq, d_model> x;
tensor<float, batch, src, d_model> memory;
tensor<float, d_ff, d_model> w;

void mistakes() {
  nn::multi_head_attention<float, d_model, heads> m;  //~ multi_head_attention: d_model=8 is not divisible by heads=3
  //= nn::multi_head_attention<float, d_model, axis{"heads", 2}> m;
  auto a = matmul(x, w);
  //~ matmul: inner axes differ: [batch=1, seq=3, d_model=8] x [d_ff=32, d_model=8]: d_model=8 is not d_ff=32, did
  //~ you mean transpose<d_ff, d_model>(b)?
  //= auto a = matmul(x, transpose<d_ff, d_model>(w));
  auto b = x + memory;
  //~ add: axes differ: [batch=1, seq=3, d_model=8] + [batch=1, src=5, d_model=8]: seq=3 is not src=5
  //= auto b = x + x;
  auto c = reshape<4, 5>(x);  //~ reshape: element counts differ: [batch=1, seq=3, d_model=8] has 24, [4, 5] has 20
  //= auto c = reshape<4, 6>(x);
  auto d = split<d_model, axis{3}, axis{2}>(x);  //~ split: d_model=8 is not 3 x 2 = 6
  //= auto d = split<d_model, axis{4}, axis{2}>(x);
  auto e = softmax<src>(x);  //~ softmax: no axis src in [batch=1, seq=3, d_model=8]
  //= auto e = softmax<seq>(x);
  tensor<float, batch, seq, d_ff> g = x;
  //~ cannot store [batch=1, seq=3, d_model=8] in [batch=1, seq=3, d_ff=32]: d_model=8 is not d_ff=32
  //= tensor<float, batch, seq, d_model> g = x;
}
