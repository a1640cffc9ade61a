#include <tenon/math/fused_multiply_add.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <tenon/random/generator.hpp>
#include <tenon/random/uniform.hpp>

#include "../support/catch.hpp"

using namespace tenon::math;

namespace {

// The product and the sum, each rounded, give 0 here.
static_assert(fused_multiply_add(1 + 0x1p-23F, 1 - 0x1p-23F, -1.0F) == -0x1p-46F);
static_assert(fused_multiply_add(1 + 0x1p-52, 1 - 0x1p-52, -1.0) == -0x1p-104);

// Rounding to double first lands midway between two floats, from where a second rounding goes the wrong way.
static_assert(fused_multiply_add(0x1.000002p-24F, 0x1.fffffcp-1F, 0x1.000002p+0F) == 0x1.000002p+0F);
static_assert(fused_multiply_add(-0x1.000002p-24F, 0x1.fffffcp-1F, -0x1.000002p+0F) == -0x1.000002p+0F);
static_assert(fused_multiply_add(-0x1.000002p-24F, 0x1.fffffcp-1F, 0x1.000006p+0F) == 0x1.000006p+0F);
static_assert(fused_multiply_add(0x1.000002p-75F, 0x1.fffffcp-76F, 0x1.000004p-127F) == 0x1.000004p-127F);

struct result {
  double a, b, c, sum;
};

/// Products and sums of like size, so that every bit of the product matters.
constexpr result draw(tenon::random::generator& source) {
  const double a = tenon::random::uniform<double>(source) - 0.5;
  const double b = tenon::random::uniform<double>(source) + 0.5;
  const double c = (tenon::random::uniform<double>(source) - 0.5) * 0x1p-3;
  return {a, b, c, 0};
}

struct results {
  result at[200] = {};
};

constexpr results constant = [] {
  results all;
  tenon::random::generator source{3};
  for (result& each : all.at) {
    each = draw(source);
    each.sum = fused_multiply_add(each.a, each.b, each.c);
  }
  return all;
}();

}  // namespace

TEST_CASE("fused_multiply_add of float is std::fma", "[random]") {
  tenon::random::generator source{1};
  int differences = 0;
  for (int i = 0; i < 200000; ++i) {
    // Half of the time the sum is as small as a tie can be, or nearly cancels.
    const float a = tenon::random::uniform<float>(source) + 0.5F;
    const float b = tenon::random::uniform<float>(source) + 0.5F;
    const float near = -(a * b);
    const float c = i % 3 == 0 ? near : i % 3 == 1 ? std::ldexp(near, static_cast<int>(i % 61) - 30) : 1 - near;
    differences += fused_multiply_add(a, b, c) != std::fma(a, b, c) ? 1 : 0;
  }
  CHECK(differences == 0);
}

TEST_CASE("fused_multiply_add of float is std::fma among the smallest and the largest", "[random]") {
  tenon::random::generator source{2};
  int differences = 0;
  for (int i = 0; i < 20000; ++i) {
    const float a = std::ldexp(tenon::random::uniform<float>(source) + 0.5F, -100 - i % 40);
    const float b = std::ldexp(tenon::random::uniform<float>(source) + 0.5F, -30);
    const float c = std::ldexp(tenon::random::uniform<float>(source) - 0.5F, -126 - i % 20);
    differences += fused_multiply_add(a, b, c) != std::fma(a, b, c) ? 1 : 0;
  }
  CHECK(differences == 0);

  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(fused_multiply_add(2.0F, infinity, 1.0F) == infinity);
  CHECK(fused_multiply_add(2.0F, 1.0F, -infinity) == -infinity);
  CHECK(std::isnan(fused_multiply_add(0.0F, infinity, 1.0F)));
}

TEST_CASE("fused_multiply_add of double in constant evaluation is std::fma", "[random]") {
  int differences = 0;
  for (const result& each : constant.at) differences += each.sum != std::fma(each.a, each.b, each.c) ? 1 : 0;
  CHECK(differences == 0);
}
