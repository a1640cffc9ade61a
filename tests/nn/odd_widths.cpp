// The kernels of multi-head attention against its composed form, at widths that fill no vector, and at some that do.
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", at_most{2}}, tokens{"tokens", at_most{17}}, src{"src", at_most{17}};

template <index_t DModel, index_t Heads, class... Options>
auto attention(std::uint64_t seed) {
  random::generator source{seed};
  return nn::multi_head_attention<float, axis{"d_model", DModel}, axis{"heads", Heads}, Options...>(source);
}

template <class Module, class Query, class Memory>
void agree(const Module& m, const Query& x, const Memory& memory) {
  const auto itself = m.composed(x, x, x);
  const auto other = m.composed(x, memory, memory);
  with_each_instruction_set([&] {
    const auto [output, weights] = m(x, nn::with_weights);
    CHECK(worst(output, itself.output) < 2e-6);
    CHECK(worst(weights, itself.weights) < 2e-6);
    CHECK(same_bits(m(x), output));
    const auto [to_memory, its_weights] = m(x, memory, nn::with_weights);
    CHECK(worst(to_memory, other.output) < 2e-6);
    CHECK(worst(its_weights, other.weights) < 2e-6);
    CHECK(same_bits(m(x, memory, memory), to_memory));
  });
}

// `make(rows)` is an uninteresting tensor [..., rows, d_model]; queries and keys are 1, 3, 5, 7 and 17.
template <class Module, class Queries, class Keys>
void agree_at_every_length(const Module& m, const Queries& queries, const Keys& keys) {
  for (const index_t seq : {1, 3, 5, 7, 17})
    agree(m, random_like(queries(seq), 2), random_like(keys(18 - seq), 3));
}

}  // namespace

TEST_CASE("five heads of 7", "[nn]") {
  static constexpr axis d{"d_model", 35};
  agree_at_every_length(
      attention<35, 5>(1), [](index_t rows) { return tensor<float, batch, tokens, d>(extents{2, rows}); },
      [](index_t rows) { return tensor<float, batch, src, d>(extents{2, rows}); });
}

TEST_CASE("three heads of 16, which have planes of their own", "[nn]") {
  static constexpr axis d{"d_model", 48};
  agree_at_every_length(
      attention<48, 3>(1), [](index_t rows) { return tensor<float, batch, tokens, d>(extents{2, rows}); },
      [](index_t rows) { return tensor<float, batch, src, d>(extents{2, rows}); });
}
