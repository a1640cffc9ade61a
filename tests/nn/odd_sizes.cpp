// The kernels of multi-head attention against its composed form, at odd sizes and with leading axes of every kind.
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis group{"group", 2}, batch{"batch", at_most{2}}, tokens{"tokens", at_most{17}}, src{"src", at_most{17}};

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

TEST_CASE("one head of 3, no leading axis", "[nn]") {
  static constexpr axis d{"d_model", 3};
  agree_at_every_length(
      attention<3, 1>(1), [](index_t rows) { return tensor<float, tokens, d>(extents{rows}); },
      [](index_t rows) { return tensor<float, src, d>(extents{rows}); });
}

TEST_CASE("five heads of 1, a bounded batch, no bias", "[nn]") {
  static constexpr axis d{"d_model", 5};
  for (const index_t texts : {1, 2})
    agree_at_every_length(
        attention<5, 5, nn::no_bias>(1), [&](index_t rows) { return tensor<float, batch, tokens, d>(extents{texts, rows}); },
        [&](index_t rows) { return tensor<float, batch, src, d>(extents{texts, rows}); });
}

TEST_CASE("two heads of 3, two leading axes", "[nn]") {
  static constexpr axis d{"d_model", 6};
  agree_at_every_length(
      attention<6, 2>(1), [](index_t rows) { return tensor<float, group, batch, tokens, d>(extents{2, rows}); },
      [](index_t rows) { return tensor<float, group, batch, src, d>(extents{2, rows}); });
}
