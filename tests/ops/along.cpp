// cumulative_sum<axis>(x) and normalize<axis>(x).
#include <tenon/ops/along.hpp>

#include <cmath>
#include <cstdint>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X, selector Along>
concept has_cumulative_sum = requires(X x) { cumulative_sum<Along>(x); };
template <class X, selector Along>
concept has_normalize = requires(X x) { normalize<Along>(x); };

static_assert(same(cumulative_sum<0>(tensor<int, 4>{1, 2, 3, 4}), tensor<int, 4>{1, 3, 6, 10}));
static_assert(same(cumulative_sum<0>(tensor<int, 2, 2>{1, 2, 3, 4}), tensor<int, 2, 2>{1, 2, 4, 6}));
static_assert(same(cumulative_sum<-1>(tensor<float, 2, 2>{1, 2, 3, 4}), tensor<float, 2, 2>{1, 3, 3, 7}));
static_assert(same(normalize<0>(tensor<float, 2>{3, 4}), tensor<float, 2>{.6, .8}) && same(normalize<0>(tensor<float, 2>{}), tensor<float, 2>{}));
static_assert(same_axes<decltype(normalize<seq>(tensor<float, batch, seq>{})), batch, seq>);
static_assert(has_cumulative_sum<tensor<int, seq>, seq> && !has_cumulative_sum<tensor<int, seq>, batch> && !has_cumulative_sum<tensor<bool, 2>, 0>);
static_assert(has_normalize<tensor<float, seq>, -1> && !has_normalize<tensor<int, seq>, seq> && !has_normalize<float, 0>);

/// Along each axis, one element at a time.
template <class X>
bool agrees(const X& x) {  // [2, 3, 5]
  using T = sum_of<typename X::value_type>;
  const auto along_rows = cumulative_sum<0>(x), along_columns = cumulative_sum<1>(x), along_last = cumulative_sum<2>(x);
  bool all = true;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 5; ++k) {
        T rows{}, columns{}, last{};
        for (index_t n = 0; n <= i; ++n) rows = static_cast<T>(rows + x(n, j, k));
        for (index_t n = 0; n <= j; ++n) columns = static_cast<T>(columns + x(i, n, k));
        for (index_t n = 0; n <= k; ++n) last = static_cast<T>(last + x(i, j, n));
        all = all && along_rows(i, j, k) == rows && along_columns(i, j, k) == columns && along_last(i, j, k) == last;
      }
  return all;
}

template <class T>
bool agrees_for_any_layout() {
  const auto wide = example<T, 4, 5, 7>();
  return agrees(example<T, 2, 3, 5>()) && agrees(transpose<0, 2>(example<T, 5, 3, 2>())) &&
         agrees(slice<0, 1, 3>(slice<1, 2, 5>(slice<2, 1, 6>(wide))));
}

}  // namespace

TEST_CASE("cumulative sums agree with one element at a time, for any layouts") {
  CHECK(agrees_for_any_layout<float>());
  CHECK(agrees_for_any_layout<double>());
  CHECK(agrees_for_any_layout<int>());
  CHECK(agrees_for_any_layout<std::int16_t>());
}

TEST_CASE("normalized lines have norm 1, zeros stay") {
  auto x = example<double, batch, seq, d_model>();
  for (index_t k = 0; k < 5; ++k) x(1, 2, k) = 0;
  const auto y = normalize<d_model>(x);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      double squares = 0;
      for (index_t k = 0; k < 5; ++k) squares += y(i, j, k) * y(i, j, k);
      CHECK(squares == Approx(i == 1 && j == 2 ? 0 : 1));
    }
  CHECK(same(normalize<0>(transpose<0, 2>(x)), transpose<0, 2>(y)));
}

TEST_CASE("NaN spreads along its line and no further") {
  tensor<float, 2, 3> x{1, NAN, 3, 4, 5, 6};
  const auto sums = cumulative_sum<1>(x);
  CHECK((sums(0, 0) == 1 && std::isnan(sums(0, 1)) && std::isnan(sums(0, 2)) && sums(1, 2) == 15));
  const auto directions = normalize<1>(x);
  CHECK((std::isnan(directions(0, 0)) && std::isnan(directions(0, 1)) && std::isnan(directions(0, 2))));
  CHECK(directions(1, 0) == Approx(4 / std::sqrt(77.0)));
}

TEST_CASE("large and small floats are normalized without overflow") {
  const auto y = normalize<0>(tensor<float, 2>{3e38F, 3e38F});
  CHECK(static_cast<double>(y(0)) == Approx(std::sqrt(0.5)));
  const auto z = normalize<0>(tensor<float, 2>{3e-38F, 4e-38F});
  CHECK(static_cast<double>(z(1)) == Approx(0.8));
}

TEST_CASE("a temporary gives its memory, an lvalue is left as it was") {
  auto x = example<float, 1100>();
  const auto y = cumulative_sum<0>(x);
  CHECK(same(x, example<float, 1100>()));
  const float* memory = x.data();
  CHECK(cumulative_sum<0>(std::move(x)).data() == memory);
  CHECK(y(1) == example_value(0) + example_value(1));
}

TEST_CASE("bounded axes are summed at every extent") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<int, tokens, 3>(extents{n}));
    const auto y = cumulative_sum<tokens>(x);
    REQUIRE(y.shape() == x.shape());
    int sum = 0;
    for (index_t i = 0; i < n; ++i) {
      sum += x(i, 1);
      CHECK(y(i, 1) == sum);
    }
    CHECK(same(cumulative_sum<1>(transpose<0, 1>(x)), transpose<0, 1>(y)));
    CHECK(normalize<tokens>(with_examples(tensor<float, tokens, 3>(extents{n}))).shape() == x.shape());
  }
}
