#include <tenon/random/uniform.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "../support/catch.hpp"
#include "streams.hpp"

using namespace tenon::random;

namespace {

// torch.manual_seed(42); torch.rand(3)
constexpr float constant_uniform(int which) {
  generator source{42};
  float value = 0;
  for (int i = 0; i <= which; ++i) value = uniform<float>(source);
  return value;
}
static_assert(constant_uniform(0) == 0.882269263F);
static_assert(constant_uniform(1) == 0.915003955F);
static_assert(constant_uniform(2) == 0.382863760F);

struct filled {
  float floats[33] = {};
  double doubles[33] = {};
};

constexpr filled fill() {
  filled all;
  generator source{7};
  fill_uniform(all.floats, 33, -0.3, 0.7, source);
  fill_uniform(all.doubles, 33, -0.3, 0.7, source);
  return all;
}
constexpr filled constant = fill();

}  // namespace

TEST_CASE("uniform numbers are torch.rand's, bit for bit", "[random]") {
  for (const std::uint64_t seed : streams::seeds) {
    generator source{seed};
    const std::vector<float> values =
        streams::filled<float>(33, [&](float* to, tenon::index_t count) { fill_uniform(to, count, 0, 1, source); });
    CHECK(streams::different(values, streams::name(seed, "rand33")) == 0);
  }
}

TEST_CASE("one by one and as a fill the uniform numbers are the same", "[random]") {
  generator one{42};
  generator all{42};
  double filled[50];
  fill_uniform(filled, 50, 0, 1, all);
  int differences = 0;
  for (const double value : filled) differences += value != uniform<double>(one) ? 1 : 0;
  CHECK(differences == 0);
  CHECK(one == all);
}

TEST_CASE("uniform numbers lie in their interval", "[random]") {
  generator source{42};
  const std::vector<float> values =
      streams::filled<float>(20000, [&](float* to, tenon::index_t count) { fill_uniform(to, count, -2, 3, source); });
  double sum = 0;
  int outside = 0;
  for (const float value : values) {
    sum += static_cast<double>(value);
    outside += value < -2 || value >= 3 ? 1 : 0;
  }
  CHECK(outside == 0);
  CHECK(sum / 20000 == Approx(0.5).margin(0.05));
}

TEST_CASE("uniform numbers do not depend on when they are computed", "[random]") {
  const filled now = fill();
  CHECK(streams::different(now.floats, constant.floats) == 0);
  CHECK(streams::different(now.doubles, constant.doubles) == 0);
}

TEST_CASE("uniform numbers do not depend on compiler, level or instruction set", "[random]") {
  generator source{42};
  const auto fill_all = [&](auto* to, tenon::index_t count) { fill_uniform(to, count, -0.3, 0.7, source); };
  CHECK(streams::digest(streams::filled<float>(4099, fill_all)) == 11815250229407843961U);
  CHECK(streams::digest(streams::filled<double>(4099, fill_all)) == 12246735076517452634U);
}

TEST_CASE("a fill of nothing draws nothing", "[random]") {
  generator source{42};
  fill_uniform(static_cast<float*>(nullptr), 0, 0, 1, source);
  CHECK(source == generator{42});
}
