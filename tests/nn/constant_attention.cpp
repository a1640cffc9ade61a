// A whole small multi-head attention in constant evaluation, within the compilers' own limits of steps.
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};

/// Small numbers that repeat late, the same in every build.
struct numbers {
  int next = 3;
  constexpr double operator()() {
    next = (next * 37 + 11) % 101;
    return (next - 50) / 64.0;
  }
};
template <class X>
constexpr void fill_all(X& x, numbers& from) {
  if constexpr (X::axes.rank == 1) {
    for (auto& element : x) element = static_cast<typename X::value_type>(from());
  } else {
    for (index_t i = 0; i < x.extent(0); ++i)
      for (index_t j = 0; j < x.extent(1); ++j) x(i, j) = static_cast<typename X::value_type>(from());
  }
}
template <class T>
constexpr auto attention() {
  nn::multi_head_attention<T, d_model, heads> m;
  numbers from;
  nn::for_each_parameter(m, [&](const auto&, auto& parameter) { fill_all(parameter, from); });
  return m;
}
template <class T>
constexpr auto inputs() {
  tensor<T, seq, d_model> x;
  numbers from{40};
  fill_all(x, from);
  return x;
}

// As in the article: eight numbers a token, two heads.
constexpr auto in_floats = attention<float>()(inputs<float>(), nn::with_weights);
constexpr auto in_doubles = attention<double>()(inputs<double>(), nn::with_weights);

static_assert(same_axes<decltype(in_floats.output), seq, d_model>);
static_assert(same_axes<decltype(in_floats.weights), heads, seq, prime(seq)>);
static_assert(close(in_floats.output, in_doubles.output, 1e-6));
static_assert(close(in_floats.weights, in_doubles.weights, 1e-6));

// The same numbers calculated by a few lines of Python.
constexpr tensor<double, seq, d_model> output_elsewhere{
    0.733554559588902, 0.329881539635828, -0.933211064238389, 0.255229447740424,
    0.555086200146706, 1.53665072610039,  0.0614237472636531, -0.23545582459434,
    0.634564428592238, 0.450847528512402, -0.969610613296146, 0.338567759030041,
    0.70567089798137,  1.52254615832373,  0.0439878965764197, -0.116267528707441,
    0.705398355323355, 0.371878458922064, -1.10673926933727,  0.348854578430933,
    0.87172785009008,  1.80190267399881,  -0.105102824397381, -0.246383466162776};
constexpr tensor<double, heads, seq, prime(seq)> weights_elsewhere{
    0.36067928540140015, 0.3232967641246794,  0.31602395047392046, 0.23891059121620756, 0.39642383206953125,
    0.36466557671426114, 0.18650550454757817, 0.44805227970522477, 0.365442215747197,   0.3041333971900455,
    0.25343360823969197, 0.44243299457026247, 0.30273534238019356, 0.21070500827297403, 0.4865596493468323,
    0.402044742618441,   0.32502251503070373, 0.27293274235085535};
static_assert(close(in_doubles.output, output_elsewhere, 1e-14));
static_assert(close(in_doubles.weights, weights_elsewhere, 1e-14));

constexpr bool sums_to_one() {
  for (index_t head = 0; head < 2; ++head)
    for (index_t query = 0; query < 3; ++query) {
      const double sum =
          in_doubles.weights(head, query, 0) + in_doubles.weights(head, query, 1) + in_doubles.weights(head, query, 2);
      if (sum < 1 - 1e-15 || sum > 1 + 1e-15) return false;
    }
  return true;
}
static_assert(sums_to_one());

// The first query of causal attention sees the first key alone, whatever the others hold.
constexpr auto looking_back = attention<float>()(inputs<float>(), nn::causal, nn::with_weights);
static_assert(looking_back.weights(0, 0, 0) == 1 && looking_back.weights(0, 0, 1) == 0 && looking_back.weights(1, 0, 2) == 0);

// The last query of causal attention sees every key.
static_assert([] {
  for (index_t i = 0; i < 8; ++i)
    if (looking_back.output(2, i) != in_floats.output(2, i)) return false;
  return true;
}());

// A query that sees no key: its weights are 0, and its output is the bias of W_o.
static_assert([] {
  const tensor<bool, seq, prime(seq)> mask([](index_t query, index_t) { return query != 1; });
  const auto m = attention<float>();
  const auto [output, weights] = m(inputs<float>(), nn::keep(mask), nn::with_weights);
  for (index_t i = 0; i < 8; ++i)
    if (output(1, i) != m.W_o.bias(i)) return false;
  return weights(0, 1, 0) == 0 && weights(1, 1, 2) == 0 && weights(0, 0, 0) == in_floats.weights(0, 0, 0);
}());

}  // namespace

TEST_CASE("the kernels give the numbers of constant evaluation", "[nn]") {
  const auto m = attention<float>();
  const auto x = inputs<float>();
  with_each_instruction_set([&] {
    const auto [output, weights] = m(x, nn::with_weights);
    CHECK(worst(output, in_floats.output) < 1e-6);
    CHECK(worst(weights, in_floats.weights) < 1e-6);
  });
}
