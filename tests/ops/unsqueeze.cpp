// unsqueeze<place>(x) and squeeze<axis>(x).
#include <tenon/ops/unsqueeze.hpp>

#include <tenon/ops/reshape.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X, int Place>
concept has_unsqueeze = requires(X x) { unsqueeze<Place>(x); };
template <class X, selector Along>
concept has_squeeze = requires(X x) { squeeze<Along>(x); };

constexpr auto x = example<int, seq, d_model>();
static_assert(unsqueeze<0>(x)(0, 2, 4) == x(2, 4) && unsqueeze<1, batch>(x)(2, 0, 4) == x(2, 4) && unsqueeze<-1>(x)(2, 4, 0) == x(2, 4));
static_assert(same_axes<decltype(unsqueeze<0, batch>(x)), batch, seq, d_model>);
static_assert(same_axes<decltype(unsqueeze<2>(x)), seq, d_model, 1> && same_axes<decltype(unsqueeze<-3>(x)), 1, seq, d_model>);
static_assert(same(unsqueeze<0>(tensor<int>{7}), tensor<int, 1>{7}) && squeeze<0>(tensor<int, 1>{7})() == 7);
static_assert(same(squeeze<batch>(tensor<int, batch, 2>{1, 2}), tensor<int, 2>{1, 2}));
static_assert(has_unsqueeze<decltype(x)&, 2> && !has_unsqueeze<decltype(x)&, 3> && !has_unsqueeze<decltype(x)&, -4>);
static_assert(has_squeeze<tensor<int, batch>&, batch> && !has_squeeze<decltype(x)&, 0> && !has_squeeze<int, 0>);

/// Wherever the axis is put in, it comes out again, and each element stays where it is.
template <class X>
bool comes_and_goes(X&& y) {
  const auto *first = y.data();
  return unsqueeze<0>(y).data() == first && same(squeeze<0>(unsqueeze<0>(y)), y) && same(squeeze<1>(unsqueeze<1>(y)), y) &&
         same(squeeze<-1>(unsqueeze<-1>(y)), y) && squeeze<2>(unsqueeze<2>(y)).strides() == y.strides();
}

}  // namespace

TEST_CASE("an axis put in and taken out moves no element, whatever the layout") {
  auto y = example<float, seq, d_model>();
  CHECK(comes_and_goes(y));
  CHECK(comes_and_goes(transpose<0, 1>(y)));
  CHECK(comes_and_goes(slice<1, 1, 4>(y)));
  for (const index_t n : {0, 1, 5, 8}) {
    const auto z = with_examples(tensor<float, seq, tokens>(extents{n}));
    CHECK(comes_and_goes(z));
    CHECK(comes_and_goes(transpose<0, 1>(z)));
  }
}

TEST_CASE("a packed tensor stays packed, so that it can be reshaped") {
  const auto y = example<float, seq, d_model>();
  CHECK(is_packed(unsqueeze<0>(y)));
  CHECK(is_packed(unsqueeze<1>(y)));
  CHECK(is_packed(unsqueeze<2>(y)));
  CHECK(reshape<15>(unsqueeze<1>(y))(14) == y(2, 4));
  const auto z = with_examples(tensor<float, seq, tokens>(extents{5}));
  CHECK(is_packed(unsqueeze<0>(z)));
  CHECK(is_packed(unsqueeze<1>(z)));
  CHECK(is_packed(unsqueeze<2>(z)));
}

TEST_CASE("written through, the original changes") {
  auto y = example<float, seq, d_model>();
  unsqueeze<0>(y)(0, 1, 2) = 99;
  CHECK(y(1, 2) == 99);
}
