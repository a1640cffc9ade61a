// exp, log, sqrt, tanh, sin, cos and abs of each element.
#include <tenon/ops/unary.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

namespace {

using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class X>
concept has_sqrt = requires(X x) { tenon::sqrt(x); };
template <class X>
concept has_abs = requires(X x) { tenon::abs(x); };

static_assert(same(sqrt(tensor<double, 3>{0, 4, 9}), tensor<double, 3>{0, 2, 3}));
static_assert(same(exp(tensor<float, 2>{0, -1000}), tensor<float, 2>{1, 0}));
static_assert(same(log(tensor<float, 2>{1, 0}), tensor<float, 2>{0, -std::numeric_limits<float>::infinity()}));
static_assert(same(tanh(tensor<double, 2>{0, 100}), tensor<double, 2>{0, 1}));
static_assert(close(sin(tensor<double, 2>{0, 1}), tensor<double, 2>{0, 0.8414709848078965}, 1e-16));
static_assert(close(cos(tensor<double, 2>{0, 1}), tensor<double, 2>{1, 0.5403023058681398}, 1e-16));
static_assert(same(abs(tensor<int, 3>{-2, 0, 2}), tensor<int, 3>{2, 0, 2}) && abs(tensor<float>{-1.5})() == 1.5F);
static_assert(same(abs(tensor<std::uint8_t, 2>{3, 200}), tensor<std::uint8_t, 2>{3, 200}));
static_assert(abs(tensor<int>{-std::numeric_limits<int>::max()})() == std::numeric_limits<int>::max());
static_assert(abs(tensor<long double>{-1.5L})() == 1.5L);
static_assert(std::is_same_v<decltype(exp(tensor<float, seq, d_model>{})), tensor<float, seq, d_model>>);
static_assert(has_sqrt<tensor<float, 2>> && !has_sqrt<tensor<int, 2>> && !has_sqrt<tensor<bool, 2>> && !has_sqrt<float>);
static_assert(has_abs<tensor<int, 2>> && !has_abs<tensor<bool, 2>> && !has_abs<int>);

/// exp of floats has a kernel of its own, within 2 ulp.
bool is_exp(float got, float x) { return std::fabs(got - std::exp(x)) <= 0x1p-22F * std::exp(x); }
bool is_exp(double got, double x) { return got == std::exp(x); }

/// Each function against the C library's, which all others are at run time.
template <class X>
bool agrees(const X& x) {  // [3, 5]
  bool all = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j) {
      const auto at = x(i, j);
      const auto positive = std::fabs(at) + 1;
      const auto size = abs(x);
      all = all && is_exp(exp(x)(i, j), at) && tanh(x)(i, j) == std::tanh(at) && sin(x)(i, j) == std::sin(at) &&
            cos(x)(i, j) == std::cos(at) && size(i, j) == std::fabs(at);
      auto shifted = size;
      for (auto& element : shifted) element = element + 1;
      all = all && log(shifted)(i, j) == std::log(positive) && sqrt(shifted)(i, j) == std::sqrt(positive);
    }
  return all;
}

template <class T>
bool agrees_for_any_layout() {
  auto x = example<T, 3, 5>();
  for (auto& element : x) element = element / 8;
  const auto wide = example<T, 5, 7>();
  return agrees(x) && agrees(transpose<0, 1>(contiguous(transpose<0, 1>(x)))) && agrees(slice<0, 1, 4>(slice<1, 2, 7>(wide))) &&
         agrees(broadcast_to<3, 5>(row(x, 1)));
}

}  // namespace

TEST_CASE("functions of elements are the C library's, for any layouts") {
  CHECK(agrees_for_any_layout<float>());
  CHECK(agrees_for_any_layout<double>());
}

TEST_CASE("an lvalue is left as it was, a temporary gives its memory") {
  auto x = example<float, 1100>();
  const auto y = exp(x);
  CHECK(same(x, example<float, 1100>()));
  const float* memory = x.data();
  const auto z = exp(std::move(x));
  CHECK(z.data() == memory);
  CHECK(same(y, z));
  CHECK(same(exp(transpose<0, 1>(example<float, 3, 5>())), transpose<0, 1>(exp(example<float, 3, 5>()))));
}

TEST_CASE("NaN and numbers outside the domain give NaN") {
  const tensor<float, 2> x{NAN, -1};
  CHECK(std::isnan(exp(x)(0)));
  CHECK(std::isnan(abs(x)(0)));
  CHECK(std::isnan(sqrt(x)(0)));
  CHECK(std::isnan(sqrt(x)(1)));
  CHECK(std::isnan(log(x)(1)));
}

TEST_CASE("bounded axes keep their extents") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<double, tokens, 3>(extents{n}));
    const auto y = tanh(x);
    CHECK(y.shape() == x.shape());
    CHECK(same(tanh(tensor(x)), y));
    if (n > 0) CHECK(y(n - 1, 2) == std::tanh(x(n - 1, 2)));
  }
}
