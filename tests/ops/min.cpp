// min of the axes named, or of all.
#include <cmath>
#include <cstdint>

#include <tenon/ops/reduce.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X, selector... Over>
concept has_min = requires(X x) { min<Over...>(x); };

static_assert(min(tensor<int, 3>{-5, -9, -2}) == -9 && min(tensor<float>{3}) == 3 && min<0>(tensor<int, 2>{2, 1})() == 1);
static_assert(same(min<1>(tensor<int, 2, 3>{3, 1, 2, 4, 6, 5}), tensor<int, 2>{1, 4}));
static_assert(same_axes<decltype(min<seq>(tensor<float, batch, seq, d_model>{})), batch, d_model>);
static_assert(has_min<tensor<int, 2>> && has_min<tensor<int, seq>, seq> && !has_min<tensor<int, seq>, batch> && !has_min<int>);

template <class T>
bool is_the_negated_largest() {
  const auto check = [](const auto& x) {
    tensor<T, batch, seq, d_model> negated = x;
    for (auto& element : negated) element = static_cast<T>(-element);
    const auto least = min<seq>(x), most = max<seq>(negated);
    bool all = min(x) == -max(negated) && min<0, 1, 2>(x)() == min(x);
    for (index_t i = 0; i < 2; ++i)
      for (index_t k = 0; k < 5; ++k) all = all && least(i, k) == -most(i, k);
    return all;
  };
  const auto wide = example<T, 4, seq, d_model>();
  return check(example<T, batch, seq, d_model>()) && check(transpose<0, 2>(example<T, d_model, seq, batch>())) &&
         check(slice<0, axis{"batch", 2}>(example<T, axis{"batch", 4}, seq, d_model>(), 1)) && min<0>(wide).size() == 15;
}

}  // namespace

TEST_CASE("the smallest is the negated largest of the negated, for any layouts") {
  CHECK(is_the_negated_largest<float>());
  CHECK(is_the_negated_largest<double>());
  CHECK(is_the_negated_largest<int>());
  CHECK(is_the_negated_largest<std::int16_t>());
}

TEST_CASE("the smallest of numbers with NaN is NaN, wherever it stands") {
  for (const int at : {0, 1, 2}) {
    tensor<float, 3> x{1, 2, 3};
    x(at) = NAN;
    CHECK(std::isnan(min(x)));
    CHECK(std::isnan(min<0>(x)()));
  }
}

TEST_CASE("min: bounded axes are searched at every extent, and refused without elements") {
  for (const index_t n : {1, 5, 8}) {
    const auto x = with_examples(tensor<int, tokens, 3>(extents{n}));
    CHECK(min(x) == min<0>(min<tokens>(x))());
  }
  const tensor<float, tokens, 3> none;
  CHECK(min<1>(none).size() == 0);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(min<tokens>(none)); }, "min: tokens=0 has no elements in [tokens=0, 3]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(min(none)); }, "min: [tokens=0, 3] has no elements"));
}
