// split<whole, parts...>(x).
#include <tenon/ops/split.hpp>

#include <tenon/ops/merge.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, heads{"heads", 2}, d_k{"d_k", 4}, d_model{"d_model", 8}, tokens{"tokens", at_most{8}};

template <class X, axis... Axes>
concept splits_into = requires(X x) { split<Axes...>(x); };

}  // namespace

static_assert(split<6, 2, 3>(tensor<int, 6>{1, 2, 3, 4, 5, 6})(1, 0) == 4);
static_assert(same_axes<decltype(split<d_model, heads, d_k>(tensor<float, tokens, seq, d_model>{})), tokens, seq, heads, d_k>);
static_assert(splits_into<tensor<int, 8>, 8, 2, 4> && !splits_into<tensor<int, 8>, 8, 3, 3> && !splits_into<tensor<int, 8, 8>, 8, 2, 4>);
static_assert(splits_into<tensor<int, 1>, 1, 1, 1, 1, 1, 1, 1, 1, 1> && !splits_into<tensor<int, 1>, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>);

TEST_CASE("each head is a part of d_model") {
  const auto x = example<float, seq, d_model>();
  const auto y = split<d_model, heads, d_k>(x);
  const auto turned = split<d_model, heads, d_k>(transpose<seq, d_model>(x));  // [heads, d_k, seq]
  for (index_t s = 0; s < 3; ++s)
    for (index_t h = 0; h < 2; ++h)
      for (index_t d = 0; d < 4; ++d) {
        CHECK(y(s, h, d) == x(s, h * 4 + d));
        CHECK(&turned(h, d, s) == &x(s, h * 4 + d));
      }
  CHECK(same(merge<heads, d_k, d_model>(y), x));
  CHECK(same(merge<heads, d_k, d_model>(turned), transpose<seq, d_model>(x)));
}
