// Attention to a memory against PyTorch, masked and not.
#include "golden_attention.hpp"

using namespace tenon;
using namespace nn_test;

TEST_CASE("attention to a memory agrees with PyTorch", "[nn]") {
  attention_case<2, 3, 5, 16, 2>::attends_to_memory("mha_cross", 2e-6);
}
TEST_CASE("masked attention agrees with PyTorch; a query that sees no key gets zeros", "[nn]") {
  using sizes = attention_case<1, 5, 7, 12, 2>;
  const auto mask = golden_as<bool, sizes::seq, sizes::src>("mha_masked/keep");
  sizes::attends_to_memory("mha_masked", 2e-6, nn::keep(mask));
  auto hidden = mask;
  for (bool& one : hidden) one = !one;
  sizes::attends_to_memory("mha_masked", 2e-6, nn::ignore(hidden));
}
