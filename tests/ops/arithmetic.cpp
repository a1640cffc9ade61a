// + - * / of tensors and numbers.
#include <tenon/ops/arithmetic.hpp>

#include <cstdint>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}}, many{"many", at_most{5000}};

template <class A, class B>
concept addable = requires(A a, B b) { a + b; };

/// What an operation on every pair of elements gives, one at a time.
template <class A, class B, class F>
auto one_by_one(const A& a, const B& b, const F& f) {
  tensor<typename A::value_type, 7, 5> c;
  for (index_t i = 0; i < 7; ++i)
    for (index_t j = 0; j < 5; ++j) c(i, j) = static_cast<typename A::value_type>(f(a(i, j), b(i, j)));
  return c;
}

template <class T>
void agrees_for_layouts() {
  const auto a = example<T, 7, 5>(), b = example<T, 7, 5>(3);
  const auto b_turned = contiguous(transpose<0, 1>(b));         // [5, 7]
  const auto b_wide = example<T, 9, 11>(1);
  const auto b_part = slice<0, 1, 8>(slice<1, 3, 8>(b_wide));   // [7, 5]
  const auto minus = [](T x, T y) { return x - y; };
  CHECK(same(a - b, one_by_one(a, b, minus)));
  CHECK(same(a - transpose<0, 1>(b_turned), one_by_one(a, b, minus)));
  CHECK(same(transpose<0, 1>(b_turned) - a, one_by_one(b, a, minus)));
  CHECK(same(a - b_part, one_by_one(a, contiguous(b_part), minus)));
  CHECK(same(b_part - b_part, tensor<T, 7, 5>{}));
  CHECK(same(contiguous(a) - b_part, a - contiguous(b_part)));
  CHECK(same(transpose<0, 1>(contiguous(b_turned)) - a, b - a));
  CHECK(same(a + b, one_by_one(a, b, [](T x, T y) { return x + y; })));
  CHECK(same(a * b_part, one_by_one(a, b_part, [](T x, T y) { return x * y; })));
}

}  // namespace

// Numbers in constant evaluation.
static_assert(same(tensor<float, 2>{1, 2} + tensor<float, 2>{10, 20}, tensor<float, 2>{11, 22}));
static_assert(same(tensor<int, 2>{1, 2} - tensor<int, 2>{10, 20}, tensor<int, 2>{-9, -18}));
static_assert(same(tensor<float, 2>{1, 2} * 3 + 1, tensor<float, 2>{4, 7}) && same(1 - tensor<float, 2>{1, 2}, tensor<float, 2>{0, -1}));
static_assert(same(6 / tensor<int, 2>{1, 2}, tensor<int, 2>{6, 3}) && same(-tensor<float, 2>{1, 2}, tensor<float, 2>{-1, -2}));
static_assert(same(tensor<float, 1000>{} + 1.5, tensor<float, 1000>([](index_t) { return 1.5; })));

// The name survives, on whichever side it stands.
static_assert(same_axes<decltype(tensor<float, seq, 5>{} + tensor<float, 3, d_model>{}), seq, d_model>);
static_assert(same_axes<decltype(tensor<float, d_model>{} + tensor<float, seq, 5>{}), seq, d_model>);
static_assert(same_axes<decltype(1 - tensor<float, tokens>{}), tokens>);
static_assert(same_axes<decltype(tensor<float>{} + tensor<float>{})>);

// Broadcasting, on both sides.
static_assert(same(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6} + tensor<int, 3>{10, 20, 30}, tensor<int, 2, 3>{11, 22, 33, 14, 25, 36}));
static_assert(same(tensor<int, 3>{10, 20, 30} - tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}, tensor<int, 2, 3>{9, 18, 27, 6, 15, 24}));
static_assert(same(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6} * tensor<int, 2, 1>{1, 10}, tensor<int, 2, 3>{1, 2, 3, 40, 50, 60}));
static_assert(same(tensor<int, 2, 1, 2>{1, 2, 3, 4} + tensor<int, 1>{10}, tensor<int, 2, 1, 2>{11, 12, 13, 14}));
static_assert(same(tensor<int, 3>{1, 2, 3} - tensor<int>{1}, tensor<int, 3>{0, 1, 2}));
static_assert(same(tensor<int>{1} - tensor<int, 3>{1, 2, 3}, tensor<int, 3>{0, -1, -2}));

