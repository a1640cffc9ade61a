// Matrix products: packed weights and plain matrices, against sums in double.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <vector>

#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/packed_product.hpp>

using namespace kernels_test;

namespace {

template <class Activation, class Rows, class Depth, class Columns>
double error_of_packed_product(Rows rows, Depth depth, Columns columns, bool biased, double (*activation)(double)) {
  const floats x(rows * depth, 1);
  const weight w(depth, columns, 2, 1.f);
  const floats bias(columns, 3);
  const index_t y_stride = columns + 3;
  floats y(rows * y_stride);
  kernels::packed_product<Activation>(rows, depth, columns, x.data(), depth, w.panels.data(),
                                      biased ? bias.data() : nullptr, y.data(), y_stride);
  REQUIRE(y.intact());
  double worst = 0;
  for (index_t i = 0; i < rows; ++i) {
    for (index_t n = 0; n < columns; ++n) {
      double sum = biased ? static_cast<double>(bias[n]) : 0;
      for (index_t k = 0; k < depth; ++k) sum += static_cast<double>(x[i * depth + k]) * w(k, n);
      worst = std::max(worst, std::abs(activation(sum) - static_cast<double>(y[i * y_stride + n])));
    }
    for (index_t n = columns; n < y_stride; ++n) REQUIRE(y[i * y_stride + n] == 0.f);
  }
  return worst;
}

double same(double x) { return x; }
double gelu_of(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }

}  // namespace

TEST_CASE("a packed product is right for odd extents on every instruction set") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 2, 3, 5, 7, 13, 33, 131})
      for (index_t depth : {1, 3, 17, 127})
        for (index_t columns : {1, 3, 5, 8, 9, 16, 17, 33, 64, 127}) {
          const double bound = 4e-7 * static_cast<double>(depth + 4);
          CHECK(error_of_packed_product<kernels::identity>(rows, depth, columns, true, same) < bound);
          CHECK(error_of_packed_product<kernels::gelu>(rows, depth, columns, false, gelu_of) < bound);
        }
  });
}

TEST_CASE("a packed product is right where its depth is cut into blocks and its weights are fetched ahead") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 2, 5, 9, 26, 131})
      for (index_t depth : {385, 769, 1200})
        for (index_t columns : {16, 99, 144}) {
          const double bound = 2e-7 * static_cast<double>(depth);
          CHECK(error_of_packed_product<kernels::identity>(rows, depth, columns, true, same) < bound);
          CHECK(error_of_packed_product<kernels::gelu>(rows, depth, columns, false, gelu_of) < bound);
        }
  });
}

TEST_CASE("weights of bfloat16 give the bits of the floats that they stand for") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 2, 3, 4, 7, 17})
      for (index_t depth : {1, 33, 1031})
        for (index_t columns : {1, 7, 8, 9, 16, 100, 150}) {
          const floats x(rows * depth, 1), bias(columns, 3);
          weight w(depth, columns, 2, 1.f);
          std::vector<tenon::bfloat16> halves(static_cast<std::size_t>(kernels::panels_size(depth, columns)));
          for (index_t row = 0; row < kernels::panels_size(depth, columns) / 16; ++row)
            for (index_t j = 0; j < 16; ++j) {
              float& element = w.panels.data()[row * 16 + j];
              const tenon::bfloat16 half(element);
              halves[static_cast<std::size_t>(row * 16 + j % 8 * 2 + j / 8)] = half;
              element = static_cast<float>(half);
            }
          floats expected(rows * columns), y(rows * columns);
          kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), bias.data(), expected.data(),
                                  columns);
          kernels::packed_product(rows, depth, columns, x.data(), depth, halves.data(), bias.data(), y.data(), columns);
          REQUIRE(y.intact());
          CHECK(same_bits(expected, y));
        }
  });
}

TEST_CASE("a packed product of constant extents is the same as one of run-time extents") {
  with_each_instruction_set([] {
    const auto agree = [](auto rows, auto depth, auto columns) {
      CHECK(error_of_packed_product<kernels::identity>(rows, depth, columns, true, same) < 1e-5);
      const floats x(rows * depth, 1);
      const weight w(depth, columns, 2, 1.f);
      floats a(rows * columns), b(rows * columns);
      kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), nullptr, a.data(), columns);
      kernels::packed_product(index_t{rows}, index_t{depth}, index_t{columns}, x.data(), depth, w.panels.data(),
                              nullptr, b.data(), columns);
      CHECK(same_bits(a, b));
    };
    using kernels::constant;
    agree(constant<1>{}, constant<1>{}, constant<1>{});
    agree(constant<3>{}, constant<8>{}, constant<8>{});
    agree(constant<3>{}, constant<8>{}, constant<21>{});
    agree(constant<17>{}, constant<40>{}, constant<5>{});
  });
}

