#include <tenon/random/initialisers.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "../support/catch.hpp"
#include "streams.hpp"

using namespace tenon::random;

namespace {

// The numbers of torch.nn.init's own Python.
static_assert(kaiming_uniform_bound(1) == 0.9999999999999999);
static_assert(kaiming_uniform_bound(7) == 0.3779644730092272);
static_assert(kaiming_uniform_bound(8) == 0.3535533905932737);
static_assert(kaiming_uniform_bound(384) == 0.05103103630798287);
static_assert(kaiming_uniform_bound(0) == 0);
static_assert(linear_bias_bound(7) == 0.3779644730092272);
static_assert(linear_bias_bound(384) == 0.051031036307982884);
static_assert(linear_bias_bound(0) == 0);
static_assert(xavier_uniform_bound(9, 6) == 0.6324555320336758);
static_assert(xavier_normal_deviation(9, 6) == 0.3651483716701107);
static_assert(xavier_normal_deviation(9, 6, 1.6666666666666667) == 0.6085806194501846);

constexpr float first_weight() {
  generator source{42};
  float weight[6] = {};
  fill_kaiming_uniform(weight, 6, 3, source);
  return weight[0];
}
static_assert(first_weight() > -0.5773503F && first_weight() < 0.5773503F);

}  // namespace

TEST_CASE("a linear map starts from nn.Linear's numbers, bit for bit", "[random]") {
  for (const std::uint64_t seed : streams::seeds) {
    generator source{seed};
    const std::vector<float> weight = streams::filled<float>(
        35, [&](float* to, tenon::index_t count) { fill_kaiming_uniform(to, count, 7, source); });
    const std::vector<float> bias =
        streams::filled<float>(5, [&](float* to, tenon::index_t count) { fill_linear_bias(to, count, 7, source); });
    CHECK(streams::different(weight, streams::name(seed, "linear_7_5_weight")) == 0);
    CHECK(streams::different(bias, streams::name(seed, "linear_7_5_bias")) == 0);
  }
}

TEST_CASE("xavier_uniform is torch.nn.init.xavier_uniform_, bit for bit", "[random]") {
  for (const std::uint64_t seed : streams::seeds) {
    generator source{seed};
    const std::vector<float> weight = streams::filled<float>(
        54, [&](float* to, tenon::index_t count) { fill_xavier_uniform(to, count, 9, 6, source); });
    CHECK(streams::different(weight, streams::name(seed, "xavier_uniform_6_9")) == 0);
  }
}

TEST_CASE("xavier_normal is a normal fill of its deviation", "[random]") {
  generator source{42};
  generator other{42};
  float weight[54];
  float expected[54];
  fill_xavier_normal(weight, 54, 9, 6, source, 2);
  fill_normal(expected, 54, 0, 2 * std::sqrt(2.0 / 15), other);
  CHECK(streams::different(weight, expected) == 0);
}

TEST_CASE("double weights are made of 53 random bits each", "[random]") {
  generator source{42};
  generator other{42};
  double weight[35];
  double expected[35];
  fill_kaiming_uniform(weight, 35, 7, source);
  const double bound = kaiming_uniform_bound(7);
  for (double& value : expected) value = std::fma(uniform<double>(other), 2 * bound, -bound);
  CHECK(streams::different(weight, expected) == 0);
}

TEST_CASE("the article's parameters come from one generator in the order of its script", "[random]") {
  generator source{42};
  const std::vector<float> embedding =
      streams::filled<float>(24, [&](float* to, tenon::index_t count) { fill_embedding(to, count, source); });
  CHECK(streams::different(embedding, std::string("article/embedding")) == 0);
  for (const std::string module : {"W_q", "W_k", "W_v", "W_o"}) {
    const std::vector<float> weight = streams::filled<float>(
        64, [&](float* to, tenon::index_t count) { fill_kaiming_uniform(to, count, 8, source); });
    const std::vector<float> bias =
        streams::filled<float>(8, [&](float* to, tenon::index_t count) { fill_linear_bias(to, count, 8, source); });
    CHECK(streams::different(weight, "article/" + module + ".weight") == 0);
    CHECK(streams::different(bias, "article/" + module + ".bias") == 0);
  }
}
