// One program, sentences of several lengths: an axis whose extent is known at run time, up to a bound in its type.
#include <tenon/tenon.hpp>

#include <iostream>

using namespace tenon;

constexpr axis vocab{"vocab", 6}, tokens{"tokens", at_most{8}}, d_model{"d_model", 8}, heads{"heads", 2};

int main() {
  random::generator gen{42};
  const nn::embedding<float, vocab, d_model> embed{gen};
  const nn::multi_head_attention<float, d_model, heads> attention{gen};

  using ids_t = tensor<index_t, tokens>;
  const ids_t sentences[] = {ids_t{0, 1, 2}, ids_t{{3}}, ids_t{0, 4, 1, 5, 2}};
  for (const auto& ids : sentences) {
    auto x = embed(ids);                                      // [tokens<=8, d_model=8]
    auto [output, weights] = attention(x, nn::with_weights);  // [tokens<=8, d_model=8], [heads=2, tokens<=8, tokens'<=8]
    static_assert(same_axes<decltype(weights), heads, tokens, prime(tokens)>);
    std::cout << "output " << output << "weights " << weights;
  }

  try {
    std::cout << embed(sentences[0]) + embed(sentences[1]);
  } catch (const shape_mismatch& refusal) {
    std::cout << refusal.what() << '\n';
  }
}
