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
  const auto expected = attention(x);
  CHECK(attention(x, nn::on(openmp)) == expected);

  // Within a parallel region, where other numbers of threads hold than outside: OMP_NUM_THREADS=2,1.
  constexpr axis long_seq{"seq", 128}, wide{"d_model", 192}, many{"heads", 12};
  static const nn::multi_head_attention<float, wide, many> large(source);
  static const tensor<float, long_seq, wide> y([](index_t i, index_t j) { return static_cast<float>((i * 7 + j * 13) % 29) / 29; });
  const auto of_large = large(y);
  int wrong = 0;
  for (int i = 0; i < 20; ++i) wrong += large(y, nn::on(openmp)) == of_large ? 0 : 1;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 4; ++i) wrong += large(y, nn::on(openmp)) == of_large ? 0 : 1;
  CHECK(wrong == 0);

  int thrown = 0;
  try {
    openmp.for_each(20, [](index_t i) {
      if (i > 4) throw static_cast<int>(i);
    });
  } catch (int number) {
    thrown = number;
  }
  CHECK(thrown == 5);
}
