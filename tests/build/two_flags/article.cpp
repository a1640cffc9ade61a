// Compiled twice: plainly, and with -mavx2 -mfma. Both define the same templates of the library under different flags.
#include "article.hpp"

#include <tenon/tenon.hpp>

#include <utility>

using tenon::axis, tenon::tensor;
namespace nn = tenon::nn;

constexpr axis vocab{"vocab", 3}, batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};

void TENON_TEST_FUNCTION(float* output) {
  tenon::random::generator gen{42};
  nn::embedding<float, vocab, d_model> embed{gen};
  nn::multi_head_attention<float, d_model, heads> attention{gen};
  tensor<tenon::index_t, batch, seq> ids{0, 1, 2};
  auto result = attention(embed(ids));                // [batch=1, seq=3, d_model=8]
  auto turned = contiguous(transpose<1, 2>(result));  // [batch=1, d_model=8, seq=3]: the core's own loops as well
  // Bounded tensors have special members of their own; here they are copied, moved and masked.
  constexpr axis tokens{"tokens", tenon::at_most{9}};
  tensor<float, tokens, d_model> ragged(tenon::extents{5}, [](tenon::index_t i, tenon::index_t j) { return 0.1F * static_cast<float>(i - j); });
  ragged = slice<tokens>(ragged, 0, 3);
  tensor<bool, tokens, prime(tokens)> mask(tenon::extents{3, 3}, [](tenon::index_t i, tenon::index_t j) { return i >= j; });
  auto copy = ragged;
  auto moved = std::move(copy);
  const float difference = max(abs(attention(moved, nn::keep(mask)) - attention(ragged, nn::causal)));
  turned += difference;  // 0
  for (tenon::index_t i = 0; i < 3; ++i) {
    for (tenon::index_t j = 0; j < 8; ++j) output[i * 8 + j] = turned(0, j, i);
  }
}
