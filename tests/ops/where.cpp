// where(mask, a, b).
#include <tenon/ops/where.hpp>

#include <cmath>
#include <limits>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class M, class A, class B>
concept has_where = requires(M m, A a, B b) { where(m, a, b); };
using mask = tensor<bool, 2>;

static_assert(same(where(tensor<bool, 2>{true, false}, tensor<int, 2>{1, 2}, tensor<int, 2>{3, 4}), tensor<int, 2>{1, 4}));
static_assert(same(where(tensor<bool, 2>{true, false}, tensor<float, 2>{1, 2}, 0), tensor<float, 2>{1, 0}));
static_assert(same(where(tensor<bool, 2>{true, false}, -1.5, tensor<float, 2>{1, 2}), tensor<float, 2>{-1.5, 2}));
static_assert(same(where(tensor<bool, 2>{true, false}, tensor<float>{5}, tensor<float>{6}), tensor<float, 2>{5, 6}));
static_assert(same(where(tensor<bool>{false}, tensor<int, 2>{1, 2}, tensor<int, 2>{3, 4}), tensor<int, 2>{3, 4}));
static_assert(same(where(tensor<bool, 2>{true, false}, tensor<bool, 2>{true, true}, false), tensor<bool, 2>{true, false}));
static_assert(same_axes<decltype(where(tensor<bool, 5>{}, tensor<float, seq, d_model>{}, 0)), seq, d_model>);

static_assert(has_where<mask, tensor<float, 2>, tensor<float, 2>> && has_where<mask, tensor<float, 2>, float>);
static_assert(has_where<mask, int, tensor<float, 2>> && has_where<mask, tensor<int, 2>, int>);
static_assert(!has_where<tensor<float, 2>, tensor<float, 2>, tensor<float, 2>> && !has_where<tensor<float, 2>, tensor<float, 2>, int>);
static_assert(!has_where<mask, tensor<float, 2>, tensor<double, 2>> && !has_where<mask, tensor<float, 2>, tensor<float, 3>>);
static_assert(!has_where<mask, tensor<int, 2>, double> && !has_where<mask, float, tensor<int, 2>> && !has_where<mask, int, int>);
static_assert(!has_where<mask, tensor<float, 3>, int> && !has_where<int, tensor<float, 2>, tensor<float, 2>>);

template <class M, class A, class B>
bool chooses(const M& m, const A& a, const B& b) {  // [3, 5] each
  const auto y = where(m, a, b);
  bool all = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j) all = all && y(i, j) == (m(i, j) ? a(i, j) : b(i, j));
  return all;
}

template <class T>
bool chooses_for_any_layout() {
  const auto a = example<T, 3, 5>(), b = example<T, 3, 5>(40);
  const auto m = greater(example<int, 3, 5>(9), 0);
  const auto b_turned = contiguous(transpose<0, 1>(b));
  const auto m_turned = contiguous(transpose<0, 1>(m));
  const auto wide = example<T, 5, 7>();
  return chooses(m, a, b) && chooses(transpose<0, 1>(m_turned), a, transpose<0, 1>(b_turned)) &&
         chooses(m, slice<0, 1, 4>(slice<1, 2, 7>(wide)), b) && chooses(m, broadcast_to<3, 5>(row(a, 0)), b) &&
         chooses(broadcast_to<3, 5>(row(m, 1)), a, b);
}

}  // namespace

TEST_CASE("each element is chosen by its mask, for any layouts and elements") {
  CHECK(chooses_for_any_layout<float>());
  CHECK(chooses_for_any_layout<double>());
  CHECK(chooses_for_any_layout<int>());
  CHECK(chooses_for_any_layout<bool>());
}

TEST_CASE("operands that lack axes are stretched") {
  const auto x = example<float, seq, d_model>();
  const tensor<bool, 3, 1> rows{true, false, true};
  const auto y = where(rows, x, 0);
  for (index_t j = 0; j < 5; ++j) CHECK((y(0, j) == x(0, j) && y(1, j) == 0 && y(2, j) == x(2, j)));
  CHECK(where(tensor<bool, d_model>{true, false, true, false, true}, x, row(x, 2))(1, 1) == x(2, 1));
}

TEST_CASE("what is not chosen does not matter, not even NaN") {
  const tensor<float, 3> x{NAN, 1, INFINITY};
  CHECK(same(where(equal(x, x), x, 0), tensor<float, 3>{0, 1, INFINITY}));
  CHECK(same(where(tensor<bool, 3>{false, true, false}, x, tensor<float, 3>{7, NAN, 9}), tensor<float, 3>{7, 1, 9}));
  CHECK(std::isnan(where(tensor<bool, 3>{true, true, true}, x, 0)(0)));
}

TEST_CASE("bounded axes are met at every extent, and refused where extents differ") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens, 3>(extents{n}));
    const auto y = where(greater(x, 0), x, 0);
    CHECK(y.shape() == x.shape());
    bool all = true;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < 3; ++j) all = all && y(i, j) == (x(i, j) > 0 ? x(i, j) : 0);
    CHECK(all);
  }
  const tensor<float, tokens> a(extents{5}), b(extents{3});
  const tensor<bool, tokens> m(extents{5});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(where(m, a, b)); }, "where: axes differ: [tokens=5] and [tokens=3]: tokens=5 is not tokens=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(where(m, b, 0)); }, "where: axes differ: [tokens=5] and [tokens=3]: tokens=5 is not tokens=3"));
}
