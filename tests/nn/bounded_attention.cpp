// Attention over as many tokens as there are: one text alone, texts of several lengths together, and what does not fit.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/within_lengths.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", at_most{4}}, tokens{"tokens", at_most{21}}, src{"src", at_most{9}}, d_model{"d_model", 12},
    heads{"heads", 3};

nn::multi_head_attention<float, d_model, heads> attention() {
  random::generator source{5};
  return nn::multi_head_attention<float, d_model, heads>(source);
}

}  // namespace

TEST_CASE("a text has the same bits alone and padded in a batch", "[nn]") {
  const auto m = attention();
  const tensor<index_t, batch> lengths{3, 21, 1, 16};
  const auto x = random_like(tensor<float, batch, tokens, d_model>(extents{4, 21}), 1);
  const auto present = within_lengths<prime(tokens)>(lengths, x);
  with_each_instruction_set([&] {
    const auto together = m(x, nn::keep(present), nn::with_weights);
    for (index_t text = 0; text < 4; ++text) {
      const tensor<float, tokens, d_model> alone = slice<tokens>(row(x, text), 0, lengths(text));
      const auto its_own = m(alone, nn::with_weights);
      CHECK(its_own.output.extent(0) == lengths(text));
      CHECK(same_bits(its_own.output, slice<tokens>(row(together.output, text), 0, lengths(text))));
      for (index_t head = 0; head < 3; ++head) {
        const auto of_head = row(row(together.weights, text), head);
        CHECK(same_bits(row(its_own.weights, head),
                        slice<tokens>(slice<prime(tokens)>(of_head, 0, lengths(text)), 0, lengths(text))));
      }
    }
  });
}

TEST_CASE("no token, one token, as many as the bound", "[nn]") {
  const auto m = attention();
  for (const index_t count : {0, 1, 21}) {
    const auto x = random_like(tensor<float, tokens, d_model>(extents{count}), 1);
    with_each_instruction_set([&] {
      const auto [output, weights] = m(x, nn::with_weights);
      static_assert(same_axes<decltype(output), tokens, d_model>);
      static_assert(same_axes<decltype(weights), heads, tokens, prime(tokens)>);
      CHECK(output.extent(0) == count);
      CHECK(weights.extent(1) == count);
      CHECK(weights.extent(2) == count);
      const auto wanted = m.composed(x, x, x);
      CHECK(worst(output, wanted.output) < 2e-6);
      CHECK(worst(weights, wanted.weights) < 2e-6);
    });
  }
  const tensor<float, batch, tokens, d_model> no_text(extents{0, 3});
  CHECK(m(no_text).size() == 0);
}

TEST_CASE("queries without any key get the bias of the output", "[nn]") {
  const auto m = attention();
  const auto x = random_like(tensor<float, tokens, d_model>(extents{2}), 1);
  const tensor<float, src, d_model> nothing(extents{0});
  with_each_instruction_set([&] {
    const auto [output, weights] = m(x, nothing, nn::with_weights);
    CHECK(same_bits(row(output, 0), m.W_o.bias));
    CHECK(same_bits(row(output, 1), m.W_o.bias));
    CHECK(weights.size() == 0);
  });
  CHECK(same(m.composed(x, nothing, nothing).output, m(x, nothing)));
}

TEST_CASE("extents that do not fit are refused before anything is calculated, in the compiler's words", "[nn]") {
  const auto m = attention();
  const tensor<float, batch, tokens, d_model> x(extents{2, 5});
  const tensor<float, batch, src, d_model> other_batch(extents{3, 4}), memory(extents{2, 4}), values(extents{2, 6});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(m(x, other_batch)); },
                               "multi_head_attention: queries and keys differ: [batch=2, tokens=5, d_model=12] and "
                               "[batch=3, src=4, d_model=12]: batch=2 is not batch=3"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(m(x, memory, values)); },
                               "multi_head_attention: keys and values differ: [batch=2, src=4, d_model=12] and "
                               "[batch=2, src=6, d_model=12]: src=4 is not src=6"));
  const tensor<bool, batch, src> mask(extents{2, 5});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(m(x, memory, nn::keep(mask))); },
                               "multi_head_attention: keep [batch=2, src=5] does not fit the scores "
                               "[batch=2, heads=3, tokens=5, src=4]: src=5 is not src=4"));
  const tensor<float, tokens, src> bias(extents{4, 4});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(m(x, memory, nn::with_weights, nn::score_bias(bias))); },
                               "multi_head_attention: score_bias [tokens=4, src=4] does not fit the scores "
                               "[batch=2, heads=3, tokens=5, src=4]: tokens=4 is not tokens=5"));
}

TEST_CASE("causal among a bounded number of tokens asks for as many keys as queries, every time", "[nn]") {
  const auto m = attention();
  const auto x = random_like(tensor<float, tokens, d_model>(extents{4}), 1);
  const auto longer = random_like(tensor<float, tokens, d_model>(extents{6}), 2);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(m(x, longer, nn::causal)); },
                               "multi_head_attention: causal among tokens=4 queries and tokens=6 keys, did you mean "
                               "causal_top_left or causal_bottom_right?"));
  CHECK(same_bits(m(x, x, nn::causal), m(x, nn::causal)));
}
