// dot, outer and norm.
#include <tenon/ops/vectors.hpp>

#include <cmath>
#include <cstdint>

#include <tenon/ops/row.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 7}, src{"src", 5}, tokens{"tokens", at_most{8}};

template <class A, class B>
concept has_dot = requires(A a, B b) { dot(a, b); };
template <class A, class B>
concept has_outer = requires(A a, B b) { outer(a, b); };
template <class X>
concept has_norm = requires(X x) { norm(x); };

static_assert(dot(tensor<int, 3>{1, 2, 3}, tensor<int, 3>{4, 5, 6}) == 32 && dot(tensor<float, 2>{.5, 2}, tensor<float, 2>{4, 3}) == 8);
static_assert(same(outer(tensor<int, 2>{1, 2}, tensor<int, 3>{3, 4, 5}), tensor<int, 2, 3>{3, 4, 5, 6, 8, 10}));
static_assert(norm(tensor<float, 2>{3, 4}) == 5 && norm(tensor<double, 2, 2>{1, 1, 1, 1}) == 2 && norm(tensor<float>{-3}) == 3);
static_assert(std::is_same_v<decltype(dot(tensor<float, seq>{}, tensor<float, 7>{})), float>);
static_assert(same_axes<decltype(outer(tensor<float, seq>{}, tensor<float, src>{})), seq, src>);
// A dot product of integers has 64 bits, one of bools counts.
static_assert(dot(tensor<std::uint16_t, 1>{65535}, tensor<std::uint16_t, 1>{65535}) == 4294836225U);
static_assert(std::is_same_v<decltype(dot(tensor<char, 1>{}, tensor<signed char, 1>{})), sum_of<char>>);
static_assert(dot(tensor<std::int32_t, 2>{INT32_MIN, INT32_MIN}, tensor<std::int32_t, 2>{INT32_MIN, INT32_MAX}) == 2147483648);
static_assert(dot(tensor<bool, 3>{true, true, true}, tensor<bool, 3>{true, false, true}) == 2);
static_assert(dot(tensor<long, 2>{1, 2}, tensor<twin_of_long, 2>{3, 4}) == 11);
static_assert(same(outer(tensor<std::uint16_t, 1>{255}, tensor<std::uint16_t, 1>{257}), tensor<std::uint16_t, 1, 1>{65535}));
// Squares of large and small doubles are no doubles; their norm is one.
static_assert(norm(tensor<double, 2>{0x3p600, 0x4p600}) == 0x5p600 && norm(tensor<double, 2>{0x3p-600, 0x4p-600}) == 0x5p-600);

static_assert(has_dot<tensor<int, 3>, tensor<int, 3>> && !has_dot<tensor<int, 3>, tensor<int, 4>> && !has_dot<tensor<int, 3>, int>);
static_assert(!has_dot<tensor<int, 3>, tensor<float, 3>> && !has_dot<tensor<int, 3, 1>, tensor<int, 3>> && !has_dot<tensor<int>, tensor<int>>);
static_assert(has_outer<tensor<int, seq>, tensor<int, src>> && !has_outer<tensor<int, seq>, tensor<int, seq>> && !has_outer<int, tensor<int, 2>>);
static_assert(has_norm<tensor<float, 2>> && !has_norm<tensor<int, 2>> && !has_norm<float>);

template <class T>
bool agrees() {
  const auto a = example<T, 7>(), b = example<T, 7>(9);
  const auto columns = example<T, 7, 5>();
  sum_of<T> sum{}, sum_of_columns{};
  bool all = true;
  const auto product = outer(a, row<1>(columns, 2));
  for (index_t i = 0; i < 7; ++i) {
    sum = static_cast<sum_of<T>>(sum + a(i) * b(i));
    sum_of_columns = static_cast<sum_of<T>>(sum_of_columns + columns(i, 1) * columns(i, 3));
    for (index_t j = 0; j < 7; ++j) all = all && product(i, j) == static_cast<T>(a(i) * columns(j, 2));
  }
  return all && dot(a, b) == sum && dot(row<1>(columns, 1), row<1>(columns, 3)) == sum_of_columns;
}

}  // namespace

TEST_CASE("products of vectors agree with one element at a time, for any layouts") {
  CHECK(agrees<float>());
  CHECK(agrees<double>());
  CHECK(agrees<int>());
  CHECK(agrees<std::int16_t>());
}

TEST_CASE("the norm is of all elements, whatever the layout") {
  const auto x = example<double, 7, 5>();
  double squares = 0;
  each_element(x, [&](double element) { squares += element * element; });
  CHECK(norm(x) == Approx(std::sqrt(squares)));
  CHECK(norm(transpose<0, 1>(x)) == Approx(std::sqrt(squares)));
  CHECK(norm(tensor<float, 2>{3e38F, 0}) == 3e38F);
  CHECK(std::isnan(norm(tensor<float, 2>{NAN, 1})));
  CHECK(std::isnan(dot(tensor<float, 2>{NAN, 1}, tensor<float, 2>{0, 1})));
}

TEST_CASE("bounded vectors are multiplied at every extent, and refused where extents differ") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens>(extents{n}));
    float sum = 0;
    each_element(x, [&](float element) { sum += element * element; });
    CHECK(dot(x, x) == sum);
    CHECK(norm(x) == Approx(std::sqrt(static_cast<double>(sum))));
    CHECK(outer(x, example<float, seq>()).shape() == shape(measured(tokens, n), seq));
    CHECK(outer(example<float, seq>(), x).shape() == shape(seq, measured(tokens, n)));
  }
  const tensor<float, tokens> a(extents{5}), b(extents{3});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(dot(a, b)); }, "dot: axes differ: [tokens=5] . [tokens=3]: tokens=5 is not tokens=3"));
}
