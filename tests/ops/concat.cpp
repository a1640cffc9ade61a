// concat<axis>(a, b, ...) and stack<axis>(a, b, ...).
#include <tenon/ops/concat.hpp>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, more{"seq", 4}, both{"seq", 7}, d_model{"d_model", 5};
constexpr axis tokens{"tokens", at_most{8}}, others{"tokens", at_most{4}}, together{"tokens", at_most{12}};

template <selector Along, class... X>
concept has_concat = requires(X... x) { concat<Along>(x...); };
template <axis Added, class... X>
concept has_stack = requires(X... x) { stack<Added>(x...); };

static_assert(same(concat<0>(tensor<int, 2>{1, 2}, tensor<int, 1>{3}, tensor<int, 2>{4, 5}), tensor<int, 5>{1, 2, 3, 4, 5}));
static_assert(same(concat<1>(tensor<int, 2, 1>{1, 2}, tensor<int, 2, 2>{3, 4, 5, 6}), tensor<int, 2, 3>{1, 3, 4, 2, 5, 6}));
static_assert(same(concat<0>(tensor<bool, 2>{true, false}), tensor<bool, 2>{true, false}));
static_assert(same_axes<decltype(concat<seq>(tensor<float, seq, d_model>{}, tensor<float, more, d_model>{})), both, d_model>);
static_assert(same_axes<decltype(concat<0>(tensor<float, 3, 5>{}, tensor<float, more, d_model>{})), both, d_model>);
static_assert(same_axes<decltype(concat<tokens>(tensor<float, tokens>{}, tensor<float, others>{})), together>);
static_assert(same(stack<2>(tensor<int, 2>{1, 2}, tensor<int, 2>{3, 4}), tensor<int, 2, 2>{1, 2, 3, 4}));
static_assert(same(stack<3>(tensor<int>{1}, tensor<int>{2}, tensor<int>{3}), tensor<int, 3>{1, 2, 3}));
static_assert(same_axes<decltype(stack<batch>(tensor<float, 3>{}, tensor<float, seq>{})), batch, seq>);

static_assert(has_concat<0, tensor<int, 2>, tensor<int, 3>> && !has_concat<1, tensor<int, 2>, tensor<int, 3>>);
static_assert(!has_concat<0, tensor<int, 2>, tensor<float, 3>> && !has_concat<0, tensor<int, 2>, int> && !has_concat<0>);
static_assert(has_stack<batch, tensor<int, 2>, tensor<int, 2>> && !has_stack<batch, tensor<int, 2>> && !has_stack<1, int>);
static_assert(!has_stack<batch, tensor<int, 2>, tensor<double, 2>>);

/// Along each of three axes, against slices of the result.
template <class X>
bool parts_come_back(const X& x) {  // [2, 3, 5]
  const auto rows = concat<0>(x, x);
  const auto columns = concat<1>(x, x, x);
  const auto last = concat<-1>(x, x);
  return same(slice<0, 0, 2>(rows), x) && same(slice<0, 2, 4>(rows), x) && same(slice<1, 0, 3>(columns), x) &&
         same(slice<1, 6, 9>(columns), x) && same(slice<2, 0, 5>(last), x) && same(slice<2, 5, 10>(last), x) &&
         same(row<0>(stack<2>(x, x), 1), x);
}

template <class T>
bool parts_of_any_layout_come_back() {
  const auto x = example<T, 2, 3, 5>();
  const auto wide = example<T, 4, 5, 7>();
  return parts_come_back(x) && parts_come_back(transpose<0, 2>(example<T, 5, 3, 2>())) &&
         parts_come_back(slice<0, 1, 3>(slice<1, 2, 5>(slice<2, 1, 6>(wide)))) &&
         parts_come_back(broadcast_to<2, 3, 5>(row<0>(row<0>(x, 1), 2)));
}

}  // namespace

TEST_CASE("what is joined can be sliced apart again, for any layouts and elements") {
  CHECK(parts_of_any_layout_come_back<float>());
  CHECK(parts_of_any_layout_come_back<double>());
  CHECK(parts_of_any_layout_come_back<int>());
  CHECK(parts_of_any_layout_come_back<bool>());
}

TEST_CASE("operands of several extents and layouts follow each other") {
  const auto a = example<int, seq, d_model>();
  const auto b = example<int, d_model, more>();
  const auto c = concat<seq>(a, transpose<0, 1>(b));
  bool all = true;
  for (index_t i = 0; i < 7; ++i)
    for (index_t j = 0; j < 5; ++j) all = all && c(i, j) == (i < 3 ? a(i, j) : b(j, i - 3));
  CHECK(all);
}

TEST_CASE("bounded axes are joined by their extents of this moment") {
  for (const index_t n : {0, 1, 5, 8})
    for (const index_t m : {0, 1, 4}) {
      const auto a = with_examples(tensor<float, 2, tokens>(extents{n}));
      const auto b = with_examples(tensor<float, 2, others>(extents{m}), 50);
      const auto c = concat<tokens>(a, b);
      REQUIRE(c.shape() == shape(2, measured(tokens, n + m)));
      CHECK(same(slice<1>(c, 0, n), a));
      CHECK(same(slice<1>(c, n, n + m), b));
      const auto rows = concat<0>(a, a);
      CHECK(rows.shape() == shape(4, measured(tokens, n)));
      CHECK(rows.size() == 4 * n);
      CHECK(same(row(stack<batch>(a, a), 1), a));
    }
}

TEST_CASE("extents that differ at run time are refused with the compiler's sentence") {
  const tensor<float, 2, tokens> a(extents{5}), b(extents{3});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(concat<0>(a, b)); }, "concat: axes differ: [2, tokens=5] and [2, tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(stack<batch>(a, b)); }, "stack: axes differ: [2, tokens=5] and [2, tokens=3]: tokens=5 is not tokens=3"));
}
