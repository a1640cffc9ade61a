// Small products give the bits of large ones, so that the choice between the two kernels never shows.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <tenon/kernels/small_matmul.hpp>

using namespace kernels_test;

TEST_CASE("a small product has the bits of the general one, for every way its operands can lie") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 2, 3, 5, 9})
      for (index_t depth : {0, 1, 2, 7, 16, 300})
        for (index_t columns : {1, 3, 4, 7, 8, 9, 15, 16, 21, 40})
          for (int way = 0; way < 4; ++way) {
            const floats a(rows * depth, 1), b(depth * columns, 2);
            const kernels::matrix left =
                way % 2 == 0 ? kernels::matrix{a.data(), depth, 1} : kernels::matrix{a.data(), 1, rows};
            const kernels::matrix right =
                way < 2 ? kernels::matrix{b.data(), columns, 1} : kernels::matrix{b.data(), 1, depth};
            floats small(rows * (columns + 2), 9), large = small;
            kernels::small_matmul(rows, depth, columns, left, right, small.data(), columns + 2);
            kernels::matmul(rows, depth, columns, left, right, large.data(), columns + 2);
            REQUIRE(small.intact());
            CHECK(same_bits(small, large));
          }
  });
}
