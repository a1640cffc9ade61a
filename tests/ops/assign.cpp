// assign(to, from), and += -= *= /= in place.
#include <tenon/ops/assign.hpp>

#include <cstdint>
#include <utility>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/reshape.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, src{"src", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class To, class From>
concept can_be_assigned = requires(To&& to, From from) { assign(std::forward<To>(to), from); };
template <class To, class From>
concept can_be_added = requires(To&& to, From from) { std::forward<To>(to) += from; };

using pair = tensor<float, 2>;
static_assert(can_be_assigned<pair&, pair> && can_be_assigned<pair&, int> && can_be_assigned<packed_view<float, 2>, pair>);
static_assert(!can_be_assigned<const pair&, pair> && !can_be_assigned<pair, pair> && !can_be_assigned<packed_view<const float, 2>, pair>);
static_assert(!can_be_assigned<const pair&, int> && !can_be_assigned<tensor<int, 2>&, double> && !can_be_assigned<int&, pair>);
static_assert(!can_be_assigned<pair&, tensor<float, 3>> && !can_be_assigned<pair&, tensor<int, 2>> && !can_be_assigned<pair&, const char*>);
static_assert(can_be_added<pair&, pair> && can_be_added<pair&, int> && can_be_added<packed_view<float, 2>, double>);
static_assert(!can_be_added<const pair&, pair> && !can_be_added<pair, pair> && !can_be_added<pair&, tensor<float, 2, 2>>);
static_assert(!can_be_added<tensor<int, 2>&, double> && !can_be_added<tensor<float, seq>&, tensor<float, src>> && !can_be_added<pair&, const char*>);

/// In constant evaluation, where no addresses of different objects are compared.
static_assert([] {
  tensor<int, 2, 3> x{1, 2, 3, 4, 5, 6};
  assign(row(x, 0), row(x, 1));
  x *= 2;
  x += tensor<int, 3>{1, 2, 3};
  x -= std::as_const(x);
  assign(row<1>(x, 2), 7);
  return x == tensor<int, 2, 3>{0, 0, 7, 0, 0, 7};
}());
static_assert([] {
  tensor<int, 3, 3> x{1, 2, 3, 4, 5, 6, 7, 8, 9};
  x += transpose<0, 1>(x);
  return x == tensor<int, 3, 3>{2, 6, 10, 6, 10, 14, 10, 14, 18};
}());

/// `operation(to, from)` on operands that may overlap gives what it gives on a copy of the right side.
template <class X, class Left, class Right, class Operation>
bool right_if_overlapping(const X& original, const Left& left, const Right& right, const Operation& operation) {
  X x = original, y = original;
  const X other = original;
  operation(left(x), right(x));
  operation(left(y), right(other));
  return x == y;
}
template <class X, class Left, class Right>
bool right_if_overlapping(const X& x, const Left& left, const Right& right) {
  return right_if_overlapping(x, left, right, [](auto&& to, const auto& from) { assign(to, from); }) &&
         right_if_overlapping(x, left, right, [](auto&& to, const auto& from) { to += from; }) &&
         right_if_overlapping(x, left, right, [](auto&& to, const auto& from) { to -= from; }) &&
         right_if_overlapping(x, left, right, [](auto&& to, const auto& from) { to *= from; });
}

}  // namespace

TEST_CASE("what overlaps is right, whatever the direction") {
  const auto x = example<int, 7, 7>();
  const auto whole = [](auto& y) -> auto& { return y; };
  const auto turned = [](auto& y) { return transpose<0, 1>(y); };
  CHECK(right_if_overlapping(x, whole, whole));
  CHECK(right_if_overlapping(x, whole, turned));
  CHECK(right_if_overlapping(x, turned, whole));
  CHECK(right_if_overlapping(x, [](auto& y) { return row(y, 0); }, [](auto& y) { return row(y, 1); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return row(y, 3); }, [](auto& y) { return row<1>(y, 3); }));
  CHECK(right_if_overlapping(x, whole, [](auto& y) { return row<1>(y, 2); }));
  CHECK(right_if_overlapping(x, whole, [](auto& y) { return row(y, 2); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return slice<0, 0, 5>(y); }, [](auto& y) { return slice<0, 1, 6>(y); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return slice<0, 2, 7>(y); }, [](auto& y) { return slice<0, 1, 6>(y); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return slice<1, 0, 5>(y); }, [](auto& y) { return slice<1, 1, 6>(y); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return slice<1, 2, 7>(y); }, [](auto& y) { return slice<1, 0, 5>(y); }));
  CHECK(right_if_overlapping(x, whole, [](auto& y) { return broadcast_to<7, 7>(row(y, 6)); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return reshape<49>(y); }, [](auto& y) { return row(row(y, 4), 4); }));
  CHECK(right_if_overlapping(example<int, 1, 49>(), [](auto& y) { return slice<1, 0, 48>(y); }, [](auto& y) { return slice<1, 1, 49>(y); }));
}

TEST_CASE("the same for tensors on the heap") {
  const auto x = example<double, 60, 60>();
  CHECK(right_if_overlapping(x, [](auto& y) -> auto& { return y; }, [](auto& y) { return transpose<0, 1>(y); }));
  CHECK(right_if_overlapping(x, [](auto& y) { return slice<0, 0, 59>(y); }, [](auto& y) { return slice<0, 1, 60>(y); }));
}