// Elements of one type stay of that type, however small.
static_assert(std::is_same_v<decltype(tensor<std::int8_t, 2>{} + tensor<std::int8_t, 2>{})::value_type, std::int8_t>);
static_assert(same(tensor<std::int8_t, 2>{100, -100} + tensor<std::int8_t, 2>{27, -28}, tensor<std::int8_t, 2>{127, -128}));
static_assert(tensor<std::uint16_t, 1>{65535}(0) * 1u == 65535u);
static_assert(same(tensor<std::uint16_t, 1>{255} * tensor<std::uint16_t, 1>{257}, tensor<std::uint16_t, 1>{65535}));
static_assert(same(tensor<bool, 2>{true, false} * tensor<bool, 2>{true, true}, tensor<bool, 2>{true, false}));
static_assert(same(tensor<long, 2>{1, 2} + tensor<twin_of_long, 2>{1, 2}, tensor<long, 2>{2, 4}));

// What does not fit is refused where a requires-expression can see it.
static_assert(addable<tensor<float, 2>, tensor<float, 2>> && !addable<tensor<float, 2>, tensor<float, 3>>);
static_assert(!addable<tensor<float, 2>, tensor<double, 2>> && addable<tensor<float, 2>&, const tensor<float, 2>&>);
static_assert(addable<tensor<int, 2>, int> && !addable<tensor<int, 2>, float> && !addable<double, tensor<int, 2>>);
static_assert(addable<tensor<float, 2>, double> && addable<unsigned, tensor<float, 2>>);

TEST_CASE("arithmetic agrees with one element at a time, for any layouts") {
  agrees_for_layouts<float>();
  agrees_for_layouts<double>();
  agrees_for_layouts<int>();
  agrees_for_layouts<std::int8_t>();
}

TEST_CASE("numbers meet every element of any layout") {
  const auto a = example<double, 7, 5>();
  const auto turned = transpose<0, 1>(a);
  CHECK(same(turned * 2, contiguous(turned) + turned));
  CHECK(same(2 * turned, turned * 2));
  CHECK(same(1 - turned, -(turned - 1)));
  CHECK(same(8 / (turned * turned + 1), 8.0 / (contiguous(turned) * turned + 1.0)));
  CHECK(same(transpose<0, 1>(example<double, 7, 5>()) + 1, turned + 1));
}

TEST_CASE("results are values: operands may change afterwards") {
  auto a = example<float, 7>(), b = example<float, 7>(2);
  const auto y = a + b;
  const auto before = y;
  a(0) = 1000;
  b = b * 0;
  CHECK(same(y, before));
}

TEST_CASE("operands are left as they were") {
  const auto a = example<float, 1100>();
  auto b = example<float, 1100>();
  const auto y = a + b, z = b * 2, w = -b;
  CHECK(same(a, example<float, 1100>()));
  CHECK(same(b, example<float, 1100>()));
  CHECK(y.data() != a.data());
  CHECK(z.data() != b.data());
  CHECK(w.data() != b.data());
}

TEST_CASE("a tensor is updated by a transpose, row or part of itself") {
  auto x = example<float, 5, 5>();
  const auto old = x;
  x = x + transpose<0, 1>(x);
  CHECK(same(x, old + contiguous(transpose<0, 1>(old))));
  x = old;
  x = x - row(x, 2);
  CHECK(same(x, old - contiguous(row(old, 2))));
  x = old;
  x = std::move(x) - row(x, 2);
  CHECK(same(x, old - contiguous(row(old, 2))));
  x = old;
  x = std::move(x) * x;
  CHECK(same(x, old * old));
}

TEST_CASE("bounded operands meet by their extents of this moment") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto a = with_examples(tensor<float, tokens, d_model>(extents{n})), b = with_examples(tensor<float, tokens, d_model>(extents{n}), 2);
    const auto bias = example<float, d_model>(4);
    const auto y = a * b + bias - tensor<float, 1, 1>{1};
    CHECK(y.shape() == shape(measured(tokens, n), d_model));
    bool right = true;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < 5; ++j) right = right && y(i, j) == a(i, j) * b(i, j) + bias(j) - 1;
    CHECK(right);
    CHECK(same(transpose<0, 1>(a) + transpose<0, 1>(b), contiguous(transpose<0, 1>(a + b))));
  }
}

TEST_CASE("bounded operands of different extents are refused, and nothing changes") {
  tensor<float, many> a(extents{5}), b(extents{1});
  const std::string sentence = "add: axes differ: [many=5] + [many=1]: many=5 is not many=1";
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(a + b); }, sentence));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(std::move(a) + b); }, sentence));
  CHECK(raises<shape_mismatch>([&] { a = std::move(a) + std::move(b); }, sentence));
  CHECK(a.size() == 5);
  CHECK(b.size() == 1);
  CHECK(same(a, tensor<float, many>(extents{5})));
}
