// The article's forward pass, line by line: what PyTorch checks at run time, or not at all, stands in the types.
#include <tenon/tenon.hpp>

#include <iostream>
#include <utility>

using namespace tenon;

constexpr axis vocab{"vocab", 3}, batch{"batch", 1}, seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8},
    heads{"heads", 2}, d_k{"d_k", 4};
using x_t = tensor<float, batch, seq, d_model>;
using linear_t = nn::linear<float, d_model, d_model>;

auto forward(const x_t& x, const linear_t& W_q, const linear_t& W_k, const linear_t& W_v, const linear_t& W_o) {
  auto Q = transpose<1, 2>(reshape<batch, seq, heads, d_k>(W_q(x)));  // view(...).transpose(1, 2)
  auto K = transpose<1, 2>(reshape<batch, keys, heads, d_k>(rename<seq, keys>(W_k(x))));
  auto V = transpose<1, 2>(reshape<batch, keys, heads, d_k>(rename<seq, keys>(W_v(x))));
  static_assert(same_axes<decltype(Q), batch, heads, seq, d_k>);
  static_assert(same_axes<decltype(K), batch, heads, keys, d_k>);
  static_assert(same_axes<decltype(V), batch, heads, keys, d_k>);

  auto scores = matmul(Q, transpose<-2, -1>(K)) / sqrt_of<d_k>;
  static_assert(same_axes<decltype(scores), batch, heads, seq, keys>);

  auto attn_weights = softmax<-1>(scores);
  static_assert(same_axes<decltype(attn_weights), batch, heads, seq, keys>);

  auto attn_output = matmul(attn_weights, V);
  static_assert(same_axes<decltype(attn_output), batch, heads, seq, d_k>);

  // Without contiguous() the reshape is refused, and the sentence says so.
  auto concat = reshape<batch, seq, d_model>(contiguous(transpose<1, 2>(attn_output)));
  static_assert(same_axes<decltype(concat), batch, seq, d_model>);

  auto output = W_o(concat);
  static_assert(same_axes<decltype(output), batch, seq, d_model>);
  return std::pair(std::move(output), std::move(attn_weights));
}

int main() {
  random::generator gen{42};
  const nn::embedding<float, vocab, d_model> embed{gen};
  const linear_t W_q{gen}, W_k{gen}, W_v{gen}, W_o{gen};

  const auto [output, weights] = forward(embed(tensor<index_t, batch, seq>{0, 1, 2}), W_q, W_k, W_v, W_o);
  std::cout << "output " << output << "weights " << weights;
}
