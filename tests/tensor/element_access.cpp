// x(i, j): access to elements, checked in every build.
#include <tenon/tensor/element_access.hpp>

#include <cstdint>

#include <tenon/ops/row.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {
constexpr axis batch{"batch", 1}, seq{"seq", 3}, tokens{"tokens", at_most{8}};

template <class X, class... Index>
concept has_element = requires(X x, Index... i) { x(i...); };
}  // namespace

static_assert(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}(1, 2) == 6 && tensor<float>{7}() == 7);
static_assert(has_element<tensor<int, 2, 3>, int, unsigned> && has_element<tensor<int, 2>, std::size_t>);
static_assert(!has_element<tensor<int, 2, 3>, int> && !has_element<tensor<int, 2, 3>, int, int, int>);
static_assert(!has_element<tensor<int, 2, 3>> && !has_element<tensor<int>, int> && !has_element<tensor<int, 2>, double>);

// Elements of constants are constant; a view of constants too, a constant view of variables not.
static_assert(std::is_same_v<decltype(std::declval<tensor<int, 2>&>()(0)), int&>);
static_assert(std::is_same_v<decltype(std::declval<const tensor<int, 2>&>()(0)), const int&>);
static_assert(std::is_same_v<decltype(std::declval<const packed_view<int, 2>&>()(0)), int&>);
static_assert(std::is_same_v<decltype(std::declval<packed_view<const int, 2>&>()(0)), const int&>);

TEST_CASE("every element lies where its indices say") {
  auto x = example<int, 2, 3, 5>();
  int i = 0;
  bool all = true;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 5; ++c) all = all && x(a, b, c) == example_value(i++) && &x(a, b, c) == x.data() + a * 15 + b * 5 + c;
  CHECK(all);
  const auto turned = transpose<0, 2>(x);
  CHECK(&turned(4, 1, 0) == &x(0, 1, 4));
}

TEST_CASE("an index outside its axis is refused") {
  tensor<float, batch, seq> x;
  const auto outside = [](index_t index) {
    return "element: index " + std::to_string(index) + " is outside seq=3 of [batch=1, seq=3]";
  };
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(0, 3)); }, outside(3)));
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(0, -1)); }, outside(-1)));
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(0, INTPTR_MAX)); }, outside(INTPTR_MAX)));
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(0, INTPTR_MIN)); }, outside(INTPTR_MIN)));
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(0, SIZE_MAX)); }, outside(-1)));
  CHECK(refusal([&] { static_cast<void>(x(1, 0)); }) == "element: index 1 is outside batch=1 of [batch=1, seq=3]");
  CHECK(refusal([&] { static_cast<void>(transpose<0, 1>(x)(0, 1)); }) == "element: index 1 is outside batch=1 of [seq=3, batch=1]");
  const auto& constant = x;
  CHECK(refusal([&] { static_cast<void>(constant(0, 3)); }) == outside(3));
}

TEST_CASE("the extents of this moment count, not the bound") {
  tensor<float, tokens, 2> x(extents{5});
  x(4, 1) = 1;
  CHECK(refusal([&] { static_cast<void>(x(5, 0)); }) == "element: index 5 is outside tokens=5 of [tokens=5, 2]");
  tensor<float, tokens> none;
  CHECK(refusal([&] { static_cast<void>(none(0)); }) == "element: index 0 is outside tokens=0 of [tokens=0]");
  CHECK(refusal([&] { static_cast<void>(row<1>(x, 0)(7)); }) == "element: index 7 is outside tokens=5 of [tokens=5]");
}
