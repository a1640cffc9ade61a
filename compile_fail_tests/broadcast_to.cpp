// broadcast_to: what stretches only where it is asked for, and what does not even then.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis one{"batch", 1}, batch{"batch", 4}, seq{"seq", 3}, src{"src", 5}, tokens{"tokens", at_most{512}};
tensor<float, one, seq> x;
tensor<float, seq> v;
tensor<float, tokens> t;

void stretch() {
  auto other_extent = broadcast_to<batch, src>(v);
  //~ broadcast_to: [seq=3] does not stretch to [batch=4, src=5]: seq=3 is not src=5
  //= auto other_extent = broadcast_to<batch, seq>(v);
  auto other_name = broadcast_to<src, seq>(x);
  //~ broadcast_to: [batch=1, seq=3] does not stretch to [src=5, seq=3]: batch=1 is not src=5
  //= auto other_name = broadcast_to<batch, seq>(x);
  auto fewer_axes = broadcast_to<seq>(x);
  //~ broadcast_to: [batch=1, seq=3] does not stretch to [seq=3]: 2 axes are more than 1
  //= auto fewer_axes = broadcast_to<seq>(squeeze<0>(x));
  auto from_the_left = broadcast_to<seq, 2>(v);
  //~ broadcast_to: [seq=3] does not stretch to [seq=3, 2]: seq=3 is not 2
  //= auto from_the_left = broadcast_to<seq, 2>(unsqueeze<1>(v));
  auto unknown = broadcast_to<tokens, seq>(v);
  //~ broadcast_to: the extent of tokens<=512 is not known from [seq=3]
  //= auto unknown = broadcast_to<batch, seq>(v);
  auto bounded_to_static = broadcast_to<batch, 512>(t);
  //~ broadcast_to: [tokens<=512] does not stretch to [batch=4, 512]: tokens<=512 is not 512
  //= auto bounded_to_static = broadcast_to<batch, tokens>(t);
  auto nine = broadcast_to<1, 1, 1, 1, 1, 1, 1, 1, 3>(v);  //~ broadcast_to: 9 axes are more than 8
  //= auto nine = broadcast_to<1, 1, 1, 1, 1, 1, 1, 3>(v);
  auto no_axes = broadcast_to(v);
  //~ broadcast_to: give a tensor and all the axes it is to have, as in broadcast_to<batch, seq>(x)
  //= auto no_axes = broadcast_to<2, 3>(v);
  auto number = broadcast_to<2, 3>(0.5);
  //~ broadcast_to: give a tensor and all the axes it is to have, as in broadcast_to<batch, seq>(x)
  //= auto number = broadcast_to<2, 3>(tensor<float>(0.5));
}

void write_through() {
  broadcast_to<batch, seq>(v) += 1;
  //~ add in place: [batch=4, seq=3] is constant or a temporary and cannot be written
  //= v += 1;
}