TEST_CASE("in place gives what the operation gives, for elements of every type") {
  const auto check = [](auto zero) {
    using T = decltype(zero);
    const auto a = example<T, seq, d_model>();
    auto b = example<T, seq, d_model>(5);
    for (auto& element : b)
      if (element == 0) element = 1;
    auto sum = a, difference = a, product = a, quotient = a;
    sum += b;
    difference -= b;
    product *= b;
    quotient /= b;
    return sum == a + b && difference == a - b && product == a * b && quotient == a / b;
  };
  CHECK(check(0.0F));
  CHECK(check(0.0));
  CHECK(check(0));
  CHECK(check(std::int16_t{0}));
}

TEST_CASE("views are written through, and the rest is left as it was") {
  auto x = example<float, 5, 7>();
  const auto before = x;
  assign(slice<0, 1, 4>(slice<1, 2, 5>(x)), tensor<float, 3, 3>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  bool all = true;
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 7; ++j) {
      const bool inside = i >= 1 && i < 4 && j >= 2 && j < 5;
      all = all && x(i, j) == (inside ? static_cast<float>((i - 1) * 3 + j - 1) : before(i, j));
    }
  CHECK(all);
  row<1>(x, 0) += 1;
  CHECK(x(4, 0) == before(4, 0) + 1);
  CHECK(x(4, 1) == before(4, 1));
  transpose<0, 1>(x) *= 0;
  CHECK(x == tensor<float, 5, 7>{});
}

TEST_CASE("the right side is stretched, and a result is the left side itself") {
  auto x = example<float, seq, d_model>();
  const auto before = x;
  auto& same_one = x += tensor<float, d_model>{1, 2, 3, 4, 5};
  CHECK(&same_one == &x);
  CHECK(x(2, 3) == before(2, 3) + 4);
  x *= tensor<float, 3, 1>{0, 1, 2};
  CHECK((x(0, 0) == 0 && x(2, 3) == 2 * (before(2, 3) + 4)));
  (x += 1) -= 1;
  CHECK(x(1, 1) == before(1, 1) + 2);
}

TEST_CASE("where a result of integers does not fit, nothing is written") {
  tensor<std::uint16_t, 2> x{255, 65535};
  CHECK(raises<unrepresentable>([&] { x *= x; }, "multiply: a result does not fit elements of uint16, did you mean cast<long long>(a)?"));
  CHECK(x == tensor<std::uint16_t, 2>{255, 65535});
  tensor<std::uint8_t, 2> y{0, 250};
  CHECK(raises<unrepresentable>([&] { y += 10; }, "add: a result does not fit elements of uint8, did you mean cast<long long>(a)?"));
  CHECK(raises<unrepresentable>([&] { y += 256; }, "add: 256 does not fit elements of uint8, did you mean cast<long long>(x)?"));
  CHECK(raises<unrepresentable>([&] { assign(y, -1); }, "assign: -1 does not fit elements of uint8, did you mean cast<long long>(x)?"));
  CHECK(raises<unrepresentable>([&] { y /= 0; }, "divide: a divisor is 0, and elements of uint8 have no infinity, did you mean cast<double>(a)?"));
  CHECK(y == tensor<std::uint8_t, 2>{0, 250});
  y += 5;
  CHECK(y == tensor<std::uint8_t, 2>{5, 255});
  tensor<long, 2> wide{1, 2};
  wide += tensor<long long, 2>{10, 20};
  assign(wide, tensor<long long, 2>{11, 23} - wide);
  CHECK(wide == tensor<long, 2>{0, 1});
}

TEST_CASE("bounded axes are written at every extent; where extents differ, nothing is") {
  for (const index_t n : {0, 1, 5, 8}) {
    auto x = with_examples(tensor<float, tokens, 3>(extents{n}));
    const auto before = x;
    x += before;
    CHECK(x == before * 2);
    assign(x, 3);
    x /= tensor<float, 3>{1, 3, 2};
    bool all = true;
    for (index_t i = 0; i < n; ++i) all = all && x(i, 1) == 1 && x(i, 2) == 1.5F;
    CHECK(all);
    transpose<0, 1>(x) -= transpose<0, 1>(x);
    CHECK(x.shape() == before.shape());
  }
  auto a = with_examples(tensor<float, tokens>(extents{5}));
  const auto before = a;
  const tensor<float, tokens> b(extents{3});
  CHECK(raises<shape_mismatch>([&] { assign(a, b); }, "assign: axes differ: [tokens=5] = [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { a += b; }, "add in place: axes differ: [tokens=5] += [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { a /= b; }, "divide in place: axes differ: [tokens=5] /= [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(a == before);
}

TEST_CASE("what is assigned from its own memory backwards is read before it is written", "[ops]") {
  constexpr strides five_back = [] {
    strides steps;
    steps[0] = -5;
    return steps;
  }();
  tensor<float, 8> x{0, 1, 2, 3, 4, 5, 6, 7};
  const view<const float, five_back, 2> ends(x.data() + 5, mapping<five_back, 2>{});  // 5, 0
  assign(slice<0, 0, 2>(x), ends);
  CHECK(x == tensor<float, 8>{5, 0, 2, 3, 4, 5, 6, 7});
  slice<0, 0, 2>(x) += ends;  // 5, 5
  CHECK(x == tensor<float, 8>{10, 5, 2, 3, 4, 5, 6, 7});
}
