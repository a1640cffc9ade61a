// argmax<axis>(x) and argmin<axis>(x).
#include <tenon/ops/argmax.hpp>

#include <cmath>
#include <cstdint>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X, selector Along>
concept has_argmax = requires(X x) { argmax<Along>(x); };

static_assert(argmax<0>(tensor<int, 4>{1, 7, 3, 7})() == 1 && argmin<0>(tensor<int, 4>{4, 1, 3, 1})() == 1);
static_assert(same(argmax<1>(tensor<float, 2, 3>{1, 5, 2, -1, -3, -2}), tensor<index_t, 2>{1, 0}));
static_assert(same(argmin<0>(tensor<float, 2, 3>{1, 5, 2, -1, -3, 9}), tensor<index_t, 3>{1, 1, 0}));
static_assert(argmax<0>(tensor<bool, 3>{false, true, true})() == 1);
static_assert(std::is_same_v<decltype(argmax<seq>(tensor<float, batch, seq, d_model>{})), tensor<index_t, batch, d_model>>);
static_assert(has_argmax<tensor<float, seq>, seq> && !has_argmax<tensor<float, seq>, batch> && !has_argmax<float, 0> && !has_argmax<tensor<float>, 0>);

/// Along each axis, one element at a time.
template <class X>
bool agrees(const X& x) {  // [2, 3, 5]
  bool all = true;
  const auto most = argmax<1>(x);
  const auto least = argmin<-1>(x);
  const auto first = argmax<0>(x);
  for (index_t i = 0; i < 2; ++i)
    for (index_t k = 0; k < 5; ++k) {
      index_t best = 0;
      for (index_t j = 1; j < 3; ++j)
        if (x(i, j, k) > x(i, best, k)) best = j;
      all = all && most(i, k) == best;
    }
  for (index_t j = 0; j < 3; ++j) {
    index_t best = 0;
    for (index_t k = 1; k < 5; ++k)
      if (x(1, j, k) < x(1, j, best)) best = k;
    all = all && least(1, j) == best && first(j, 2) == (x(1, j, 2) > x(0, j, 2) ? 1 : 0);
  }
  return all;
}

template <class T>
bool agrees_for_any_layout() {
  const auto wide = example<T, 4, 5, 7>();
  return agrees(example<T, 2, 3, 5>()) && agrees(transpose<0, 2>(example<T, 5, 3, 2>())) &&
         agrees(slice<0, 1, 3>(slice<1, 2, 5>(slice<2, 1, 6>(wide)))) && agrees(broadcast_to<2, 3, 5>(example<T, 5>()));
}

}  // namespace

TEST_CASE("positions agree with one element at a time, for any layouts") {
  CHECK(agrees_for_any_layout<float>());
  CHECK(agrees_for_any_layout<double>());
  CHECK(agrees_for_any_layout<int>());
  CHECK(agrees_for_any_layout<std::int8_t>());
}

TEST_CASE("the first NaN counts as the largest and as the smallest") {
  const tensor<float, 4> x{3, NAN, 9, NAN};
  CHECK(argmax<0>(x)() == 1);
  CHECK(argmin<0>(x)() == 1);
  CHECK(argmax<0>(tensor<float, 2>{NAN, INFINITY})() == 0);
  CHECK(argmin<0>(tensor<float, 2>{-INFINITY, NAN})() == 1);
}

TEST_CASE("bounded axes are searched at every extent, and refused without elements") {
  for (const index_t n : {1, 5, 8}) {
    const auto x = with_examples(tensor<float, tokens, 3>(extents{n}));
    const auto y = argmax<tokens>(x);
    index_t best = 0;
    for (index_t i = 1; i < n; ++i)
      if (x(i, 1) > x(best, 1)) best = i;
    CHECK(y(1) == best);
    CHECK(argmin<1>(x).shape() == shape(measured(tokens, n)));
  }
  const tensor<float, tokens, 3> none;
  CHECK(argmax<1>(none).size() == 0);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(argmax<tokens>(none)); }, "argmax: tokens=0 has no elements in [tokens=0, 3]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(argmin<0>(none)); }, "argmin: tokens=0 has no elements in [tokens=0, 3]"));
}
