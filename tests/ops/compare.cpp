// Comparisons, element by element and of whole tensors; minimum and maximum.
#include <tenon/ops/compare.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/logic.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, src{"src", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class A, class B>
concept has_less = requires(A a, B b) { less(a, b); };
template <class A, class B>
concept has_and = requires(A a, B b) { logical_and(a, b); };
template <class A, class B>
concept has_equality = requires(A a, B b) { a == b; };
template <class A, class B>
concept has_order = requires(A a, B b) { a < b; };
template <class X>
concept has_not = requires(X x) { logical_not(x); };

using mask = tensor<bool, 3>;
constexpr tensor<int, 3> low{1, 2, 3}, high{3, 2, 1};
static_assert(same(equal(low, high), mask{false, true, false}) && same(not_equal(low, high), mask{true, false, true}));
static_assert(same(less(low, high), mask{true, false, false}) && same(less_equal(low, high), mask{true, true, false}));
static_assert(same(greater(low, high), mask{false, false, true}) && same(greater_equal(low, high), mask{false, true, true}));
static_assert(same(less(low, 2), mask{true, false, false}) && same(less(2, low), mask{false, false, true}));
static_assert(same(minimum(low, high), tensor<int, 3>{1, 2, 1}) && same(maximum(low, high), tensor<int, 3>{3, 2, 3}));
static_assert(same(maximum(tensor<float, 3>{-1, 0.5, 2}, 0), tensor<float, 3>{0, 0.5, 2}) && same(minimum(1.5, tensor<float, 2>{1, 2}), tensor<float, 2>{1, 1.5}));
static_assert(same(minimum(tensor<std::int8_t, 2>{-100, 100}, 0), tensor<std::int8_t, 2>{-100, 0}));
static_assert(same_axes<decltype(less(tensor<float, d_model>{}, tensor<float, seq, d_model>{})), seq, d_model>);
static_assert(std::is_same_v<decltype(less(tensor<float, seq>{}, 1)), tensor<bool, seq>>);
static_assert(std::is_same_v<decltype(maximum(tensor<float, seq>{}, 1)), tensor<float, seq>>);

// Whatever is compared with NaN is false, but for not_equal; the smaller and the larger are NaN.
static_assert(same(less(tensor<float, 2>{nan, 1}, tensor<float, 2>{1, nan}), tensor<bool, 2>{false, false}));
static_assert(same(greater_equal(tensor<float, 2>{nan, 1}, tensor<float, 2>{1, nan}), tensor<bool, 2>{false, false}));
static_assert(same(not_equal(tensor<float, 2>{nan, 1}, tensor<float, 2>{nan, 1}), tensor<bool, 2>{true, false}));
static_assert(same(equal(tensor<float, 2>{nan, 1}, tensor<float, 2>{nan, 1}), tensor<bool, 2>{false, true}));

static_assert(same(logical_and(mask{true, true, false}, mask{true, false, false}), mask{true, false, false}));
static_assert(same(logical_or(mask{true, true, false}, mask{true, false, false}), mask{true, true, false}));
static_assert(same(logical_not(mask{true, true, false}), mask{false, false, true}) && same(logical_and(mask{true, true, false}, true), mask{true, true, false}));

static_assert(has_less<tensor<int, 2>, tensor<int, 2>> && has_less<tensor<float, 2>, int> && has_less<double, tensor<float, 2>>);
static_assert(!has_less<tensor<int, 2>, tensor<int, 3>> && !has_less<tensor<int, 2>, double> && !has_less<tensor<int, 2>, tensor<float, 2>>);
static_assert(!has_less<int, int> && !has_less<tensor<int, 2>, const char*>);
static_assert(has_and<mask, mask> && !has_and<mask, tensor<float, 3>> && !has_and<tensor<float, 3>, int> && has_and<mask, bool>);
static_assert(has_not<mask> && !has_not<tensor<int, 3>> && !has_not<bool>);

// Whole tensors.
static_assert(low == tensor<int, 3>{1, 2, 3} && low != high && !(low == high));
static_assert(tensor<float, seq>{1, 2, 3} == tensor<float, 3>{1, 2, 3} && tensor<float>{} == tensor<float>{});
static_assert(tensor<float, 1>{nan} != tensor<float, 1>{nan} && tensor<float, 1>{-0.0F} == tensor<float, 1>{0});
static_assert(has_equality<tensor<int, seq>, tensor<int, 3>> && !has_equality<tensor<int, seq>, tensor<int, src>>);
static_assert(!has_equality<tensor<int, 3>, tensor<int, 1>> && !has_equality<tensor<int, 3>, tensor<float, 3>> && !has_equality<tensor<int, 3>, int>);
static_assert(!has_order<tensor<int, 3>, tensor<int, 3>> && !has_order<tensor<int, 3>, int> && !has_order<int, tensor<int, 3>>);

static_assert(all_close(tensor<float, 2>{1, 2}, tensor<float, 2>{1.000001F, 2}) && !all_close(tensor<float, 2>{1, 2}, tensor<float, 2>{1.001F, 2}));
static_assert(all_close(tensor<float, 2>{1, 2}, tensor<float, 2>{1.001F, 2}, tolerance{.absolute = 1e-2}));
static_assert(all_close(tensor<int, 2>{100, 2}, tensor<int, 2>{101, 2}, tolerance{.relative = 0.01}));
static_assert(!all_close(tensor<int, 2>{100, 2}, tensor<int, 2>{102, 2}, tolerance{.relative = 0.01}));

