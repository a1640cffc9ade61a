// The options of attention, alone and together: the kernel against the composed form.
#include <tenon/nn/scaled_dot_product_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis batch{"batch", 2}, heads{"heads", 3}, seq{"seq", at_most{19}}, src{"src", at_most{19}}, d_k{"d_k", 5};

// All masks for one number of queries and keys.
struct masks {
  tensor<bool, seq, src> of_scores;
  tensor<bool, heads, seq, src> of_heads;
  tensor<bool, batch, heads, seq, src> of_all;
  tensor<bool, batch, src> of_keys;
  tensor<bool, src> of_every_text;
  tensor<float, seq, src> bias;
  tensor<float, heads, seq, src> bias_of_heads;
  tensor<float, batch, heads, seq, src> bias_of_all;

  masks(index_t queries, index_t keys)
      : of_scores(random_mask(tensor<bool, seq, src>(extents{queries, keys}), 1)),
        of_heads(random_mask(tensor<bool, heads, seq, src>(extents{queries, keys}), 2)),
        of_all(random_mask(tensor<bool, batch, heads, seq, src>(extents{queries, keys}), 3)),
        of_keys(random_mask(tensor<bool, batch, src>(extents{keys}), 4)),
        of_every_text(random_mask(tensor<bool, src>(extents{keys}), 5)),
        bias(random_like(tensor<float, seq, src>(extents{queries, keys}), 6)),
        bias_of_heads(random_like(tensor<float, heads, seq, src>(extents{queries, keys}), 7)),
        bias_of_all(random_like(tensor<float, batch, heads, seq, src>(extents{queries, keys}), 8)) {}
};

// What the options make of attention for all lengths. `options(masks)` gives them in a tuple.
template <class Options>
void agree(const Options& options) {
  for (const index_t queries : {1, 3, 7, 17})
    for (const index_t keys : {1, 5, 7, 19}) {
      const auto q = random_like(tensor<float, batch, heads, seq, d_k>(extents{queries}), 11);
      const auto k = random_like(tensor<float, batch, heads, src, d_k>(extents{keys}), 12);
      const auto v = random_like(tensor<float, batch, heads, src, d_k>(extents{keys}), 13);
      const masks m(queries, keys);
      std::apply(
          [&](const auto&... option) {
            const auto wanted = nn::detail::scaled_dot_product::composed(q, k, v, option...);
            with_each_instruction_set([&] {
              INFO(queries << " queries, " << keys << " keys");
              const auto [output, weights] = nn::scaled_dot_product_attention(q, k, v, nn::with_weights, option...);
              CHECK(worst(output, wanted.output) < 3e-6);
              CHECK(worst(weights, wanted.weights) < 3e-6);
              CHECK(same_bits(nn::scaled_dot_product_attention(q, k, v, option..., nn::with_weights).output, output));
              CHECK(same_bits(nn::scaled_dot_product_attention(q, k, v, option...), output));
            });
          },
          options(m));
    }
}

// What is hidden by its place weighs exactly 0; what is seen does not.
template <class Seen, class... Options>
void sees(const Seen& seen, const Options&... options) {
  const auto q = random_like(tensor<float, 5, d_k>{}, 11);
  const auto check = [&](const auto& k) {
    const auto weights = nn::scaled_dot_product_attention(q, k, k, nn::with_weights, options...).weights;
    for (index_t i = 0; i < 5; ++i)
      for (index_t j = 0; j < weights.extent(1); ++j) CHECK((weights(i, j) != 0) == seen(i, j, weights.extent(1)));
  };
  check(random_like(tensor<float, 2, d_k>{}, 12));
  check(random_like(tensor<float, 8, d_k>{}, 12));
}

}  // namespace

TEST_CASE("a keep mask of any axes of the scores, in their order", "[nn]") {
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_scores)); });
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_heads)); });
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_all)); });
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_keys)); });
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_every_text)); });
}

TEST_CASE("an ignore mask with causality, whose alignment is named", "[nn]") {
  agree([](const masks& m) { return std::tuple(nn::ignore(m.of_heads), nn::causal_top_left); });
  agree([](const masks& m) { return std::tuple(nn::causal_bottom_right, nn::ignore(m.of_keys)); });
}

TEST_CASE("causality alone", "[nn]") {
  agree([](const masks&) { return std::tuple(nn::causal_top_left); });
  agree([](const masks&) { return std::tuple(nn::causal_bottom_right); });
  sees([](index_t i, index_t j, index_t) { return j <= i; }, nn::causal_top_left);
  sees([](index_t i, index_t j, index_t keys) { return j <= i + keys - 5; }, nn::causal_bottom_right);
}

TEST_CASE("a bias of the scores hides nothing, and what is hidden stays hidden", "[nn]") {
  agree([](const masks& m) { return std::tuple(nn::score_bias(m.bias)); });
  agree([](const masks& m) { return std::tuple(nn::score_bias(m.bias_of_all)); });
  agree([](const masks& m) { return std::tuple(nn::score_bias(m.bias_of_heads), nn::keep(m.of_keys)); });
}

TEST_CASE("two masks of one kind hide what either of them hides", "[nn]") {
  agree([](const masks& m) { return std::tuple(nn::keep(m.of_keys), nn::keep(m.of_scores)); });
}

TEST_CASE("keep, ignore and bias together", "[nn]") {
  agree([](const masks& m) { return std::tuple(nn::score_bias(m.bias), nn::ignore(m.of_all), nn::keep(m.of_keys)); });
}
