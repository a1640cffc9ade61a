// transpose<A, B>(x).
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, heads{"heads", 2}, d_k{"d_k", 4};

template <class X, selector A, selector B>
concept transposes = requires(X x) { transpose<A, B>(x); };

}  // namespace

static_assert(same(tensor<int, 3, 2>(transpose<0, 1>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6})), tensor<int, 3, 2>{1, 4, 2, 5, 3, 6}));
static_assert(same_axes<decltype(transpose<seq, heads>(tensor<float, 5, seq, heads, d_k>{})), 5, heads, seq, d_k>);
static_assert(same_axes<decltype(transpose<-2, -1>(tensor<float, seq, heads, d_k>{})), seq, d_k, heads>);
static_assert(transposes<tensor<float, 2, 3>, 0, 1> && !transposes<tensor<float, 2, 3>, 0, 0> && !transposes<tensor<float, 3>, 0, 1>);
static_assert(!transposes<tensor<float, seq, heads>, seq, d_k> && !transposes<tensor<float, seq, heads>, 0, 2>);

TEST_CASE("transposed twice is what it was") {
  const auto x = example<double, 1, 3, 5, 7>();
  CHECK(same(transpose<1, 3>(transpose<1, 3>(x)), x));
  CHECK(same(transpose<0, 2>(transpose<2, 0>(example<double, 1, 3, 5, 7>())), x));
  const auto y = transpose<0, 3>(transpose<1, 2>(x));
  for (index_t a = 0; a < 7; ++a)
    for (index_t b = 0; b < 5; ++b)
      for (index_t c = 0; c < 3; ++c) CHECK(y(a, b, c, 0) == x(0, c, b, a));
}

TEST_CASE("eight axes") {
  const auto x = example<int, 1, 2, 3, 1, 2, 3, 1, 2>();
  const auto y = transpose<2, 7>(x);
  CHECK(y(0, 1, 1, 0, 1, 2, 0, 2) == x(0, 1, 2, 0, 1, 2, 0, 1));
}

TEST_CASE("in place, through a copy that is made when it is needed") {
  tensor<float, 17, 17> x = example<float, 17, 17>();
  x = transpose<0, 1>(x);
  CHECK(same(x, transpose<0, 1>(example<float, 17, 17>())));
}
