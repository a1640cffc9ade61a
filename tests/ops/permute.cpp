// permute<axes...>(x).
#include <tenon/ops/permute.hpp>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X, selector... Order>
concept has_permute = requires(X x) { permute<Order...>(x); };

constexpr auto x = example<int, batch, seq, d_model>();
static_assert(permute<2, 0, 1>(x)(4, 1, 2) == x(1, 2, 4) && permute<seq, d_model, batch>(x)(2, 4, 1) == x(1, 2, 4));
static_assert(same_axes<decltype(permute<d_model, batch, seq>(x)), d_model, batch, seq>);
static_assert(same(permute<0>(tensor<int, 3>{1, 2, 3}), tensor<int, 3>{1, 2, 3}));
static_assert(permute<>(tensor<int>{7})() == 7);
static_assert(same(permute<1, 0>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}), tensor<int, 3, 2>{1, 4, 2, 5, 3, 6}));
static_assert(has_permute<decltype(x)&, 0, 1, 2> && !has_permute<decltype(x)&, 0, 1> && !has_permute<decltype(x)&, 0, 1, 1>);
static_assert(!has_permute<int, 0>);

/// Every order of three axes, element by element.
template <class X>
bool every_order_is_right(const X& y) {
  bool all = true;
  for (index_t i = 0; i < y.extent(0); ++i)
    for (index_t j = 0; j < y.extent(1); ++j)
      for (index_t k = 0; k < y.extent(2); ++k) {
        const auto* at = &y(i, j, k);
        all = all && &permute<0, 1, 2>(y)(i, j, k) == at && &permute<0, 2, 1>(y)(i, k, j) == at &&
              &permute<1, 0, 2>(y)(j, i, k) == at && &permute<1, 2, 0>(y)(j, k, i) == at &&
              &permute<2, 0, 1>(y)(k, i, j) == at && &permute<2, 1, 0>(y)(k, j, i) == at;
      }
  return all;
}

}  // namespace

TEST_CASE("permute moves no element, whatever the layout") {
  const auto y = example<float, batch, seq, d_model>();
  CHECK(every_order_is_right(y));
  CHECK(every_order_is_right(transpose<0, 2>(y)));
  CHECK(every_order_is_right(slice<2, 1, 4>(y)));
  CHECK(every_order_is_right(broadcast_to<4, seq, d_model>(row<0>(y, 1))));
}

TEST_CASE("two permutations undo each other, of temporaries too") {
  const auto y = example<double, batch, seq, d_model>();
  CHECK(same(permute<batch, seq, d_model>(permute<d_model, batch, seq>(y)), y));
  CHECK(same(permute<batch, seq, d_model>(permute<d_model, batch, seq>(example<double, batch, seq, d_model>())), y));
  CHECK(same(contiguous(permute<1, 0, 2>(y)), transpose<0, 1>(y)));
}

TEST_CASE("bounded axes are permuted at every extent") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto y = with_examples(tensor<float, seq, tokens, d_model>(extents{n}));
    CHECK(every_order_is_right(y));
    CHECK(permute<tokens, d_model, seq>(y).shape() == shape(measured(tokens, n), d_model, seq));
    CHECK(same(permute<1, 2, 0>(permute<2, 0, 1>(y)), y));
    CHECK(same(permute<1, 2, 0>(permute<2, 0, 1>(tensor(y))), y));
  }
}
