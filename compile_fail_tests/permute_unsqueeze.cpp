// permute, unsqueeze, squeeze.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, heads{"heads", 2};
tensor<float, batch, seq, d_model> x;
tensor<float, 1, 1, 1, 1, 1, 1, 1, 1> eight;

void permutes() {
  auto too_few = permute<d_model, seq>(x);  //~ permute: 2 axes are given for the 3 of [batch=1, seq=3, d_model=8]
  //= auto too_few = permute<d_model, seq, batch>(x);
  auto too_many = permute<0, 1, 2, 0>(x);  //~ permute: 4 axes are given for the 3 of [batch=1, seq=3, d_model=8]
  //= auto too_many = permute<0, 1, 2>(x);
  auto twice = permute<seq, 1, batch>(x);  //~ permute: seq=3 is named twice
  //= auto twice = permute<seq, 2, batch>(x);
  auto absent = permute<src, batch, d_model>(x);  //~ permute: no axis src in [batch=1, seq=3, d_model=8]
  //= auto absent = permute<seq, batch, d_model>(x);
  auto beyond = permute<0, 1, 3>(x);  //~ permute: no axis 3 in [batch=1, seq=3, d_model=8]
  //= auto beyond = permute<0, 1, 2>(x);
  auto no_order = permute(x);  //~ permute: 0 axes are given for the 3 of [batch=1, seq=3, d_model=8]
  //= auto no_order = permute<2, 1, 0>(x);
  auto as_arguments = permute(x, 2, 0, 1);
  //~ permute: give a tensor and all its axes in their new order, as in permute<2, 0, 1>(x)
  //= auto as_arguments = permute<2, 0, 1>(x);
  auto number = permute<0>(3);
  //~ permute: give a tensor and all its axes in their new order, as in permute<2, 0, 1>(x)
  //= auto number = permute<0>(tensor<float, 3>{});
}

void unsqueezes() {
  auto beyond = unsqueeze<4>(x);  //~ unsqueeze: no place 4 in [batch=1, seq=3, d_model=8]
  //= auto beyond = unsqueeze<3>(x);
  auto too_long = unsqueeze<0, heads>(x);  //~ unsqueeze: heads=2 has not the extent 1
  //= auto too_long = unsqueeze<0, axis{"heads", 1}>(x);
  auto bounded = unsqueeze<0, axis{"rows", at_most{1}}>(x);  //~ unsqueeze: rows<=1 has not the extent 1
  //= auto bounded = unsqueeze<0, axis{"rows", 1}>(x);
  auto taken = unsqueeze<0, batch>(x);
  //~ unsqueeze: two axes of the result would be named batch: [batch=1, batch=1, seq=3, d_model=8], did you mean to
  //~ rename one?
  //= auto taken = unsqueeze<0, axis{"beam", 1}>(x);
  auto nine = unsqueeze<0>(eight);  //~ unsqueeze: more than 8 axes: [1, 1, 1, 1, 1, 1, 1, 1]
  //= auto nine = squeeze<0>(eight);
  auto no_place = unsqueeze(x);
  //~ unsqueeze: give a tensor and a place, as in unsqueeze<0>(x) or unsqueeze<0, batch>(x)
  //= auto no_place = unsqueeze<0>(x);
  auto as_argument = unsqueeze(x, 0);
  //~ unsqueeze: give a tensor and a place, as in unsqueeze<0>(x) or unsqueeze<0, batch>(x)
  //= auto as_argument = unsqueeze<0>(x);
}

void squeezes() {
  auto long_axis = squeeze<seq>(x);  //~ squeeze: seq=3 has not the extent 1 in [batch=1, seq=3, d_model=8]
  //= auto long_axis = squeeze<batch>(x);
  auto absent = squeeze<src>(x);  //~ squeeze: no axis src in [batch=1, seq=3, d_model=8]
  //= auto absent = squeeze<batch>(x);
  auto no_axis = squeeze(x);
  //~ squeeze: give a tensor and an axis of extent 1, as in squeeze<batch>(x) or squeeze<0>(x)
  //= auto no_axis = squeeze<0>(x);
}
