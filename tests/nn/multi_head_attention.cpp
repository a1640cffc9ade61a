// Multi-head attention as a module: what it is called on, what it gives, how it is kept.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/slice.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 6}, heads{"heads", 2};
using module = nn::multi_head_attention<float, d_model, heads>;

template <class Module>
Module seeded(std::uint64_t seed = 3) {
  random::generator source{seed};
  return Module(source);
}

template <class Module, class... X>
concept attends = requires(const Module& m, const X&... x) { sizeof(m(x...)); };

using x_type = tensor<float, batch, seq, d_model>;
using memory_type = tensor<float, batch, src, d_model>;
using values_type = tensor<float, batch, axis{"src", 4}, d_model>;

static_assert(attends<module, x_type> && attends<module, x_type, memory_type> && attends<module, x_type, memory_type, memory_type>);
static_assert(attends<module, x_type, nn::with_weights_t> && attends<module, x_type, nn::causal_t, nn::with_weights_t>);
static_assert(!attends<module, x_type, memory_type, values_type>);       // keys and values differ in number
static_assert(!attends<module, tensor<float, seq, batch, src>>);         // another width
static_assert(!attends<module, x_type, memory_type, nn::causal_t>);      // which alignment?
static_assert(attends<module, x_type, memory_type, nn::causal_top_left_t>);
static_assert(!attends<module, x_type, tensor<bool, seq, prime(seq)>>);  // a raw mask
static_assert(!attends<module, tensor<double, batch, seq, d_model>>);

static_assert(module::d_k == axis{"d_k", 3});

}  // namespace

TEST_CASE("the key axis of self-attention is the prime of the query axis, that of a memory has its own name", "[nn]") {
  const auto m = seeded<module>();
  const auto x = random_like(x_type{}, 1);
  const auto memory = random_like(memory_type{}, 2);
  const auto itself = m(x, nn::with_weights);
  const auto other = m(x, memory, nn::with_weights);
  static_assert(std::is_same_v<decltype(itself.output), x_type>);
  static_assert(std::is_same_v<decltype(itself.weights), tensor<float, batch, heads, seq, prime(seq)>>);
  static_assert(std::is_same_v<decltype(other.output), x_type>);
  static_assert(std::is_same_v<decltype(other.weights), tensor<float, batch, heads, seq, src>>);
  static_assert(std::is_same_v<decltype(m(x)), x_type>);
  CHECK(same_bits(m(x, x), itself.output));
  CHECK(same_bits(m(x, x, x, nn::with_weights).weights, itself.weights));
  CHECK(same_bits(m(x, memory), m(x, memory, memory)));
}

TEST_CASE("axes without names stay without names; the output takes the module's", "[nn]") {
  const auto m = seeded<module>();
  const auto x = random_like(tensor<float, 3, 6>{}, 1);
  const auto result = m(x, nn::with_weights);
  static_assert(same_axes<decltype(result.output), 3, d_model>);
  static_assert(same_axes<decltype(result.weights), heads, 3, 3>);
  nn::multi_head_attention<float, 6, 2> nameless;
  const auto copy = [](const auto& from, auto& to) {
    to.weight = unnamed(contiguous(from.weight));
    to.bias = unnamed(from.bias);
  };
  copy(m.W_q, nameless.W_q);
  copy(m.W_k, nameless.W_k);
  copy(m.W_v, nameless.W_v);
  copy(m.W_o, nameless.W_o);
  static_assert(same_axes<decltype(nameless(x)), 3, 6>);
  CHECK(same_bits(nameless(x), unnamed(result.output)));
}

