// forward(x, out, workspace): the same numbers as m(x), in memory of the caller's.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/unsqueeze.hpp>

#include <limits>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", 9}, src{"src", 5}, tokens{"tokens", at_most{9}}, d_model{"d_model", 12}, heads{"heads", 3};
using module = nn::multi_head_attention<float, d_model, heads>;
using fixed = tensor<float, seq, d_model>;
using memory_t = tensor<float, src, d_model>;
using ragged = tensor<float, tokens, d_model>;

// Queries, keys, values and contexts.
constinit nn::workspace<module, fixed> for_fixed;
static_assert(nn::workspace_bytes<module, fixed> == 4 * 9 * 12 * 4);
static_assert(nn::workspace_bytes<module, ragged> == nn::workspace_bytes<module, fixed>);
static_assert(nn::workspace_bytes<module, tensor<float, 30, seq, d_model>> == 28 * nn::workspace_bytes<module, fixed>,
              "texts are worked on together up to 256 rows");
static_assert(sizeof for_fixed == nn::workspace_bytes<module, fixed> && alignof(decltype(for_fixed)) == 64);

static_assert(sizeof(nn::workspace<nn::multi_head_attention<float, axis{"d_model", 4}, 2>, tensor<float, 3, 4>>) == 1,
              "what is small and static has its intermediate results in registers");

// A workspace costs nothing until it is used: it can be large, constant-initialised, and a member.
struct owner {
  int uses = 1;
  nn::workspace<module, tensor<float, 500, seq, d_model>> memory;
};
constinit owner an_owner;

static_assert(noexcept(std::declval<const module&>().forward(std::declval<const fixed&>(), std::declval<fixed&>(),
                                                             for_fixed)));
static_assert(!noexcept(std::declval<const module&>().forward(std::declval<const ragged&>(), std::declval<ragged&>(),
                                                              std::declval<nn::workspace<module, ragged>&>())));

/// Runs its tasks from the last to the first: the results must not depend on the order.
struct backwards {
  static constexpr index_t width() { return 3; }
  template <class F>
  void for_each(index_t count, const F& f) const {
    for (index_t i = count; i-- > 0;) f(i);
  }
};

module some_attention() {
  random::generator source{5};
  return module(source);
}

}  // namespace

TEST_CASE("forward gives what the call gives", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 1);
  const auto memory = random_like(memory_t(), 2);
  fixed out;
  m.forward(x, out, for_fixed);
  CHECK(out == m(x));
  nn::workspace<module, fixed, memory_t> for_both;
  m.forward(x, memory, out, for_both);
  CHECK(out == m(x, memory));
  fixed of_three;
  m.forward(x, memory, memory, of_three, for_both);
  CHECK(out == of_three);
}

TEST_CASE("forward gives a bounded output the extents of its input", "[nn]") {
  const module m = some_attention();
  nn::workspace<module, ragged> memory;
  ragged out;
  for (const index_t extent : {9, 1, 0, 4}) {
    const auto x = random_like(ragged(extents{extent}), 3);
    m.forward(x, out, memory);
    CHECK(out.extent(0) == extent);
    CHECK(out == m(x));
  }
}

TEST_CASE("forward writes through a packed view", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 4);
  fixed out;
  packed_view<float, seq, d_model> view(out.data());
  const packed_view<const float, seq, d_model> given(x.data());
  nn::workspace<module, packed_view<const float, seq, d_model>> memory;
  m.forward(given, view, memory);
  CHECK(out == m(x));
}

TEST_CASE("forward writes the weights where the caller wants them", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 6);
  const auto wanted = m(x, nn::causal, nn::with_weights);
  fixed out;
  tensor<float, 2, heads, seq, prime(seq)> two;
  auto second = row(two, 1);
  m.forward(x, out, for_fixed, nn::weights_into(second), nn::causal);
  CHECK(out == wanted.output);
  CHECK(same_bits(row(two, 1), wanted.weights));
  CHECK(same_bits(row(two, 0), tensor<float, heads, seq, prime(seq)>()));
  backwards executor;
  fixed by_tasks;
  m.forward(x, by_tasks, for_fixed, nn::causal, nn::on(executor));
  CHECK(by_tasks == out);
}

TEST_CASE("forward needs no more memory than it says, and uses it all", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(fixed(), 6);
  fixed out;
  for (index_t i = 0; i < 4 * 9 * 12; ++i) for_fixed.data()[i] = -1;
  m.forward(x, out, for_fixed);
  for (const index_t part : {0, 1, 2, 3}) CHECK(for_fixed.data()[part * 9 * 12 + 9 * 12 - 1] != -1);
  // A larger one serves as well.
  m.forward(x, out, an_owner.memory);
  CHECK(out == m(x));
}

TEST_CASE("a mask over some of several batch axes is read text by text", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(tensor<float, 2, 3, seq, d_model>(), 7);
  const auto by_group = random_mask(tensor<bool, 2, 1, seq, prime(seq)>(), 8);
  const auto by_text = random_mask(tensor<bool, 3, seq, prime(seq)>(), 9);
  tensor<float, 2, 3, seq, d_model> out;
  tensor<float, 2, 3, heads, seq, prime(seq)> weights;
  nn::workspace<module, tensor<float, 2, 3, seq, d_model>> memory;
  const tensor<bool, 2, 1, 1, seq, prime(seq)> for_heads = unsqueeze<2>(by_group);
  const tensor<bool, 3, 1, seq, prime(seq)> for_texts = unsqueeze<1>(by_text);
  static_assert(noexcept(m.forward(x, out, memory, nn::keep(for_heads), nn::ignore(for_texts))));
  m.forward(x, out, memory, nn::keep(for_heads), nn::ignore(for_texts), nn::weights_into(weights));
  tensor<float, heads, seq, prime(seq)> weights_alone;
  fixed out_alone;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      m.forward(row(row(x, i), j), out_alone, memory, nn::keep(row(row(by_group, i), 0)), nn::ignore(row(by_text, j)),
                nn::weights_into(weights_alone));
      CHECK(same_bits(row(row(out, i), j), out_alone));
      CHECK(same_bits(row(row(weights, i), j), weights_alone));
    }
}

