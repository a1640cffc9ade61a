// fix, widen.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis tokens{"tokens", at_most{512}}, fewer{"tokens", at_most{256}}, five{"tokens", 5}, seq{"seq", 3}, d_model{"d_model", 8};
tensor<float, tokens, d_model> t;
tensor<float, seq, d_model> x;
tensor<float, axis{at_most{8}}> unnamed_rows;

void fixes() {
  auto over = fix<axis{"tokens", 600}>(t);  //~ fix: tokens=600 is over tokens<=512
  //= auto over = fix<axis{"tokens", 512}>(t);
  auto known = fix<seq>(x);  //~ fix: seq=3 is not bounded in [seq=3, d_model=8]
  //= auto known = x;
  auto absent = fix<seq>(t);  //~ fix: no axis seq in [tokens<=512, d_model=8]
  //= auto absent = fix<five>(t);
  auto bounded = fix<tokens>(t);  //~ fix: tokens<=512 is bounded, give an extent
  //= auto bounded = fix<five>(t);
  auto no_name = fix<5>(unnamed_rows);  //~ fix: 5 has no name by which to find an axis of [<=8]
  //= auto no_name = fix<five>(t);
  auto no_axis = fix(t);  //~ fix: give a tensor and an axis with its extent, as in fix<five_tokens>(x)
  //= auto no_axis = fix<five>(t);
  auto number = fix<five>(5);  //~ fix: give a tensor and an axis with its extent, as in fix<five_tokens>(x)
  //= auto number = fix<five>(t);
}

void widens() {
  auto over = widen<axis{"seq", at_most{2}}>(x);  //~ widen: seq=3 is over seq<=2
  //= auto over = widen<axis{"seq", at_most{3}}>(x);
  auto smaller_bound = widen<fewer>(t);  //~ widen: tokens<=512 is over tokens<=256
  //= auto smaller_bound = widen<axis{"tokens", at_most{1024}}>(t);
  auto absent = widen<tokens>(x);  //~ widen: no axis tokens in [seq=3, d_model=8]
  //= auto absent = widen<axis{"seq", at_most{512}}>(x);
  auto no_bound = widen<five>(t);  //~ widen: tokens=5 is not bounded, give a bound
  //= auto no_bound = widen<tokens>(t);
  auto no_axis = widen(t);  //~ widen: give a tensor and an axis with its bound, as in widen<tokens>(x)
  //= auto no_axis = widen<tokens>(t);
}