TEST_CASE("multi head attention: views, transposed views and strided temporaries give the bits of their copies", "[nn]") {
  const auto m = seeded<module>();
  const auto flipped = random_like(tensor<float, seq, batch, d_model>{}, 1);
  const x_type x = transpose<0, 1>(flipped);
  const auto deep = random_like(tensor<float, batch, d_model, src>{}, 2);
  const memory_type memory = transpose<1, 2>(deep);
  with_each_instruction_set([&] {
    const auto wanted = m(x, memory);
    CHECK(same_bits(m(transpose<0, 1>(flipped), memory), wanted));
    CHECK(same_bits(m(x, transpose<1, 2>(deep)), wanted));
    CHECK(same_bits(m(transpose<0, 1>(tensor<float, seq, batch, d_model>(flipped)), transpose<1, 2>(tensor<float, batch, d_model, src>(deep))),
                    wanted));
    CHECK(same_bits(m(row(x, 1), row(memory, 1)), row(wanted, 1)));
    CHECK(same_bits(m(row(transpose<0, 1>(flipped), 1), row(memory, 1)), row(wanted, 1)));
  });
  // No input was written.
  CHECK(same(x, transpose<0, 1>(flipped)));
}

TEST_CASE("a module starts with PyTorch's numbers for its seed and can be copied and moved", "[nn]") {
  auto m = seeded<module>(7);
  const auto x = random_like(x_type{}, 1);
  const auto wanted = m(x);
  CHECK(same_bits(seeded<module>(7)(x), wanted));
  CHECK(!same_bits(seeded<module>(8)(x), wanted));
  module copy = m;
  const module moved = std::move(m);
  CHECK(same_bits(copy(x), wanted));
  CHECK(same_bits(moved(x), wanted));
  copy.W_o.bias(0) += 1;
  CHECK(!same_bits(copy(x), wanted));
  CHECK(same_bits(moved(x), wanted));
}

TEST_CASE("a module of doubles calculates in double", "[nn]") {
  using double_module = nn::multi_head_attention<double, d_model, heads>;
  const auto m = seeded<module>();
  double_module exact;
  const auto copy = [](const auto& from, auto& to) {
    for (index_t i = 0; i < from.weight.extent(0); ++i) {
      to.bias(i) = static_cast<double>(from.bias(i));
      for (index_t j = 0; j < from.weight.extent(1); ++j) to.weight(i, j) = static_cast<double>(from.weight(i, j));
    }
  };
  copy(m.W_q, exact.W_q);
  copy(m.W_k, exact.W_k);
  copy(m.W_v, exact.W_v);
  copy(m.W_o, exact.W_o);
  const auto x = random_like(x_type{}, 1);
  tensor<double, batch, seq, d_model> exact_x;
  for (index_t i = 0; i < x.size(); ++i) exact_x.data()[i] = static_cast<double>(x.data()[i]);
  const auto result = exact(exact_x, nn::with_weights);
  static_assert(std::is_same_v<decltype(result.weights), tensor<double, batch, heads, seq, prime(seq)>>);
  CHECK(worst(m(x), result.output) < 1e-6);
  for (index_t head = 0; head < 2; ++head)
    CHECK(result.weights(0, head, 0, 0) + result.weights(0, head, 0, 1) + result.weights(0, head, 0, 2) == Approx(1).epsilon(1e-15));
  CHECK(same(exact(exact_x), result.output));
}

namespace {

constexpr module filled_by_the_compiler() {
  module m;
  for (index_t i = 0; i < 6; ++i) m.W_o.bias(i) = static_cast<float>(i);
  return m;
}
constinit module in_static_memory = filled_by_the_compiler();

}  // namespace

TEST_CASE("a small module is made before the program starts", "[nn]") {
  const auto y = in_static_memory(x_type{});
  CHECK(y(1, 2, 5) == 5);
}

TEST_CASE("a large module owns heap memory; one that was moved from says so", "[nn]") {
  constexpr axis wide{"d_model", 48}, three{"heads", 3};
  using large = nn::multi_head_attention<double, wide, three>;
  auto m = seeded<large>();
  const auto x = random_like(tensor<double, seq, wide>{}, 1);
  const auto wanted = m(x);
  large other = std::move(m);
  CHECK(same_bits(other(x), wanted));
  CHECK(refusal([&] { static_cast<void>(m(x)); }) == "tensor: it was moved from and has no elements until it is assigned");
  m = other;
  CHECK(same_bits(m(x), wanted));
}
