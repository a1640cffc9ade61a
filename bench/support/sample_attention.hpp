// Multi-head attention with the same weights and inputs here, in Eigen, and in bench/peers/mha_onnxruntime.py.
#pragma once
#include <cmath>

#include "numbers.hpp"

namespace bench {

/// The operations of self-attention: four products of tokens x d_model x d_model, and two of tokens x tokens x d_model.
constexpr double attention_operations(index_t batch, index_t tokens, index_t d_model) {
  return static_cast<double>(batch) *
         (8.0 * static_cast<double>(tokens * d_model * d_model) + 4.0 * static_cast<double>(tokens * tokens * d_model));
}

/// The input, in the order of its elements.
inline float sample_input(index_t index) { return 1.7f * number(0, index); }

/// Element [out, in] of weight 1, 2, 3 or 4: those of q, k, v and the output.
inline float sample_weight(std::uint32_t which, index_t d_model, index_t out, index_t in) {
  const float scale = static_cast<float>(std::sqrt(3.0 / static_cast<double>(d_model)));
  return scale * number(which, out * d_model + in);
}
inline float sample_bias(std::uint32_t which, index_t out) { return number(which + 4, out); }

template <class Module>
void fill_with_samples(Module& attention) {
  std::uint32_t which = 0;
  const auto fill = [&](auto& linear) {
    constexpr index_t d_model = Module::d_model.extent;
    ++which;
    for (index_t out = 0; out < d_model; ++out) {
      for (index_t in = 0; in < d_model; ++in) linear.weight(out, in) = sample_weight(which, d_model, out, in);
      linear.bias(out) = sample_bias(which, out);
    }
  };
  fill(attention.W_q);
  fill(attention.W_k);
  fill(attention.W_v);
  fill(attention.W_o);
}

}  // namespace bench
