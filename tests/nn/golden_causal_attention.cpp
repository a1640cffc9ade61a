// Attention that looks back only, and without bias, against PyTorch.
#include "golden_attention.hpp"

using namespace tenon;
using namespace nn_test;

TEST_CASE("causal self-attention agrees with PyTorch, its alignment named or not", "[nn]") {
  attention_case<1, 6, 6, 16, 4>::attends_to_itself("mha_causal", 2e-6, nn::causal);
}
TEST_CASE("the last queries of a sequence see what PyTorch's bottom-right mask shows them", "[nn]") {
  attention_case<1, 2, 6, 16, 4>::attends_to_memory("mha_causal_last", 2e-6, nn::causal_bottom_right);
}
TEST_CASE("self-attention without bias agrees with PyTorch", "[nn]") {
  attention_case<1, 7, 7, 16, 4>::attends_to_itself<nn::no_bias>("mha_no_bias", 2e-6);
}
