// OpenMP's threads as an executor.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/threads/openmp.hpp>

#include "../../support/catch.hpp"

using namespace tenon;

TEST_CASE("attention gives the same bits on the threads of OpenMP", "[threads]") {
  constexpr axis seq{"seq", 40}, d_model{"d_model", 64}, heads{"heads", 4};
  random::generator source{3};
  const nn::multi_head_attention<float, d_model, heads> attention(source);
  const tensor<float, seq, d_model> x([](index_t i, index_t j) { return static_cast<float>((i * 31 + j * 17) % 23); });
  tenon::threads::openmp openmp;
  CHECK(openmp.width() >= 1);
  CHECK(attention(x, nn::on(openmp)) == attention(x));
}
