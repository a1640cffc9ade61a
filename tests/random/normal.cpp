#include <tenon/random/normal.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

#include "../support/catch.hpp"
#include "streams.hpp"

using namespace tenon::random;

namespace {

struct filled {
  float few[15] = {};
  float many[37] = {};
  double doubles[21] = {};
};

constexpr filled fill() {
  filled all;
  generator source{42};
  fill_normal(all.few, 15, 0.5, 2, source);
  fill_normal(all.many, 37, 0.5, 2, source);
  fill_normal(all.doubles, 21, 0.5, 2, source);
  return all;
}
constexpr filled constant = fill();

std::vector<float> standard_normal(generator& source, tenon::index_t count) {
  return streams::filled<float>(count, [&](float* to, tenon::index_t size) { fill_normal(to, size, 0, 1, source); });
}

}  // namespace

TEST_CASE("normal numbers are torch.randn's, bit for bit", "[random]") {
  for (const std::uint64_t seed : streams::seeds) {
    for (const tenon::index_t count : {5, 24, 37}) {
      generator source{seed};
      CHECK(streams::different(standard_normal(source, count), streams::name(seed, "randn" + std::to_string(count))) ==
            0);
    }
  }
}

TEST_CASE("fewer than 16 normal numbers are drawn in pairs, and the second is kept", "[random]") {
  generator source{42};
  generator one{42};
  const std::vector<float> first = standard_normal(source, 3);
  const std::vector<float> second = standard_normal(source, 4);
  int differences = 0;
  for (const float value : first) differences += value != normal<float>(one) ? 1 : 0;
  for (const float value : second) differences += value != normal<float>(one) ? 1 : 0;
  CHECK(differences == 0);
  CHECK(source == one);
}

TEST_CASE("16 normal numbers or more leave the kept one alone", "[random]") {
  generator source{42};
  normal<float>(source);
  generator copy = source;
  standard_normal(source, 16);
  CHECK_FALSE(source == copy);
  CHECK(normal<float>(source) == normal<float>(copy));
}

TEST_CASE("a remainder of 16 draws the last 16 normal numbers again", "[random]") {
  for (const tenon::index_t remainder : {1, 3, 5, 7, 15}) {
    generator source{42};
    generator whole{42};
    const std::vector<float> values = standard_normal(source, 32 + remainder);
    const std::vector<float> first = standard_normal(whole, 32);
    for (int i = 0; i < remainder; ++i) whole.random32();
    const std::vector<float> last = standard_normal(whole, 16);
    const auto before = static_cast<std::ptrdiff_t>(values.size()) - 16;
    CHECK(std::vector<float>(values.begin(), values.begin() + before) ==
          std::vector<float>(first.begin(), first.begin() + before));
    CHECK(std::vector<float>(values.begin() + before, values.end()) == last);
    CHECK(source == whole);
  }
}

TEST_CASE("mean and deviation shift and scale the normal numbers", "[random]") {
  for (const tenon::index_t count : {7, 40}) {
    generator standard{42};
    generator other{42};
    const std::vector<float> values = standard_normal(standard, count);
    const std::vector<float> moved =
        streams::filled<float>(count, [&](float* to, tenon::index_t size) { fill_normal(to, size, 3, 0.25, other); });
    double worst = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      worst = std::fmax(worst, std::fabs(static_cast<double>(moved[i]) - (3 + 0.25 * static_cast<double>(values[i]))));
    }
    CHECK(worst <= 3e-7);
  }
}

TEST_CASE("normal numbers have the mean, deviation and tails of their distribution", "[random]") {
  generator source{42};
  const auto moments = [](const auto& values) {
    double sum = 0, squares = 0, far = 0;
    for (const auto value : values) {
      sum += static_cast<double>(value);
      squares += static_cast<double>(value) * static_cast<double>(value);
      far += value > 2 ? 1 : 0;
    }
    const auto count = static_cast<double>(values.size());
    CHECK(sum / count == Approx(0).margin(0.01));
    CHECK(squares / count == Approx(1).margin(0.01));
    CHECK(far / count == Approx(0.02275).margin(0.001));
  };
  moments(standard_normal(source, 200003));
  moments(
      streams::filled<double>(200003, [&](double* to, tenon::index_t count) { fill_normal(to, count, 0, 1, source); }));
}

TEST_CASE("float and double normal numbers agree where they start from the same uniform numbers", "[random]") {
  float single[16];
  double twice[16];
  for (int i = 0; i < 16; ++i) {
    generator source{static_cast<std::uint64_t>(i)};
    single[i] = uniform<float>(source);
    twice[i] = static_cast<double>(single[i]);
  }
  normal_from_uniform_16(single, 0, 1);
  normal_from_uniform_16(twice, 0, 1);
  double worst = 0;
  for (int i = 0; i < 16; ++i) worst = std::fmax(worst, std::fabs(static_cast<double>(single[i]) - twice[i]));
  CHECK(worst <= 1e-6);
}

TEST_CASE("normal numbers do not depend on when they are computed", "[random]") {
  const filled now = fill();
  CHECK(streams::different(now.few, constant.few) == 0);
  CHECK(streams::different(now.many, constant.many) == 0);
  double worst = 0;
  for (int i = 0; i < 21; ++i) worst = std::fmax(worst, std::fabs(now.doubles[i] - constant.doubles[i]));
  CHECK(worst <= 4e-15);
}

TEST_CASE("normal numbers do not depend on compiler, level or instruction set", "[random]") {
  generator source{42};
  const auto fill_all = [&](float* to, tenon::index_t count) { fill_normal(to, count, 0.1, 0.7, source); };
  CHECK(streams::digest(streams::filled<float>(40009, fill_all)) == 16330462459800780447U);
}
