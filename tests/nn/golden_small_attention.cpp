// Attention of so few numbers that the kernels unroll it, against PyTorch.
#include "golden_attention.hpp"

using namespace tenon;
using namespace nn_test;

TEST_CASE("self-attention with one head agrees with PyTorch", "[nn]") {
  attention_case<1, 4, 4, 8, 1>::attends_to_itself("mha_one_head", 1e-6);
}
TEST_CASE("self-attention agrees with PyTorch where a head is one number", "[nn]") {
  attention_case<1, 6, 6, 4, 4>::attends_to_itself("mha_d_k_1", 1e-6);
}
TEST_CASE("attention to keys and values of other widths agrees with PyTorch", "[nn]") {
  using sizes = attention_case<1, 3, 4, 16, 2, 10, 6>;
  sizes::attends_to<nn::key_width<sizes::key_width>, nn::value_width<sizes::value_width>>(
      "mha_kv_dims", 1e-6, golden_as<float, sizes::batch, sizes::src, sizes::value_width>("mha_kv_dims/memory_v"));
}
