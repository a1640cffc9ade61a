// The linear map: its numbers, its parameters, and what it can be called on.
#include <tenon/nn/linear.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, in{"in", 5}, out{"out", 7}, tokens{"tokens", at_most{9}};

// y = x W^T + b in double.
template <class Linear, class X>
std::vector<double> plain(const Linear& map, const X& x) {
  const std::vector<double> from = elements_of(x);
  const index_t width = map.weight.extent(1);
  std::vector<double> result;
  for (index_t row = 0; row < x.size() / width; ++row)
    for (index_t o = 0; o < map.weight.extent(0); ++o) {
      double sum = map.bias_or_null() != nullptr ? static_cast<double>(map.bias_or_null()[o]) : 0;
      for (index_t i = 0; i < width; ++i)
        sum += from[static_cast<std::size_t>(row * width + i)] * static_cast<double>(map.weight(o, i));
      result.push_back(sum);
    }
  return result;
}

template <class T, axis In, axis Out, class... Bias>
nn::linear<T, In, Out, Bias...> random_linear(std::uint64_t seed) {
  random::generator source{seed};
  return nn::linear<T, In, Out, Bias...>(source);
}

template <axis Rows, axis In, axis Out>
void check_size() {
  const auto map = random_linear<float, In, Out>(7);
  const auto x = random_like(tensor<float, Rows, In>{}, 8);
  with_each_instruction_set([&] { CHECK(worst(elements_of(map(x)), plain(map, x)) < 2e-6); });
}

}  // namespace

TEST_CASE("a linear map is x W^T + b along the last axis, whatever stands before it", "[nn]") {
  const auto map = random_linear<float, in, out>(1);
  const auto vector = random_like(tensor<float, in>{}, 2);
  const auto matrix = random_like(tensor<float, seq, in>{}, 3);
  const auto stack = random_like(tensor<float, batch, seq, in>{}, 4);
  static_assert(std::is_same_v<decltype(map(vector)), tensor<float, out>>);
  static_assert(std::is_same_v<decltype(map(matrix)), tensor<float, seq, out>>);
  static_assert(std::is_same_v<decltype(map(stack)), tensor<float, batch, seq, out>>);
  with_each_instruction_set([&] {
    CHECK(worst(elements_of(map(vector)), plain(map, vector)) < 2e-6);
    CHECK(worst(elements_of(map(matrix)), plain(map, matrix)) < 2e-6);
    CHECK(worst(elements_of(map(stack)), plain(map, stack)) < 2e-6);
  });
}

TEST_CASE("a linear map is right at odd sizes", "[nn]") {
  check_size<1, 1, 1>();
  check_size<3, 17, 5>();
  check_size<7, 5, 17>();
  check_size<17, 3, 33>();
}

TEST_CASE("a linear map without bias has only a weight, and maps zeros to zeros", "[nn]") {
  const auto map = random_linear<float, in, out, nn::no_bias>(1);
  static_assert(std::is_same_v<std::remove_const_t<decltype(map)>, nn::linear<float, in, out, nn::no_bias>>);
  CHECK(nn::parameter_count(map) == 35);
  CHECK(same(map(tensor<float, seq, in>{}), tensor<float, seq, out>{}));
  const auto x = random_like(tensor<float, seq, in>{}, 2);
  CHECK(worst(elements_of(map(x)), plain(map, x)) < 2e-6);
}

TEST_CASE("a linear map starts with the numbers of nn.Linear(7, 5)", "[nn]") {
  constexpr axis seven{"in", 7}, five{"out", 5};
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, std::uint64_t{4294967303}}) {
    const auto map = random_linear<float, seven, five>(seed);
    const std::string prefix = "random_" + std::to_string(seed) + "/linear_7_5_";
    CHECK(same_bits(tensor<float, five, seven>(map.weight), golden_as<float, five, seven>(prefix + "weight")));
    CHECK(same_bits(map.bias, golden_as<float, five>(prefix + "bias")));
  }
}

TEST_CASE("views, transposed views and strided temporaries give the bits of their copies", "[nn]") {
  const auto map = random_linear<float, in, out>(1);
  const auto flipped = random_like(tensor<float, in, seq>{}, 2);
  const tensor<float, seq, in> copy = transpose<0, 1>(flipped);
  with_each_instruction_set([&] {
    const auto wanted = map(copy);
    CHECK(same_bits(map(transpose<0, 1>(flipped)), wanted));
    CHECK(same_bits(map(transpose<0, 1>(tensor<float, in, seq>(flipped))), wanted));
    CHECK(same_bits(map(slice<seq, 1, 3>(copy)), slice<seq, 1, 3>(wanted)));
  });
}