TEST_CASE("what does not fit at run time is refused before anything is written", "[nn]") {
  const module m = some_attention();
  const auto x = random_like(ragged(extents{5}), 7);
  nn::workspace<module, ragged, ragged> memory;
  ragged out(extents{2});
  out(1, 1) = 7;
  const auto untouched = [&] { return out.extent(0) == 2 && out(1, 1) == 7; };
  const tensor<bool, tokens, prime(tokens)> mask(extents{5, 4});
  static_assert(!noexcept(m.forward(x, out, memory, nn::keep(mask))));
  CHECK(raises<shape_mismatch>([&] { m.forward(x, out, memory, nn::keep(mask)); },
                               "multi_head_attention: keep [tokens=5, tokens'=4] does not fit the scores "
                               "[heads=3, tokens=5, tokens'=5]: tokens'=4 is not tokens'=5"));
  CHECK(untouched());
  CHECK(raises<shape_mismatch>([&] { m.forward(x, ragged(extents{6}), out, memory, nn::causal); },
                               "multi_head_attention: causal among tokens=5 queries and tokens=6 keys, did you mean "
                               "causal_top_left or causal_bottom_right?"));
  CHECK(untouched());
  packed_view<float, tokens, d_model> view(out.data(), extents{2});
  CHECK(raises<shape_mismatch>([&] { m.forward(x, view, memory); },
                               "forward: the output is [tokens=5, d_model=12], not [tokens=2, d_model=12]"));
  CHECK(untouched());
  tensor<float, heads, tokens, prime(tokens)> weights(extents{1, 1});
  packed_view<float, heads, tokens, prime(tokens)> view_of_weights(weights.data(), extents{4, 5});
  CHECK(raises<shape_mismatch>([&] { m.forward(x, out, memory, nn::weights_into(view_of_weights)); },
                               "forward: the weights are [heads=3, tokens=5, tokens'=5], not [heads=3, tokens=4, tokens'=5]"));
  CHECK(untouched());
  ragged in_place = x;
  CHECK(raises<shape_mismatch>([&] { m.forward(in_place, in_place, memory); },
                               "forward: the output [tokens=5, d_model=12] shares memory with the query [tokens=5, "
                               "d_model=12]"));
  CHECK(in_place == x);
  const packed_view<const float, tokens, d_model> in_memory(memory.data(), extents{5});
  CHECK(raises<shape_mismatch>([&] { m.forward(in_memory, out, memory); },
                               "forward: the workspace shares memory with the query [tokens=5, d_model=12]"));
  CHECK(untouched());
  ragged at_the_bias(extents{5});
  const packed_view<const float, tokens, prime(tokens)> bias(at_the_bias.data(), extents{5, 5});
  CHECK(raises<shape_mismatch>([&] { m.forward(x, at_the_bias, memory, nn::score_bias(bias)); },
                               "forward: the output [tokens=5, d_model=12] shares memory with score_bias [tokens=5, "
                               "tokens'=5]"));
  // Rows of a slice are apart, which shows at run time only.
  const auto batch = random_like(tensor<float, 2, tokens, d_model>(extents{5}), 7);
  tensor<float, 2, tokens, d_model> batch_out(extents{2});
  nn::workspace<module, tensor<float, 2, tokens, d_model>> memory_of_batch;
  CHECK(raises<shape_mismatch>([&] { m.forward(slice<tokens>(batch, 0, 3), batch_out, memory_of_batch); },
                               "forward: an operand is not contiguous, did you mean contiguous(x)?"));
  CHECK(batch_out.extent(1) == 2);
  // Memory that was given away.
  tensor<float, axis{"rows", at_most{400}}, d_model> large(extents{3}), taker(std::move(large));
  const nn::linear<float, d_model, d_model> square;
  CHECK(raises<shape_mismatch>([&] { square.forward(taker, large); },
                               "forward: the output [rows<=400, d_model=12] was moved from"));
}

TEST_CASE("scores of minus infinity hide, in the kernel and from parts", "[nn]") {
  constexpr axis one{"one", 2}, width{"width", 4};
  const auto q = random_like(tensor<float, one, width>(), 8);
  constexpr float hidden = -std::numeric_limits<float>::infinity();
  const tensor<float, one, prime(one)> bias{0, hidden, hidden, hidden};
  const auto [output, weights] = nn::scaled_dot_product_attention(q, q, q, nn::score_bias(bias), nn::with_weights);
  CHECK(weights == tensor<float, one, prime(one)>{1, 0, 0, 0});
  const auto parts = nn::detail::scaled_dot_product::composed(q, q, q, nn::score_bias(bias));
  CHECK(parts.weights == weights);
  CHECK(output(1, 2) == 0);
}

TEST_CASE("a head that is wider than a kernel takes runs from parts", "[nn]") {
  constexpr axis one{"one", 3}, width{"width", 520};
  const auto q = random_like(tensor<float, one, width>(), 9);
  const auto output = nn::scaled_dot_product_attention(q, q, q);
  CHECK(output == nn::detail::scaled_dot_product::composed(q, q, q).output);
}
