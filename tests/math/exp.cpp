// e^x, as a constant expression too.
#include <tenon/math/exp.hpp>

#include <cmath>
#include <limits>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Arguments over the whole range, and what constant evaluation makes of them.
constexpr double arguments[] = {-745.1, -740, -720, -709.9, -709.5, -708, -100.3, -20.7, -1, -0.3466, -1e-10, 0,
                                1e-10,  0.3466, 0.5, 1, 2.5, 20.7, 100.3, 354.9, 355.2, 709.3, 709.5, 709.78};
constexpr auto powers = [] {
  struct {
    double at[std::size(arguments)];
  } result{};
  for (std::size_t i = 0; i < std::size(arguments); ++i) result.at[i] = math::exp(arguments[i]);
  return result;
}();

}  // namespace

static_assert(math::exp(0.0) == 1 && math::exp(0.f) == 1);
static_assert(math::exp(710.0) == infinity && math::exp(infinity) == infinity && math::exp(-infinity) == 0 && math::exp(-746.0) == 0);
static_assert(math::exp(100.f) == std::numeric_limits<float>::infinity() && math::exp(-200.f) == 0);
static_assert(math::exp(std::numeric_limits<double>::quiet_NaN()) != math::exp(std::numeric_limits<double>::quiet_NaN()));

TEST_CASE("constant and run-time e^x agree") {
  for (std::size_t i = 0; i < std::size(arguments); ++i) {
    CAPTURE(arguments[i]);
    const double expected = std::exp(arguments[i]);
    // One unit in the last place; subnormal numbers have fewer places.
    CHECK(std::fabs(powers.at[i] - expected) <= expected * 2.3e-16 + 5e-324);
    CHECK(math::exp(arguments[i]) == expected);
  }
}
