// Self-attention against PyTorch: ordinary sizes, odd ones, long ones.
#include "golden_attention.hpp"

using namespace tenon;
using namespace nn_test;

TEST_CASE("self-attention agrees with PyTorch", "[nn]") {
  attention_case<2, 5, 5, 12, 3>::attends_to_itself("mha_plain", 1e-6);
}
TEST_CASE("self-attention agrees with PyTorch where a head is 7 wide", "[nn]") {
  attention_case<1, 9, 9, 35, 5>::attends_to_itself("mha_odd", 2e-6);
}
TEST_CASE("self-attention agrees with PyTorch where every size fills its tiles", "[nn]") {
  attention_case<1, 16, 16, 64, 4>::attends_to_itself("mha_tiles", 2e-6);
}
