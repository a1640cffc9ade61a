// Functions of a user's that say which axes they expect.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, tokens{"tokens", at_most{5}},
    fewer{"tokens", at_most{4}};

constexpr expects<"encode", any{"batch"}, any{"seq"}, d_model> what_encode_takes{};
template <shaped X>
  requires fit<what_encode_takes, X>
auto encode(const X& x) {
  return x * 2;
}
template <shaped X>
  requires(!fit<what_encode_takes, X>)
TENON_REFUSAL(what_encode_takes, X) encode(const X&);

constexpr expects<"halve", any_axes, tokens, d_model> what_halve_takes{};
template <shaped X>
  requires fit<what_halve_takes, X>
auto halve(const X& x) {
  return x * 0.5;
}
template <shaped X>
  requires(!fit<what_halve_takes, X>)
TENON_REFUSAL(what_halve_takes, X) halve(const X&);

tensor<float, batch, seq, d_model> x;
tensor<float, batch, seq, d_ff> hidden;
tensor<float, batch, tokens, d_model> open(extents{2});
tensor<float, batch, fewer, d_model> less_open(extents{2});

void calls() {
  auto two_axes = encode(row(x, 0));
  //~ encode: [seq=3, d_model=8] is not [any batch, any seq, d_model=8]: 2 axes are not 3
  //= auto two_axes = encode(x);
  auto other_width = encode(hidden);
  //~ encode: [batch=2, seq=3, d_ff=32] is not [any batch, any seq, d_model=8]: d_ff=32 is not d_model=8
  //= auto other_width = encode(open);
  auto turned = encode(transpose<seq, d_model>(x));
  //~ encode: [batch=2, d_model=8, seq=3] is not [any batch, any seq, d_model=8]: seq=3 is not d_model=8
  //= auto turned = encode(transpose<batch, seq>(x));
  auto other_number = encode(tensor<double, 2, 3, 9>{});
  //~ encode: [2, 3, 9] is not [any batch, any seq, d_model=8]: 9 is not d_model=8
  //= auto other_number = encode(tensor<double, 2, 3, 8>{});
  auto fixed = halve(x);
  //~ halve: [batch=2, seq=3, d_model=8] is not [..., tokens<=5, d_model=8]: seq=3 is not tokens<=5
  //= auto fixed = halve(open);
  auto other_bound = halve(less_open);
  //~ halve: [batch=2, tokens<=4, d_model=8] is not [..., tokens<=5, d_model=8]: tokens<=4 is not tokens<=5
  //= auto other_bound = halve(row(open, 0));
  auto one_axis = halve(tensor<float, d_model>{});
  //~ halve: [d_model=8] is not [..., tokens<=5, d_model=8]: 1 axis is less than 2
  //= auto one_axis = halve(open);
  auto used = encode(row(x, 0)) + 1;
  //~ encode: [seq=3, d_model=8] is not [any batch, any seq, d_model=8]: 2 axes are not 3
  //= auto used = encode(x) + 1;
}

void expectations() {
  expects<"mix", d_model, any_axes> not_first{};  //~ expects: any_axes stands first, and once
  //= expects<"mix", any_axes, d_model> not_first{};
}
