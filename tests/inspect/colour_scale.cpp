// The colours of heat maps.
#include <tenon/inspect/colour_scale.hpp>

#include <cmath>

#include "../support/catch.hpp"

using namespace tenon::inspect::detail;

namespace {

/// The lightness of OKLab, from 0 to 1.
double lightness(const colour& c) {
  const auto linear = [](int channel) {
    const double x = channel / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  const double r = linear(c.red), g = linear(c.green), b = linear(c.blue);
  return 0.2104542553 * std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
         0.7936177850 * std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
         0.0040720468 * std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

}  // namespace

TEST_CASE("equal steps of a scale are equal steps of lightness") {
  for (const colour_scale* scale : {&light_scale, &dark_scale}) {
    const double first = lightness(colour_at(*scale, 0)), last = lightness(colour_at(*scale, 1));
    for (int i = 0; i <= 100; ++i) {
      const double place = i / 100.0;
      CHECK(lightness(colour_at(*scale, place)) == Approx(first + (last - first) * place).margin(0.012));
    }
  }
}

TEST_CASE("what lies outside of a scale has the colour of its end") {
  CHECK(hexadecimal(colour_at(light_scale, -3)) == "#f7f8e9");
  CHECK(hexadecimal(colour_at(light_scale, 7)) == "#2b284f");
  CHECK(is_light(colour_at(light_scale, 0)));
  CHECK_FALSE(is_light(colour_at(light_scale, 1)));
}

TEST_CASE("terminals get the nearest of their colours") {
  CHECK(terminal_colour({0, 0, 0}) == 16);
  CHECK(terminal_colour({255, 255, 255}) == 231);
  CHECK(terminal_colour({255, 0, 0}) == 196);
  CHECK(terminal_colour({95, 135, 175}) == 67);
  CHECK(terminal_colour({128, 128, 128}) == 244);
}
