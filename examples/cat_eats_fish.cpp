// The article's example: multi-head attention over "cat eats fish", with the numbers that the PyTorch script prints after
// torch.manual_seed(42). The weights are also drawn, in attention.html.
#include <tenon/inspect/heatmap.hpp>
#include <tenon/inspect/summary.hpp>
#include <tenon/tenon.hpp>

#include <iostream>

using tenon::axis, tenon::tensor;
namespace nn = tenon::nn;

constexpr axis vocab{"vocab", 3}, batch{"batch", 1}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2};

int main() {
  tenon::random::generator gen{42};
  nn::embedding<float, vocab, d_model> embed{gen};
  nn::multi_head_attention<float, d_model, heads> attention{gen};

  tensor<tenon::index_t, batch, seq> ids{0, 1, 2};           // cat, eats, fish
  auto x = embed(ids);                                      // [batch=1, seq=3, d_model=8]
  auto [output, weights] = attention(x, nn::with_weights);  // [batch=1, seq=3, d_model=8], [batch=1, heads=2, seq=3, seq'=3]

  std::cout << tenon::summary(attention, x) << "x " << x << "output " << output << "weights " << weights;
  tenon::inspect::write_heatmap("attention.html", weights, {"猫", "吃", "鱼"});
}