TEST_CASE("a bounded axis keeps its extent through a linear map, 0 and the bound included", "[nn]") {
  const auto map = random_linear<float, in, out>(1);
  for (const index_t extent : {0, 1, 3, 9}) {
    const auto x = random_like(tensor<float, tokens, in>(extents{extent}), 5);
    const auto y = map(x);
    static_assert(std::is_same_v<std::remove_const_t<decltype(y)>, tensor<float, tokens, out>>);
    CHECK(y.extent(0) == extent);
    CHECK(worst(elements_of(y), plain(map, x)) < 2e-6);
  }
}

TEST_CASE("names meet extents: an unnamed last axis is accepted, and the result takes the name of the map", "[nn]") {
  const auto map = random_linear<float, in, out>(1);
  const auto x = random_like(tensor<float, 3, 5>{}, 2);
  static_assert(std::is_same_v<decltype(map(x)), tensor<float, 3, out>>);
  CHECK(worst(elements_of(map(x)), plain(map, x)) < 2e-6);
}

TEST_CASE("a square map primes the input side of its weight, since no tensor has two axes of one name", "[nn]") {
  constexpr axis longest{"a_name_of_15_ch", 4};
  using square = nn::linear<float, in, in>;
  static_assert(same_axes<decltype(square::weight), in, prime(in)>);
  using long_named = nn::linear<float, longest, longest>;
  static_assert(same_axes<decltype(long_named::weight), longest, 4>);
  const auto map = random_linear<float, in, in>(3);
  const auto x = random_like(tensor<float, seq, in>{}, 4);
  CHECK(worst(elements_of(map(x)), plain(map, x)) < 2e-6);
}

TEST_CASE("maps of doubles calculate in double", "[nn]") {
  const auto map = random_linear<double, in, out>(1);
  const auto x = random_like(tensor<double, seq, in>{}, 2);
  static_assert(std::is_same_v<decltype(map(x)), tensor<double, seq, out>>);
  CHECK(worst(elements_of(map(x)), plain(map, x)) < 1e-14);
}

TEST_CASE("a map of heap memory can be copied and moved; one that was moved from says so", "[nn]") {
  constexpr axis wide{"wide", 64};
  auto map = random_linear<float, wide, wide>(1);
  const auto x = random_like(tensor<float, seq, wide>{}, 2);
  const auto wanted = map(x);
  auto copy = map;
  CHECK(same_bits(copy(x), wanted));
  const auto moved = std::move(map);
  CHECK(same_bits(moved(x), wanted));
  CHECK(refusal([&] { static_cast<void>(map(x)); }) == "tensor: it was moved from and has no elements until it is assigned");
  map = copy;
  CHECK(same_bits(map(x), wanted));
  copy.weight(0, 0) += 1;
  CHECK(!same_bits(copy(x), wanted));
  CHECK(same_bits(map(x), wanted));
}

namespace {

constexpr nn::linear<float, in, out> counted() {
  nn::linear<float, in, out> map;
  for (index_t o = 0; o < 7; ++o)
    for (index_t i = 0; i < 5; ++i) map.weight(o, i) = static_cast<float>(o * 5 + i);
  for (float& b : map.bias) b = 0.5F;
  return map;
}
constexpr tensor<float, seq, in> unit_rows([](index_t s, index_t i) { return s == i; });
constexpr bool columns_of_the_weight() {
  const auto y = counted()(unit_rows);
  for (index_t s = 0; s < 3; ++s)
    for (index_t o = 0; o < 7; ++o)
      if (y(s, o) != static_cast<float>(o * 5 + s) + 0.5F) return false;
  return true;
}
static_assert(columns_of_the_weight());

constinit nn::linear<float, in, out> in_static_memory = counted();

}  // namespace

TEST_CASE("a small map is made before the program starts", "[nn]") {
  CHECK(in_static_memory(unit_rows)(1, 6) == 31.5F);
}

namespace {

// What does not fit is no call at all.
template <class Map, class X>
concept maps = requires(const Map& map, const X& x) { sizeof(map(x)); };
static_assert(maps<nn::linear<float, in, out>, tensor<float, seq, in>>);
static_assert(!maps<nn::linear<float, in, out>, tensor<float, seq, out>>);
static_assert(!maps<nn::linear<float, in, out>, tensor<float, 5, 6>>);

}  // namespace
