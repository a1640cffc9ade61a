// Longer self-attention, and scores in the thousands, against PyTorch.
#include "golden_attention.hpp"

using namespace tenon;
using namespace nn_test;

TEST_CASE("self-attention over more than one tile of queries agrees with PyTorch", "[nn]") {
  attention_case<1, 67, 67, 32, 2>::attends_to_itself("mha_long", 2e-6);
}
TEST_CASE("a softmax of scores in the thousands agrees with PyTorch as far as floats can", "[nn]") {
  attention_case<1, 8, 8, 16, 2>::attends_to_itself("mha_sharp", 2e-4);
}
