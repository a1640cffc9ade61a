// Elementary functions that are also constant expressions.
#include <tenon/math/functions.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include "../support/catch.hpp"

namespace math = tenon::math;

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
constexpr T nan = std::numeric_limits<T>::quiet_NaN();

constexpr bool is_nan(auto x) { return x != x; }

/// What no series gives: zeros, infinities, NaN, numbers outside the domain.
template <class T>
constexpr bool special_values() {
  return math::sqrt(T{0}) == 0 && math::sqrt(T{9}) == 3 && math::sqrt(infinity<T>) == infinity<T> && is_nan(math::sqrt(T{-1})) &&
         is_nan(math::sqrt(-infinity<T>)) && is_nan(math::sqrt(nan<T>)) &&
         math::log(T{1}) == 0 && math::log(T{0}) == -infinity<T> && math::log(infinity<T>) == infinity<T> &&
         is_nan(math::log(T{-1})) && is_nan(math::log(-infinity<T>)) && is_nan(math::log(nan<T>)) &&
         math::tanh(T{0}) == 0 && math::tanh(infinity<T>) == 1 && math::tanh(-infinity<T>) == -1 && is_nan(math::tanh(nan<T>)) &&
         math::tanh(T{-30}) == -1 &&
         math::sin(T{0}) == 0 && is_nan(math::sin(infinity<T>)) && is_nan(math::sin(nan<T>)) &&
         math::cos(T{0}) == 1 && is_nan(math::cos(-infinity<T>)) && is_nan(math::cos(nan<T>)) &&
         math::exp(T{0}) == 1 && math::exp(infinity<T>) == infinity<T> && math::exp(-infinity<T>) == 0 && is_nan(math::exp(nan<T>)) &&
         math::exp(T{1000}) == infinity<T> && math::exp(T{-1000}) == 0 &&
         math::absolute(T{-2}) == 2 && math::absolute(-infinity<T>) == infinity<T> && is_nan(math::absolute(nan<T>));
}
static_assert(special_values<float>() && special_values<double>());

static_assert(math::absolute(-5) == 5 && math::absolute(5) == 5 && math::absolute(0) == 0 && math::absolute(5U) == 5);
static_assert(math::absolute(std::uint8_t{200}) == 200 && math::absolute(std::int8_t{-100}) == 100);
// No positive int is as large: it stays, and is not undefined.
static_assert(math::absolute(std::numeric_limits<int>::min()) == std::numeric_limits<int>::min());
static_assert(math::absolute(std::numeric_limits<std::int8_t>::min()) == std::numeric_limits<std::int8_t>::min());
static_assert(math::absolute(std::numeric_limits<std::int64_t>::min()) == std::numeric_limits<std::int64_t>::min());

// Angles whose last turn is far behind: 1e22, the largest double, and the double nearest to a multiple of half a pi.
static_assert(math::sin(1e22) == -0.85220084976718879 && math::cos(1e22) == 0.52321478539513899);
static_assert(math::sin(-1e300) == 0.81788191211590855 && math::cos(1e300) == -0.57538611195754907);
static_assert(math::sin(std::numeric_limits<double>::max()) == 0.004961954789184062);
static_assert(math::absolute(math::cos(0x1.6ac5b262ca1ffp+849) / 4.6871659242546276e-19 + 1) < 1e-15);
static_assert(math::sin(3.141592653589793) == 1.2246467991473532e-16);

struct function_values {
  double argument;
  double sqrt, log, tanh, sin, cos;
};

template <int Count>
struct table {
  function_values at[Count] = {};
};

/// Arguments of both signs, from 1e-4 to 1e5 or so, and what constant evaluation makes of them.
template <int Count>
constexpr table<Count> constant_table = [] {
  table<Count> result;
  double argument = 1e-4;
  for (int i = 0; i < Count; ++i, argument *= 1.23) {
    const double x = i % 2 == 0 ? argument : -argument;
    result.at[i] = {x, math::sqrt(argument), math::log(argument), math::tanh(x), math::sin(x), math::cos(x)};
  }
  return result;
}();

double relative(double a, double b) { return std::fabs(a - b) / std::fmax(std::fabs(b), 1e-300); }

}  // namespace

TEST_CASE("constant evaluation gives the C library's numbers, within two ulp or so") {
  double worst_root = 0, worst_log = 0, worst_tanh = 0, worst_circle = 0;
  for (const function_values& each : constant_table<100>.at) {
    const double size = std::fabs(each.argument);
    worst_root = std::fmax(worst_root, relative(each.sqrt, std::sqrt(size)));
    worst_log = std::fmax(worst_log, relative(each.log, std::log(size)));
    worst_tanh = std::fmax(worst_tanh, relative(each.tanh, std::tanh(each.argument)));
    worst_circle = std::fmax(worst_circle, std::fabs(each.sin - std::sin(each.argument)));
    worst_circle = std::fmax(worst_circle, std::fabs(each.cos - std::cos(each.argument)));
  }
  CHECK(worst_root == 0);
  CHECK(worst_log <= 0x1p-52);
  CHECK(worst_tanh <= 0x1p-51);
  CHECK(worst_circle <= 0x1p-51);
}

TEST_CASE("subnormal numbers and large angles are no exceptions") {
  constexpr double tiny = math::log(5e-324), smallest = math::log(2.2250738585072014e-308);
  CHECK(relative(tiny, std::log(5e-324)) <= 0x1p-51);
  CHECK(relative(smallest, std::log(2.2250738585072014e-308)) <= 0x1p-51);
  constexpr double sine = math::sin(1e6), cosine = math::cos(-1e6);
  CHECK(std::fabs(sine - std::sin(1e6)) <= 1e-12);
  CHECK(std::fabs(cosine - std::cos(1e6)) <= 1e-12);
  constexpr double small = math::sin(1e-9), flat = math::tanh(1e-9);
  CHECK(relative(small, std::sin(1e-9)) <= 0x1p-51);
  CHECK(relative(flat, std::tanh(1e-9)) <= 0x1p-51);
  constexpr float of_float = math::sin(100.0F);
  CHECK(of_float == Approx(std::sin(100.0)).epsilon(1e-6));
}

TEST_CASE("zero keeps its sign where the function does") {
  constexpr double root = math::sqrt(-0.0), sine = math::sin(-0.0), hyperbolic = math::tanh(-0.0), size = math::absolute(-0.0);
  CHECK(std::signbit(root));
  CHECK(std::signbit(sine));
  CHECK(std::signbit(hyperbolic));
  CHECK_FALSE(std::signbit(size));
}

TEST_CASE("at run time they are the C library's") {
  volatile float x = 0.7F;
  CHECK(math::sqrt(static_cast<float>(x)) == std::sqrt(0.7F));
  CHECK(math::log(static_cast<float>(x)) == std::log(static_cast<float>(x)));
  CHECK(math::tanh(static_cast<float>(x)) == std::tanh(static_cast<float>(x)));
  CHECK(math::sin(static_cast<float>(x)) == std::sin(static_cast<float>(x)));
  CHECK(math::cos(static_cast<float>(x)) == std::cos(static_cast<float>(x)));
  CHECK(math::exp(static_cast<float>(x)) == std::exp(static_cast<float>(x)));
}
