// The article's attention, composed of operations step by step, with PyTorch's own numbers.
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>

#include <string>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/golden.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 1}, seq{"seq", 3}, heads{"heads", 2}, d_k{"d_k", 4}, d_model{"d_model", 8}, out{"out", 8};

/// x W^T + b, as PyTorch's Linear computes it; W is [out, d_model].
template <class X, class W, class B>
constexpr auto linear(const X& x, const W& weight, const B& bias) {
  return rename<out, d_model>(matmul(x, transpose<out, d_model>(weight)) + bias);
}

/// [batch, seq, d_model] -> [batch, heads, seq, d_k].
template <class X>
constexpr auto in_heads(X&& x) {
  return transpose<seq, heads>(split<d_model, heads, d_k>(std::forward<X>(x)));
}

template <class T>
struct attended {
  tensor<T, batch, seq, d_model> output;
  tensor<T, batch, heads, seq, prime(seq)> weights;
};

template <class T, class Parameter>
constexpr attended<T> attention(const tensor<T, batch, seq, d_model>& x, const Parameter& w_q, const Parameter& w_k,
                                const Parameter& w_v, const Parameter& w_o) {
  const auto q = in_heads(linear(x, w_q.weight, w_q.bias));                           // [batch, heads, seq, d_k]
  const auto k = rename<seq, prime(seq)>(in_heads(linear(x, w_k.weight, w_k.bias)));  // [batch, heads, seq', d_k]
  const auto v = rename<seq, prime(seq)>(in_heads(linear(x, w_v.weight, w_v.bias)));
  const auto scores = matmul(q, transpose<prime(seq), d_k>(k)) / sqrt_of<d_k>;  // [batch, heads, seq, seq']
  const tensor<T, batch, heads, seq, prime(seq)> weights = softmax<prime(seq)>(scores);
  const auto context = contiguous(transpose<heads, seq>(matmul(weights, v)));  // [batch, seq, heads, d_k]
  return {linear(merge<heads, d_k, d_model>(context), w_o.weight, w_o.bias), weights};
}

template <class T>
struct parameters {
  tensor<T, out, d_model> weight;
  tensor<T, out> bias;
};

template <axis... Axes>
tensor<float, Axes...> loaded(const std::string& name) {
  const auto stored = golden(name);
  REQUIRE(stored.size() == static_cast<std::size_t>(shape(Axes...).size()));
  return packed_view<const float, Axes...>(stored.values.data());
}

parameters<float> loaded_linear(const std::string& name) {
  return {loaded<out, d_model>("article/" + name + ".weight"), loaded<out>("article/" + name + ".bias")};
}

/// Attention over whole numbers whose result is easy to know: every weight is 1/3, so each output is the mean of x.
constexpr bool equal_weights_give_the_mean() {
  parameters<double> zero, one;
  for (index_t i = 0; i < 8; ++i) one.weight(i, i) = 1;
  const auto x = example<double, batch, seq, d_model>();
  const auto y = attention(x, zero, zero, one, one);
  bool right = true;
  for (index_t s = 0; s < 3; ++s)
    for (index_t d = 0; d < 8; ++d) {
      const double difference = y.output(0, s, d) - (x(0, 0, d) + x(0, 1, d) + x(0, 2, d)) / 3;
      right = right && difference < 1e-12 && -difference < 1e-12;
    }
  return right;
}

}  // namespace

// A whole attention in constant evaluation.
static_assert(equal_weights_give_the_mean());

TEST_CASE("attention composed of operations gives PyTorch's numbers") {
  const auto x = loaded<batch, seq, d_model>("article/x");
  const auto y = attention(x, loaded_linear("W_q"), loaded_linear("W_k"), loaded_linear("W_v"), loaded_linear("W_o"));
  CHECK(close(y.output, loaded<batch, seq, d_model>("article/output"), 1e-6));
  CHECK(close(y.weights, loaded<batch, heads, seq, prime(seq)>("article/weights"), 1e-6));
}