template <class A, class B>
bool agrees(const A& a, const B& b) {  // [3, 5] each
  bool all = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j) {
      all = all && equal(a, b)(i, j) == (a(i, j) == b(i, j)) && not_equal(a, b)(i, j) == (a(i, j) != b(i, j));
      all = all && less(a, b)(i, j) == (a(i, j) < b(i, j)) && less_equal(a, b)(i, j) == (a(i, j) <= b(i, j));
      all = all && greater(a, b)(i, j) == (a(i, j) > b(i, j)) && greater_equal(a, b)(i, j) == (a(i, j) >= b(i, j));
      all = all && minimum(a, b)(i, j) == (a(i, j) < b(i, j) ? a(i, j) : b(i, j));
      all = all && maximum(a, b)(i, j) == (a(i, j) > b(i, j) ? a(i, j) : b(i, j));
    }
  return all;
}

template <class T>
bool agrees_for_any_layout() {
  const auto a = example<T, 3, 5>(), b = example<T, 3, 5>(7);
  const auto wide = example<T, 5, 7>();
  return agrees(a, b) && agrees(a, a) && agrees(transpose<0, 1>(contiguous(transpose<0, 1>(a))), b) &&
         agrees(a, slice<0, 1, 4>(slice<1, 2, 7>(wide))) && agrees(broadcast_to<3, 5>(row(b, 2)), a);
}

}  // namespace

TEST_CASE("comparisons agree with those of elements, for any layouts and elements") {
  CHECK(agrees_for_any_layout<float>());
  CHECK(agrees_for_any_layout<double>());
  CHECK(agrees_for_any_layout<int>());
  CHECK(agrees_for_any_layout<std::int16_t>());
  CHECK(agrees_for_any_layout<bool>());
}

TEST_CASE("the smaller and the larger of NaN and a number are NaN") {
  const tensor<float, 3> a{NAN, 1, NAN}, b{1, NAN, NAN};
  for (index_t i = 0; i < 3; ++i) {
    CHECK(std::isnan(minimum(a, b)(i)));
    CHECK(std::isnan(maximum(a, b)(i)));
    CHECK(std::isnan(maximum(a, 0)(i)) == std::isnan(a(i)));
  }
}

TEST_CASE("one operand is stretched, as in arithmetic") {
  const auto x = example<float, seq, d_model>();
  const auto y = less(row(x, 1), x);
  for (index_t j = 0; j < 5; ++j) CHECK(y(2, j) == (x(1, j) < x(2, j)));
  CHECK(same(logical_and(y, tensor<bool, 3, 1>{true, false, true}), logical_and(tensor<bool, 3, 1>{true, false, true}, y)));
}

TEST_CASE("whole tensors are equal whatever their layouts") {
  const auto x = example<int, seq, d_model>();
  CHECK(contiguous(transpose<0, 1>(x)) == transpose<0, 1>(x));
  CHECK(transpose<0, 1>(transpose<0, 1>(x)) == x);
  auto y = x;
  CHECK(y == x);
  y(2, 4) += 1;
  CHECK(y != x);
  CHECK_FALSE(y == x);
}

TEST_CASE("an infinity is close to itself alone, NaN to nothing") {
  const tensor<double, 1> up{infinity}, down{-infinity}, one{1}, none{NAN}, most{std::numeric_limits<double>::max()};
  CHECK(all_close(up, up));
  CHECK(all_close(down, down));
  CHECK_FALSE(all_close(up, down));
  CHECK_FALSE(all_close(up, one));
  CHECK_FALSE(all_close(one, up));
  CHECK_FALSE(all_close(most, up));
  CHECK_FALSE(all_close(up, most));
  CHECK_FALSE(all_close(none, none));
  CHECK_FALSE(all_close(one, none));
  CHECK_FALSE(all_close(none, up));
  CHECK_FALSE(all_close(one, up, tolerance{.absolute = infinity}));
}

TEST_CASE("bounded axes are compared at every extent, and refused where extents differ") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens, 3>(extents{n}));
    CHECK(x == x);
    CHECK(all_close(x, x));
    CHECK(less(x, x) == tensor<bool, tokens, 3>(extents{n}));
    CHECK(logical_not(less(x, x)).shape() == x.shape());
  }
  const tensor<float, tokens> a(extents{5}), b(extents{3});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(a == b); }, "compare: axes differ: [tokens=5] == [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(a != b); }, "compare: axes differ: [tokens=5] == [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(all_close(a, b)); }, "compare: axes differ: [tokens=5] == [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(less(a, b)); }, "less: axes differ: [tokens=5] < [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(maximum(a, b)); }, "maximum: axes differ: [tokens=5] and [tokens=3]: tokens=5 is not tokens=3"));
  const tensor<bool, tokens> c(extents{5}), d(extents{3});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(logical_or(c, d)); }, "logical_or: axes differ: [tokens=5] || [tokens=3]: tokens=5 is not tokens=3"));
}
