// How tensors are made.
#include <tenon/tensor/tensor.hpp>

#include <cmath>
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

// Rows of numbers of several types, rows of rows, a row alone.
static_assert(same(tensor<float, 2, 2>{{0.5, 1}, {2, 3}}, tensor<float, 2, 2>{0.5, 1, 2, 3}));
static_assert(same(tensor<int, 2, 2, 2>{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, tensor<int, 2, 2, 2>{1, 2, 3, 4, 5, 6, 7, 8}));
static_assert(same(tensor<double, 1, 1, 2>{{{0.5, 1}}}, tensor<double, 1, 1, 2>{0.5, 1}));
static_assert(tensor<float, items, 1, 2>{{{1, 2}}, {{3, 4}}}.extent(0) == 2);
static_assert(tensor<index_t, tokens>{{5}}.size() == 1 && tensor<index_t, tokens>{{5}}(0) == 5 && tensor<float, 3>{{1, 2, 3}}(2) == 3);
// As many whole numbers as axes, one of them bounded, could be extents; other numbers could not.
static_assert(!constructible<tensor<float, tokens>, int> && !constructible<tensor<float, tokens>, std::size_t>);
static_assert(!constructible<tensor<float, tokens, 2>, int, int> && !constructible<tensor<float, items, tokens>, int, int>);
static_assert(constructible<tensor<float, tokens>, float> && constructible<tensor<float, tokens>, int, int> &&
              constructible<tensor<bool, tokens>, bool>);
static_assert(!constructible<tensor<float, 4>, const char (&)[4]> && !constructible<tensor<bool, 2>, double, double>);

namespace {
/// A list whose numbers no compiler knows.
template <class X, class... Values>
std::string said_of(Values... values) {
  return refusal([&] { X x(values...); });
}
template <class T, class... Values>
std::string said_of_elements(Values... values) {
  return said_of<tensor<T, sizeof...(Values)>>(values...);
}
}  // namespace

TEST_CASE("a number that its element cannot hold is refused, and what it holds is held") {
  const auto refused = [](const char* element, const char* number, const char* type) {
    return std::string("tensor: element (") + element + ") of [2] would be " + number + ", which " + type + " cannot hold";
  };
  CHECK(said_of_elements<std::int8_t>(127, -129) == refused("1", "-129", "int8"));
  CHECK(said_of_elements<std::int8_t>(128, -128) == refused("0", "128", "int8"));
  CHECK(said_of_elements<std::int8_t>(127, -128) == "accepted");
  CHECK(said_of_elements<std::uint8_t>(255, -1) == refused("1", "-1", "uint8"));
  CHECK(said_of_elements<std::uint64_t>(1, INT64_MIN) == refused("1", "-9223372036854775808", "uint64"));
  CHECK(said_of_elements<std::int64_t>(UINT64_MAX, std::uint64_t{0}) == refused("0", "18446744073709551615", "int64"));
  CHECK(said_of_elements<int>(3000000000, std::int64_t{-1}) == refused("0", "3000000000", "int32"));
  CHECK(said_of_elements<int>(std::size_t(-1), std::size_t{1}) == refused("0", "18446744073709551615", "int32"));
  CHECK(said_of_elements<bool>(1, 2) == refused("1", "2", "bool"));
  CHECK(said_of_elements<bool>(0, -1) == refused("1", "-1", "bool"));
  CHECK(said_of_elements<bool>(0, 1) == "accepted");
  CHECK(said_of_elements<float>(16777216, 16777217) == refused("1", "16777217", "float"));
  CHECK(said_of_elements<float>(16777218, INT32_MIN) == "accepted");
  CHECK(said_of_elements<float>(0.5, 16777217) == refused("1", "16777217", "float"));
  CHECK(said_of_elements<float>(0.1, 16777217.0) == "accepted");
  CHECK(said_of_elements<float>(1e300, 1.0) == refused("0", "1e300", "float"));
  CHECK(said_of_elements<float>(3.4028234663852886e38, -3.4028235677973362e38) == "accepted");
  CHECK(said_of_elements<float>(1.0, -3.4028235677973366e38) == refused("1", "-3.4e38", "float"));
  CHECK(said_of_elements<float>(INFINITY, static_cast<double>(NAN)) == "accepted");
  CHECK(said_of_elements<double>(INT64_MAX, INT64_MIN) == refused("0", "9223372036854775807", "double"));
  CHECK(said_of_elements<bfloat16>(256, 257) == refused("1", "257", "bfloat16"));
  CHECK(said_of_elements<bfloat16>(0.1, 1e39) == refused("1", "1e39", "bfloat16"));
  CHECK(said_of<tensor<float>>(16777217) == "tensor: element () of [] would be 16777217, which float cannot hold");
}

TEST_CASE("so are numbers in rows and of functions") {
  const int large = 200, small = 7;
  CHECK(refusal([&] { tensor<std::int8_t, 2, 2> x{{small, small}, {large, small}}; }) ==
        "tensor: element (1, 0) of [2, 2] would be 200, which int8 cannot hold");
  CHECK(refusal([&] { tensor<std::int8_t, 1, 2, 1> x{{{small}, {large}}}; }) ==
        "tensor: element (0, 1, 0) of [1, 2, 1] would be 200, which int8 cannot hold");
  CHECK(refusal([] { tensor<std::uint8_t, 2, 200>([](index_t i, index_t j) { return i * 200 + j; }); }) ==
        "tensor: element (1, 56) of [2, 200] would be 256, which uint8 cannot hold");
  CHECK(refusal([] { tensor<bool, tokens>(extents{4}, [](index_t i) { return i; }); }) ==
        "tensor: element (2) of [tokens=4] would be 2, which bool cannot hold");
}

TEST_CASE("long lists hold their numbers") {
#define TENON_TEN(x) x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9
#define TENON_HUNDRED(x) TENON_TEN(x), TENON_TEN(x + 10), TENON_TEN(x + 20), TENON_TEN(x + 30), TENON_TEN(x + 40), \
    TENON_TEN(x + 50), TENON_TEN(x + 60), TENON_TEN(x + 70), TENON_TEN(x + 80), TENON_TEN(x + 90)
  const tensor<float, 400> x{TENON_HUNDRED(0), TENON_HUNDRED(100), TENON_HUNDRED(200), TENON_HUNDRED(300)};
  for (index_t i = 0; i < 400; ++i) CHECK(x(i) == static_cast<float>(i));
  const tensor<float, 200> mixed{TENON_HUNDRED(0), TENON_HUNDRED(0.5)};
  for (index_t i = 0; i < 100; ++i) CHECK((mixed(i) == static_cast<float>(i) && mixed(100 + i) == static_cast<float>(i) + 0.5f));
  int unknown = 0;
  CHECK(refusal([&] { tensor<std::int8_t, 200> y{TENON_HUNDRED(unknown), TENON_HUNDRED(unknown + 99)}; }) ==
        "tensor: element (129) of [200] would be 128, which int8 cannot hold");
}
#undef TENON_HUNDRED
#undef TENON_TEN
