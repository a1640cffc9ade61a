// What a mask means is said by types: the lengths of a call do not make another axis of it.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/unsqueeze.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

TEST_CASE("an axis of a mask that fits another axis of the scores by its length alone is refused", "[nn]") {
  constexpr axis texts(at_most{8}), words(at_most{8}), of_texts{"t", at_most{8}}, of_queries{"m", at_most{8}};
  using module = nn::multi_head_attention<float, 4, axis{"heads", 2}>;
  const module m;
  const tensor<float, texts, words, 4> x(extents{5, 3});
  const tensor<bool, of_queries, axis{"k", at_most{8}}> mask(extents{5, 3});  // as long as there are texts
  const auto said = [&](const auto& call) { return refusal([&] { call(); }); };
  const char* const sentence =
      "multi_head_attention: keep [1, 1, m=5, k=3] does not fit the scores [5, heads=2, 3, 3]: m=5 is not 3";
  CHECK(said([&] { static_cast<void>(m(x, nn::keep(unsqueeze<0>(unsqueeze<0>(mask))))); }) == sentence);
  CHECK(said([&] { static_cast<void>(m(x, nn::keep(unsqueeze<0>(unsqueeze<0>(mask))), nn::with_weights)); }) ==
        sentence);
  tensor<float, texts, words, 4> out(extents{1, 1});
  static nn::workspace<module, tensor<float, texts, words, 4>> memory;
  CHECK(said([&] { m.forward(x, out, memory, nn::keep(unsqueeze<0>(unsqueeze<0>(mask)))); }) == sentence);
  // By texts, said by every axis.
  const tensor<bool, of_texts, 1, 1, axis{"k", at_most{8}}> by_text(extents{5, 3}, [](auto...) { return true; });
  CHECK(said([&] { static_cast<void>(m(x, nn::keep(by_text))); }) == "accepted");
  CHECK(said([&] { static_cast<void>(nn::scaled_dot_product_attention(x, x, x, nn::keep(unsqueeze<0>(mask)))); }) ==
        "scaled_dot_product_attention: keep [1, m=5, k=3] does not fit the scores [5, 3, 3]: m=5 is not 3");
}
