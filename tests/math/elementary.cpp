#include <tenon/math/elementary.hpp>

#include <cmath>
#include <numbers>

#include <tenon/random/generator.hpp>
#include <tenon/random/uniform.hpp>

#include "../support/catch.hpp"

using namespace tenon::math;

namespace {

static_assert(square_root(0) == 0);
static_assert(square_root(9) == 3);
static_assert(square_root(2) == std::numbers::sqrt2);
static_assert(logarithm(1) == 0);
static_assert(logarithm(0.5) == -std::numbers::ln2);
static_assert(sine_and_cosine_of(0).sine == 0);
static_assert(sine_and_cosine_of(0).cosine == 1);

struct values {
  double argument = 0;
  double root = 0;
  double logarithm = 0;
  double angle = 0;
  double sine = 0;
  double cosine = 0;
};

struct table {
  values at[300] = {};
};

constexpr table constant = [] {
  table all;
  tenon::random::generator source{5};
  for (values& each : all.at) {
    each.argument = 1 - tenon::random::uniform<double>(source);
    each.root = square_root(each.argument);
    each.logarithm = logarithm(each.argument);
    each.angle = 2 * std::numbers::pi * tenon::random::uniform<double>(source);
    each.sine = sine_and_cosine_of(each.angle).sine;
    each.cosine = sine_and_cosine_of(each.angle).cosine;
  }
  return all;
}();

}  // namespace

TEST_CASE("the square root in constant evaluation is that of the machine", "[random]") {
  int differences = 0;
  for (const values& each : constant.at) differences += each.root != std::sqrt(each.argument) ? 1 : 0;
  CHECK(differences == 0);
}

TEST_CASE("logarithm, sine and cosine in constant evaluation are the C library's within 1 ulp", "[random]") {
  double worst_logarithm = 0;
  double worst_circle = 0;
  for (const values& each : constant.at) {
    const double expected = std::log(each.argument);
    worst_logarithm = std::fmax(worst_logarithm, std::fabs((each.logarithm - expected) / expected));
    worst_circle = std::fmax(worst_circle, std::fabs(each.sine - std::sin(each.angle)));
    worst_circle = std::fmax(worst_circle, std::fabs(each.cosine - std::cos(each.angle)));
  }
  CHECK(worst_logarithm <= 0x1p-52);
  CHECK(worst_circle <= 0x1.8p-53);
}
