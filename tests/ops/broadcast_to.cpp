// broadcast_to<axes...>(x).
#include <tenon/ops/broadcast_to.hpp>

#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis one_batch{"batch", 1}, batch{"batch", 4}, seq{"seq", 3}, src{"src", 3}, d_model{"d_model", 5};
constexpr axis tokens{"tokens", at_most{8}};

template <class X, axis... Axes>
concept has_broadcast_to = requires(X x) { broadcast_to<Axes...>(x); };

static_assert(same(broadcast_to<2, 3>(tensor<int, 3>{1, 2, 3}), tensor<int, 2, 3>{1, 2, 3, 1, 2, 3}));
static_assert(same(broadcast_to<2, 3>(tensor<int, 2, 1>{1, 2}), tensor<int, 2, 3>{1, 1, 1, 2, 2, 2}));
static_assert(same(broadcast_to<2>(tensor<int>{7}), tensor<int, 2>{7, 7}));
static_assert(same(broadcast_to<1, 2>(tensor<int, 2>{7, 8}), tensor<int, 1, 2>{7, 8}));
static_assert(same_axes<decltype(broadcast_to<batch, 3>(tensor<float, seq>{})), batch, seq>);
static_assert(same_axes<decltype(broadcast_to<4, seq>(tensor<float, one_batch, seq>{})), batch, seq>);
static_assert(has_broadcast_to<tensor<int, 3>&, 2, 3> && !has_broadcast_to<tensor<int, 3>&, 2> && !has_broadcast_to<int, 2>);
static_assert(!has_broadcast_to<tensor<int, seq>&, src> && !has_broadcast_to<tensor<int, 2>&, 1, 1, 1, 1, 1, 1, 1, 1, 2>);
// What is stretched has one element in several places: it can be read only.
static_assert(std::is_same_v<decltype(broadcast_to<2, 3>(std::declval<tensor<int, 3>&>()).data()), const int*>);

template <class X>
bool stretches(const X& x) {  // [1, 5]
  const auto y = broadcast_to<batch, seq, d_model>(x);
  bool all = true;
  for (index_t b = 0; b < 4; ++b)
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 5; ++j) all = all && &y(b, i, j) == &x(0, j);
  return all && same(tensor<float, batch, seq, d_model>(y), y);
}

}  // namespace

TEST_CASE("a stretched lvalue is a view of the same elements, whatever its layout") {
  const auto x = example<float, 1, 5>();
  CHECK(stretches(x));
  CHECK(stretches(transpose<0, 1>(contiguous(transpose<0, 1>(x)))));
  CHECK(stretches(slice<1, 1, 6>(example<float, 1, 7>())));
  const auto wide = example<float, 3, 7>();
  CHECK(stretches(slice<0, 1, 2>(slice<1, 1, 6>(wide))));
}

TEST_CASE("a stretched temporary owns its elements") {
  const auto y = broadcast_to<2, 3>(example<float, 3>());
  static_assert(std::is_same_v<decltype(y), const tensor<float, 2, 3>>);
  CHECK(same(y, broadcast_to<2, 3>(example<float, 3>())));
  CHECK(y(1, 2) == example<float, 3>()(2));
}

TEST_CASE("stretched views are operands like any other") {
  const auto x = example<float, 5>();
  const auto y = broadcast_to<3, 5>(x);
  const tensor<float, 3, 5> owned = y;
  CHECK(same(y + owned, owned + owned));
  CHECK(same(softmax<-1>(y), softmax<-1>(owned)));
  CHECK(same(matmul(y, transpose<0, 1>(y)), matmul(owned, transpose<0, 1>(owned))));
  CHECK(sum(y) == 3 * sum(x));
  CHECK(same(transpose<0, 1>(y), transpose<0, 1>(owned)));
  CHECK(same(broadcast_to<2, 3, 5>(y), broadcast_to<2, 3, 5>(owned)));
}

TEST_CASE("both operands stretch where that is asked for") {
  const tensor<int, 3, 1> column{1, 2, 3};
  const tensor<int, 4> row{10, 20, 30, 40};
  CHECK(same(broadcast_to<3, 4>(column) + row,
             tensor<int, 3, 4>([](index_t i, index_t j) { return static_cast<int>(i + 1 + 10 * (j + 1)); })));
}

TEST_CASE("bounded axes keep their extents of this moment") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens, 1>(extents{n}));
    const auto y = broadcast_to<batch, tokens, 3>(x);
    CHECK(y.shape() == shape(batch, measured(tokens, n), 3));
    bool all = true;
    for (index_t i = 0; i < n; ++i) all = all && &y(3, i, 2) == &x(i, 0);
    CHECK(all);
    CHECK(same(broadcast_to<batch, tokens, 3>(tensor(x)), y));
  }
}
