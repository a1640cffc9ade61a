// How tensors are made.
#include <tenon/tensor/tensor.hpp>

#include <type_traits>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, src{"src", 3}, d_model{"d_model", 4};
constexpr axis tokens{"tokens", at_most{8}}, items{"items", at_most{4}}, many{"many", at_most{5000}};

template <class X>
constexpr bool all_zero(const X& x) {
  bool zero = true;
  each_element(x, [&](auto element) { zero = zero && element == 0; });
  return zero;
}

}  // namespace

// A number is an axis.
static_assert(std::is_same_v<tensor<float, 2, 3>, tensor<float, axis{2}, axis{3}>>);
static_assert(!std::is_same_v<tensor<float, seq, 4>, tensor<float, 3, 4>>);

// Without values: zero, and bounded axes 0 long.
static_assert(all_zero(tensor<float, 2, 3>{}) && tensor<float>{}() == 0 && all_zero(tensor<bool, 7>{}));
static_assert(tensor<float, tokens, d_model>{}.size() == 0 && tensor<float, tokens, d_model>{}.extent(0) == 0);
static_assert(all_zero(tensor<double, 600>{}));

// Lists, nested lists.
static_assert(tensor<float, 2, 2>{1, 2, 3, 4}(1, 0) == 3 && tensor<float, seq>{1, 2.5, 3}(1) == 2.5f);
static_assert(same(tensor<int, 2, 3>{{1, 2, 3}, {4, 5, 6}}, tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}));
static_assert(tensor<float>{5}() == 5 && tensor<float, 1>{5}(0) == 5 && tensor<float, 1, 1>{{5}}(0, 0) == 5);
static_assert(tensor<float, 1, 2>{{1, 2}}(0, 1) == 2 && tensor<float, 2, 1>{{1}, {2}}(1, 0) == 2);
static_assert(tensor<std::int8_t, 2>{-128, 127}(0) == -128 && tensor<bool, 2>{true, false}(0));

// One bounded axis takes its extent from the list.
static_assert(tensor<float, tokens, 2>{1, 2, 3, 4, 5, 6}.extent(0) == 3);
static_assert(tensor<float, tokens, 2>{{1, 2}, {3, 4}}.extent(0) == 2);
static_assert(tensor<float, 2, tokens>{1, 2, 3, 4, 5, 6}(1, 0) == 4);

// Functions of the indices.
static_assert(same(tensor<float, 3, 3>([](index_t i, index_t j) { return i == j; }), tensor<float, 3, 3>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
static_assert(tensor<float, 600>([](index_t i) { return 2 * i; })(599) == 1198);
static_assert(tensor<float, tokens, 2>(extents{3}, [](index_t i, index_t j) { return 10 * i + j; })(2, 1) == 21);
static_assert(tensor<float, tokens, 2>(extents{0}, [](index_t, index_t) { return 1; }).size() == 0);

// An unnamed tensor or view takes the names of the target; constant or not, packed or not.
static_assert(same(tensor<float, seq, 2>(tensor<float, 3, 2>{1, 2, 3, 4, 5, 6}), tensor<float, seq, 2>{1, 2, 3, 4, 5, 6}));
static_assert([] {
  const tensor<float, 2, 3> x{1, 2, 3, 4, 5, 6};
  const tensor<float, seq, 2> y = transpose<0, 1>(x);
  return same(y, tensor<float, seq, 2>{1, 4, 2, 5, 3, 6});
}());

// What does not fit cannot be constructed, converted or assigned, and type traits say so.
template <class To, class... From>
constexpr bool constructible = std::is_constructible_v<To, From...>;
using x_type = tensor<float, seq, d_model>;
static_assert(constructible<x_type, x_type> && constructible<x_type, tensor<float, 3, 4>> && constructible<x_type, tensor<float, seq, 4>&>);
static_assert(!constructible<x_type, tensor<float, src, d_model>> && !constructible<x_type, tensor<float, d_model, seq>>);
static_assert(!constructible<x_type, tensor<float, seq>> && !constructible<x_type, tensor<double, seq, d_model>>);
static_assert(!constructible<tensor<float, 3, 4>, x_type>);
static_assert(!std::is_convertible_v<tensor<float, src, d_model>, x_type> && std::is_convertible_v<tensor<float, 3, 4>, x_type>);
static_assert(!std::is_assignable_v<x_type&, tensor<float, src, d_model>> && std::is_assignable_v<x_type&, tensor<float, 3, 4>>);
static_assert(!constructible<x_type, int, int> && !constructible<x_type, int> && !constructible<x_type, extents<1>>);
static_assert(!constructible<tensor<int, 2>, double, int> && !constructible<x_type, const char*> && !constructible<x_type, float*>);
static_assert(!constructible<tensor<float, tokens>, uninitialized_t> && constructible<tensor<float, tokens>, extents<1>>);
static_assert(!constructible<tensor<float, tokens>, extents<2>> && !constructible<tensor<float, tokens>, tensor<float, 8>>);
static_assert(!std::is_convertible_v<int, tensor<float, 1>> && !std::is_convertible_v<int, tensor<float>>);

TEST_CASE("extents of bounded axes run from 0 to the bound") {
  CHECK(tensor<float, tokens, d_model>(extents{0}).size() == 0);
  CHECK(tensor<float, tokens, d_model>(extents{1}).shape() == shape(measured(tokens, 1), d_model));
  CHECK(all_zero(tensor<float, tokens, d_model>(extents{8})));
  CHECK(tensor<float, items, tokens>(extents{4, 8}).size() == 32);
  CHECK(tensor<float, many>(extents{5000}).size() == 5000);
  CHECK(all_zero(tensor<float, many>(extents{4999})));
  CHECK(tensor<float, tokens>(uninitialized, extents{7}).size() == 7);
}

TEST_CASE("extents beyond the bound are refused") {
  using X = tensor<float, tokens, d_model>;
  CHECK(raises<shape_mismatch>([] { X(extents{9}); }, "extents: 9 is not within tokens<=8 of [tokens<=8, d_model=4]"));
  CHECK(raises<shape_mismatch>([] { X(extents{-1}); }, "extents: -1 is not within tokens<=8 of [tokens<=8, d_model=4]"));
  CHECK(raises<shape_mismatch>([] { X(uninitialized, extents{9}); },
                               "extents: 9 is not within tokens<=8 of [tokens<=8, d_model=4]"));
  CHECK(raises<shape_mismatch>([] { tensor<float, many>(extents{5001}); }, "extents: 5001 is not within many<=5000 of [many<=5000]"));
}

TEST_CASE("uninitialized elements take the values that are written") {
  tensor<float, 2000> x(uninitialized);
  for (auto& element : x) element = 3;
  CHECK(x(1999) == 3);
}

TEST_CASE("heap tensors begin as zeros, and so do inline ones") {
  CHECK(all_zero(tensor<double, 100, 100>{}));
  CHECK(all_zero(tensor<double, 10, 10>{}));
  CHECK(all_zero(tensor<bool, 5000>{}));
}
