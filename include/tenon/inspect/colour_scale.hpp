// The colours of heat maps: scales of even steps in lightness, for light and for dark surroundings.
#pragma once
#include <cmath>
#include <string>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

struct colour {
  int red, green, blue;
};

/// Points of a scale from the lowest value to the highest, 0xRRGGBB. Lightness falls, or rises, by equal steps in
/// OKLab, so that equal differences of values look equal, also to eyes that see few colours and on grey paper.
struct colour_scale {
  static constexpr int size = 17;
  unsigned points[size];
};
TENON_LOCAL inline constexpr colour_scale light_scale{{0xf7f8e9, 0xdbf2ca, 0xb6ebba, 0x8de3b5, 0x6fd6b8, 0x55c9b9, 0x3dbab9,
                                           0x29abb7, 0x1b9cb3, 0x158cae, 0x197ca7, 0x1f6c9e, 0x255d94, 0x294d89,
                                           0x2e3f77, 0x2e3363, 0x2b284f}};
TENON_LOCAL inline constexpr colour_scale dark_scale{{0x211d38, 0x242652, 0x1e326a, 0x07417d, 0x03527e, 0x066182, 0x017088,
                                          0x05808c, 0x0b8f8f, 0x0b9f90, 0x36ad8e, 0x5cba8a, 0x7dc586, 0x9dd084,
                                          0xbdd984, 0xdce286, 0xf9ea92}};

inline colour colour_of(unsigned point) {
  return {static_cast<int>(point >> 16), static_cast<int>(point >> 8 & 0xFF), static_cast<int>(point & 0xFF)};
}

/// The colour of a place on the scale, from 0 to 1.
inline colour colour_at(const colour_scale& scale, double place) {
  const double at = (place < 0 ? 0 : place > 1 ? 1 : place) * (colour_scale::size - 1);
  const int below = at < colour_scale::size - 1 ? static_cast<int>(at) : colour_scale::size - 2;
  const double weight = at - below;
  const colour a = colour_of(scale.points[below]), b = colour_of(scale.points[below + 1]);
  const auto mix = [&](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * weight)); };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

/// Whether black text stands out from it more than white text does.
inline bool is_light(const colour& c) {
  const auto linear = [](int channel) { return std::pow(channel / 255.0, 2.2); };
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue) > 0.179;
}

/// `#1b9cb3`
inline std::string hexadecimal(const colour& c) {
  const char* const digits = "0123456789abcdef";
  std::string result = "#";
  for (const int channel : {c.red, c.green, c.blue}) result.append({digits[channel / 16], digits[channel % 16]});
  return result;
}

/// The nearest of the 6 x 6 x 6 colours and 24 greys that terminals number from 16 to 255.
inline int terminal_colour(const colour& c) {
  const auto square = [](int x) { return x * x; };
  const auto distance = [&](int red, int green, int blue) {
    return square(c.red - red) + square(c.green - green) + square(c.blue - blue);
  };
  const auto level = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  const auto nearest_step = [](int channel) { return channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35) / 40; };
  const int red = nearest_step(c.red), green = nearest_step(c.green), blue = nearest_step(c.blue);
  const int mean = (c.red + c.green + c.blue) / 3;
  const int grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
  const bool grey_is_nearer =
      distance(8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey) < distance(level(red), level(green), level(blue));
  return grey_is_nearer ? 232 + grey : 16 + 36 * red + 6 * green + blue;
}
}  // namespace tenon::inspect::detail
TENON_END_HEADER
