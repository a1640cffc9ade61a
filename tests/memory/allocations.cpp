// What modules allocate: m(x) its result, and nothing where that is small; forward(x, out, workspace) nothing at all.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>

#include "../support/catch.hpp"
#include "counted_memory.hpp"

using namespace tenon;
using namespace memory_test;

namespace {

constexpr axis seq{"seq", 9}, tokens{"tokens", at_most{9}}, d_model{"d_model", 12}, heads{"heads", 3};
constexpr axis vocab{"vocab", 300};
using fixed = tensor<float, seq, d_model>;
using ragged = tensor<float, tokens, d_model>;
using attention = nn::multi_head_attention<float, d_model, heads>;
using single = nn::single_head_attention<float, d_model>;
using map = nn::linear<float, d_model, axis{"d_ff", 48}>;
using table = nn::embedding<float, vocab, d_model>;

constexpr axis long_seq{"seq", 64}, wide{"d_model", 128}, many_heads{"heads", 8};
using large = tensor<float, long_seq, wide>;
using large_attention = nn::multi_head_attention<float, wide, many_heads>;

constexpr allocated nothing{0, 0}, the_result{1, 1}, the_result_and_scratch{2, 1};

template <class Module>
Module made() {
  random::generator source{7};
  return Module(source);
}
template <class X, class... Extents>
X example(Extents... given) {
  X x(given...);
  index_t i = 0;
  for (auto& element : x) element = static_cast<typename X::value_type>(i++ * 7 % 23);
  return x;
}

}  // namespace

TEST_CASE("the counters count", "[memory]") {
  CHECK(allocations_of([] { return tensor<float, 1025>(); }) == the_result);
  CHECK(allocations_of([] { return tensor<float, 1024>(); }) == nothing);
  CHECK(allocations_of([] { return large(large()); }) == the_result);
}

TEST_CASE("a large module is in memory once while it is made", "[memory]") {
  using half_table = nn::embedding<float, vocab, d_model, nn::weights<bfloat16>>;
  using large_map = nn::linear<float, wide, long_seq>;
  using half_map = nn::linear<float, wide, long_seq, nn::weights<bfloat16>>;
  CHECK(allocations_of([] { return made<table>(); }) == the_result);
  CHECK(allocations_of([] { return made<half_table>(); }) == the_result);
  CHECK(allocations_of([] { return made<large_map>(); }) == the_result);
  CHECK(allocations_of([] { return made<half_map>(); }) == the_result);
  CHECK(allocations_of([] { return made<large_attention>(); }) == allocated{4, 4});
  // Of another module.
  const auto t = made<table>();
  const auto half = made<half_table>();
  const auto l = made<large_map>();
  const auto half_l = made<half_map>();
  CHECK(allocations_of([&] { return half_table(t); }) == the_result);
  CHECK(allocations_of([&] { return table(half); }) == the_result);
  CHECK(allocations_of([&] { return half_map(l); }) == the_result);
  CHECK(allocations_of([&] { return large_map(half_l); }) == the_result);
  // The numbers are those of one drawing.
  CHECK(half.weight == cast<bfloat16>(t.weight));
  CHECK(half_l.weight == cast<bfloat16>(l.weight));
  CHECK(half_table(t).weight == half.weight);
}

TEST_CASE("small modules allocate nothing", "[memory]") {
  const auto x = example<fixed>();
  const auto some = example<ragged>(extents{5});
  const auto ids = example<tensor<std::uint8_t, seq>>();
  const tensor<bool, seq, prime(seq)> mask([](index_t i, index_t j) { return i != j; });
  const auto m = made<attention>();
  const auto s = made<single>();
  const auto l = made<map>();
  const auto e = made<table>();
  CHECK(allocations_of([&] { return l(x); }) == nothing);
  CHECK(allocations_of([&] { return l(some); }) == nothing);
  CHECK(allocations_of([&] { return e(ids); }) == nothing);
  CHECK(allocations_of([&] { return nn::scaled_dot_product_attention(x, x, x); }) == nothing);
  CHECK(allocations_of([&] { return s(x); }) == nothing);
  CHECK(allocations_of([&] { return s(some, nn::with_weights); }) == nothing);
  CHECK(allocations_of([&] { return m(x); }) == nothing);
  CHECK(allocations_of([&] { return m(x, nn::keep(mask), nn::with_weights); }) == nothing);
  CHECK(allocations_of([&] { return m(some, nn::causal); }) == nothing);
}

TEST_CASE("large modules allocate their result, and what is too large for the stack until they return", "[memory]") {
  const auto x = example<large>();
  CHECK(allocations_of([l = made<nn::linear<float, wide, wide>>(), &x] { return l(x); }) == the_result);
  CHECK(allocations_of([l = made<nn::linear<float, 64, wide>>(), &x] { return l(slice<wide, 0, 64>(x)); }) == the_result);
  CHECK(allocations_of([e = made<nn::embedding<float, vocab, wide>>()] {
          return e(tensor<int, long_seq>());
        }) == the_result);
  CHECK(allocations_of([&] { return nn::scaled_dot_product_attention(x, x, x); }) == the_result);
  const auto m = made<large_attention>();
  static_assert(nn::workspace_bytes<large_attention, large> > tenon::detail::stack_bytes);
  CHECK(allocations_of([&] { return m(x); }) == the_result_and_scratch);
  // As many rows as 32 KiB of intermediate results hold.
  using bounded = tensor<float, axis{"tokens", at_most{64}}, wide>;
  CHECK(allocations_of([&, few = example<bounded>(extents{16})] { return m(few); }) == the_result);
  CHECK(allocations_of([&, many = example<bounded>(extents{17})] { return m(many); }) == the_result_and_scratch);
}

TEST_CASE("forward runs where operator new aborts", "[memory]") {
  const auto x = example<fixed>();
  const auto some = example<ragged>(extents{5});
  const auto ids = example<tensor<int, seq>>();
  const tensor<bool, seq, prime(seq)> mask([](index_t i, index_t j) { return i != j; });
  const auto m = made<attention>();
  const auto s = made<single>();
  const auto l = made<map>();
  const auto e = made<table>();
  fixed out;
  ragged some_out;
  tensor<float, seq, axis{"d_ff", 48}> wider;
  tensor<float, heads, seq, prime(seq)> weights;
  const kernels::serial executor;
  const auto m_large = made<large_attention>();
  const auto x_large = example<large>();
  large out_large;
  static nn::workspace<large_attention, large> memory_large;
  without_heap([&] {
    nn::workspace<map, fixed> none;
    l.forward(x, wider);
    l.forward(x, wider, none, nn::on(executor));
    e.forward(ids, out);
    e.forward(ids, out, none);
    nn::scaled_dot_product_attention.forward(x, x, x, out, nn::keep(mask));
    nn::workspace<single, fixed> memory_of_single;
    s.forward(x, out, memory_of_single, nn::keep(mask));
    nn::workspace<attention, fixed> memory;
    m.forward(x, out, memory, nn::keep(mask), nn::weights_into(weights), nn::on(executor));
    nn::workspace<attention, ragged> memory_of_some;
    m.forward(some, some_out, memory_of_some, nn::causal);
    m_large.forward(x_large, out_large, memory_large);
  });
  const auto wanted = m(x, nn::keep(mask), nn::with_weights);
  CHECK(out == wanted.output);
  CHECK(weights == wanted.weights);
  CHECK(some_out == m(some, nn::causal));
  CHECK(out_large == m_large(x_large));
}