TEST_CASE("a row of a packed product does not depend on the rows beside it, nor on the columns") {
  with_each_instruction_set([] {
    for (index_t depth : {65, 192, 193, 385, 1000}) {
      const index_t columns = 150, rows = 130;
      const floats x(rows * depth, 1);
      const weight w(depth, columns, 2, 1.f);
      floats all(rows * columns);
      kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), nullptr, all.data(), columns);
      for (index_t row : {0, 1, 64, 127, 129}) {
        for (index_t count : {1, 2, 3, 5}) {
          if (row + count > rows) continue;
          floats few(count * columns);
          kernels::packed_product(count, depth, columns, x.data() + row * depth, depth, w.panels.data(), nullptr,
                                  few.data(), columns);
          CHECK(std::memcmp(few.data(), all.data() + row * columns, static_cast<std::size_t>(count * columns) * 4) == 0);
        }
        floats some(9);  // the columns of a panel that is cut short
        kernels::packed_product(1, depth, 9, x.data() + row * depth, depth, w.panels.data(), nullptr, some.data(), 9);
        CHECK(std::memcmp(some.data(), all.data() + row * columns, 9 * 4) == 0);
      }
    }
  });
}

TEST_CASE("a range of panels is a product of its own") {
  const index_t depth = 20, columns = 70, rows = 9, first = 32;
  const floats x(rows * depth, 1);
  const weight w(depth, columns, 2, 1.f);
  floats all(rows * columns), part(rows * (columns - first));
  kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), nullptr, all.data(), columns);
  kernels::packed_product(rows, depth, columns - first, x.data(), depth, w.panels.data() + first * depth, nullptr,
                          part.data(), columns - first);
  for (index_t i = 0; i < rows; ++i)
    for (index_t n = first; n < columns; ++n) CHECK(part[i * (columns - first) + n - first] == all[i * columns + n]);
}

TEST_CASE("columns of a product may lie in planes") {
  with_each_instruction_set([] {
    for (const index_t plane_width : {16, 48, 80})
      for (const index_t rows : {1, 2, 5, 17, 131})
        for (const index_t depth : {20, 800}) {
          const index_t columns = 5 * plane_width, plane = rows * plane_width + 7;
          const floats x(rows * depth, 1), bias(columns, 3);
          const weight w(depth, columns, 2, 1.f);
          floats whole(rows * columns), planes(5 * plane);
          kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), bias.data(), whole.data(), columns);
          kernels::packed_product_in_planes(rows, depth, columns, x.data(), depth, w.panels.data(), bias.data(),
                                            planes.data(), plane_width, kernels::column_planes{plane_width, plane}, 0);
          REQUIRE(planes.intact());
          index_t wrong = 0;
          for (index_t i = 0; i < rows; ++i)
            for (index_t n = 0; n < columns; ++n)
              wrong += planes[n / plane_width * plane + i * plane_width + n % plane_width] != whole[i * columns + n];
          CHECK(wrong == 0);
          for (index_t p = 0; p < 5; ++p)
            for (index_t i = plane - 7; i < plane; ++i) wrong += planes[p * plane + i] != 0.f;
          CHECK(wrong == 0);
        }
  });
}

TEST_CASE("matmul is right for odd extents and every way its operands can lie") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 3, 5, 7, 17, 33, 127, 260})
      for (index_t depth : {1, 3, 7, 33, 127, 300})
        for (index_t columns : {1, 3, 7, 8, 16, 17, 33, 127}) {
          if (rows * depth * columns > 3'000'000) continue;
          const floats a(rows * depth * 2, 1), b(depth * columns * 2, 2);
          for (int way = 0; way < 6; ++way) {
            // rows, columns, or every second float beside each other
            const kernels::matrix left = way % 3 == 0   ? kernels::matrix{a.data(), depth, 1}
                                         : way % 3 == 1 ? kernels::matrix{a.data(), 1, rows}
                                                        : kernels::matrix{a.data(), 2 * depth, 2};
            const kernels::matrix right = way < 2   ? kernels::matrix{b.data(), columns, 1}
                                          : way < 4 ? kernels::matrix{b.data(), 1, depth}
                                                    : kernels::matrix{b.data(), 2 * columns, 2};
            floats c(rows * (columns + 1));
            kernels::matmul(rows, depth, columns, left, right, c.data(), columns + 1);
            double worst = 0;
            for (index_t i = 0; i < rows; ++i)
              for (index_t j = 0; j < columns; ++j) {
                double sum = 0;
                for (index_t k = 0; k < depth; ++k)
                  sum += static_cast<double>(left.data[i * left.row_stride + k * left.column_stride]) *
                         static_cast<double>(right.data[k * right.row_stride + j * right.column_stride]);
                worst = std::max(worst, std::abs(sum - static_cast<double>(c[i * (columns + 1) + j])));
              }
            CHECK(worst < 4e-7 * static_cast<double>(depth + 2));
            REQUIRE(c.intact());
            for (index_t i = 0; i < rows; ++i) REQUIRE(c[i * (columns + 1) + columns] == 0.f);
          }
        }
  });
}
