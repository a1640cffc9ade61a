// The article's example: every number that its PyTorch script prints.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis vocab{"vocab", 3}, batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};

struct article {
  random::generator source{42};
  nn::embedding<float, vocab, d_model> embed{source};
  nn::multi_head_attention<float, d_model, heads> attention{source};
  tensor<float, batch, seq, d_model> x = embed(tensor<index_t, batch, seq>{0, 1, 2});
};

}  // namespace

TEST_CASE("the article's parameters are PyTorch's, bit for bit", "[nn]") {
  const article a;
  CHECK(same_bits(a.x, golden_as<float, batch, seq, d_model>("article/x")));
  nn::for_each_parameter(a.attention, [](const auto& name, const auto& parameter) {
    const auto wanted = golden("article/" + text_of(name));
    INFO(text_of(name));
    CHECK(worst(elements_of_parameter(parameter), std::vector<double>(wanted.begin(), wanted.end())) == 0);
  });
}

TEST_CASE("the article's output and weights are PyTorch's", "[nn]") {
  const article a;
  with_each_instruction_set([&] {
    const auto [output, weights] = a.attention(a.x, nn::with_weights);
    CHECK(worst_of_golden(output, "article/output") < 1e-6);
    CHECK(worst_of_golden(weights, "article/weights") < 1e-6);
    CHECK(same_bits(a.attention(a.x), output));
  });
  const auto [output, weights] = a.attention.composed(a.x, a.x, a.x);
  CHECK(worst_of_golden(output, "article/output") < 1e-6);
  CHECK(worst_of_golden(weights, "article/weights") < 1e-6);
}

TEST_CASE("the weights of both heads sum to 1 for each query", "[nn]") {
  const article a;
  const auto [output, weights] = a.attention(a.x, nn::with_weights);
  static_assert(same_axes<decltype(output), batch, seq, d_model>);
  static_assert(same_axes<decltype(weights), batch, heads, seq, prime(seq)>);
  for (index_t head = 0; head < 2; ++head)
    for (index_t query = 0; query < 3; ++query)
      CHECK(weights(0, head, query, 0) + weights(0, head, query, 1) + weights(0, head, query, 2) == Approx(1.F));
}
