// softmax<axis>(x).
#include <tenon/ops/softmax.hpp>

#include <cmath>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/golden.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 5}, keys{"keys", 7}, tokens{"tokens", at_most{8}};

template <class X>
concept has_softmax = requires(X x) { softmax<-1>(x); };

/// Along the last axis, by the definition, in double.
template <class X>
auto by_definition(const X& x) {
  tensor<double, 5, 7> y;
  for (index_t i = 0; i < 5; ++i) {
    double sum = 0;
    for (index_t j = 0; j < 7; ++j) sum += std::exp(static_cast<double>(x(i, j)));
    for (index_t j = 0; j < 7; ++j) y(i, j) = std::exp(static_cast<double>(x(i, j))) / sum;
  }
  return y;
}

template <class T>
void agrees(double tolerance) {
  const auto x = example<T, 5, 7>();
  const auto turned = contiguous(transpose<0, 1>(x));
  const auto wide = example<T, 6, 7>();
  const auto as_double = [](const auto& y) { return tensor<double, 5, 7>([&](index_t i, index_t j) { return static_cast<double>(y(i, j)); }); };
  CHECK(close(as_double(softmax<-1>(x)), by_definition(x), tolerance));
  CHECK(same(softmax<1>(x), softmax<-1>(x)));
  // Along another axis the sums run in another order.
  CHECK(close(as_double(transpose<0, 1>(softmax<0>(turned))), by_definition(x), tolerance));
  CHECK(same(softmax<1>(transpose<0, 1>(turned)), softmax<1>(x)));
  CHECK(same(softmax<1>(slice<0, 0, 5>(wide)), softmax<1>(x)));
  CHECK(same(softmax<1>(example<T, 5, 7>()), softmax<1>(x)));
  CHECK(same(softmax<1>(transpose<0, 1>(tensor<T, 7, 5>(turned))), softmax<1>(x)));
}

}  // namespace

static_assert(close(softmax<-1>(tensor<double, 2>{0, 0}), tensor<double, 2>{.5, .5}, 0));
static_assert(close(softmax<0>(tensor<float, 3>{800, 1, 1}), tensor<float, 3>{1, 0, 0}, 0));
static_assert(close(softmax<0>(tensor<float, 2>{-1000, -1001}), tensor<float, 2>{.7310586f, .2689414f}, 6e-8));
static_assert(same(softmax<0>(tensor<float, 1>{-3}), tensor<float, 1>{1}));
static_assert(same(softmax<keys>(tensor<float, keys>{}), softmax<0>(tensor<float, keys>{})));
static_assert(same_axes<decltype(softmax<keys>(tensor<float, seq, keys>{})), seq, keys>);
static_assert(has_softmax<tensor<float, 2>> && !has_softmax<tensor<int, 2>> && !has_softmax<tensor<float>>);

TEST_CASE("softmax agrees with its definition, for any layouts") {
  agrees<float>(1e-6);
  agrees<double>(1e-15);
}

TEST_CASE("softmax is PyTorch's") {
  const auto x = golden("functions/y"), expected = golden("functions/softmax");
  REQUIRE(x.size() == 6 * 37);
  const auto y = softmax<-1>(packed_view<const float, 6, 37>(x.values.data()));
  CHECK(close(y, packed_view<const float, 6, 37>(expected.values.data()), 2e-7));
}

TEST_CASE("large and small numbers do not overflow") {
  CHECK(same(softmax<0>(tensor<float, 3>{800, 1, 1}), tensor<float, 3>{1, 0, 0}));
  CHECK(close(softmax<0>(tensor<float, 2>{-1000, -1001}), tensor<float, 2>{.7310586f, .2689414f}, 6e-8));
  CHECK(same(softmax<0>(tensor<float, 2>{-INFINITY, 5}), tensor<float, 2>{0, 1}));
  CHECK(same(softmax<0>(tensor<float, 2>{3.4e38f, -3.4e38f}), tensor<float, 2>{1, 0}));
}

TEST_CASE("NaN is never hidden") {
  for (const int at : {0, 1, 2}) {
    tensor<float, 3> x{1, 2, 3};
    x(at) = NAN;
    const auto y = softmax<0>(x);
    CHECK(std::isnan(y(0)));
    CHECK(std::isnan(y(1)));
    CHECK(std::isnan(y(2)));
  }
}

TEST_CASE("a temporary's memory is reused, an lvalue is left as it was") {
  auto x = example<float, 1100>();
  const auto y = softmax<0>(x);
  CHECK(same(x, example<float, 1100>()));
  const float* memory = x.data();
  const auto z = softmax<0>(std::move(x));
  CHECK(z.data() == memory);
  CHECK(same(y, z));
}

TEST_CASE("a bounded axis counts its elements of this moment") {
  for (const index_t n : {1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens, 3>(extents{n}));
    const auto y = softmax<tokens>(x);
    for (index_t j = 0; j < 3; ++j) CHECK(static_cast<double>(sum(row<1>(y, j))) == Approx(1));
    CHECK(same(softmax<0>(x), y));
    CHECK(close(transpose<0, 1>(softmax<1>(transpose<0, 1>(x))), y, 2e-7));
  }
  CHECK(softmax<1>(tensor<float, tokens, 3>{}).size() == 0);
}

TEST_CASE("a bounded axis without elements is refused, and nothing changes") {
  tensor<float, tokens, 3> none;
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(softmax<tokens>(none)); }, "softmax: tokens=0 has no elements in [tokens=0, 3]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(softmax<0>(std::move(none))); }, "softmax: tokens=0 has no elements in [tokens=0, 3]"));
}
