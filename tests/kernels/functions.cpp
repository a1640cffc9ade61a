// Functions of rows and arithmetic between runs, for odd widths and with what is no number.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <limits>
#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/softmax.hpp>

using namespace kernels_test;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("softmax over rows and over columns") {
  with_each_instruction_set([] {
    for (index_t rows : {1, 3, 17})
      for (index_t width : {1, 3, 5, 7, 16, 17, 33, 127}) {
        const floats x(rows * (width + 2), 1, 20.f);
        floats by_row(rows * (width + 2)), by_column(rows * (width + 2));
        kernels::softmax_rows(rows, width, x.data(), width + 2, by_row.data(), width + 2);
        kernels::softmax_columns(rows, width, x.data(), width + 2, by_column.data(), width + 2);
        const auto at = [&](index_t i, index_t j) { return static_cast<double>(x[i * (width + 2) + j]); };
        double worst = 0;
        for (index_t i = 0; i < rows; ++i)
          for (index_t j = 0; j < width; ++j) {
            double row_sum = 0, column_sum = 0;
            for (index_t k = 0; k < width; ++k) row_sum += std::exp(at(i, k) - at(i, j));
            for (index_t k = 0; k < rows; ++k) column_sum += std::exp(at(k, j) - at(i, j));
            worst = std::max(worst, std::abs(1 / row_sum - static_cast<double>(by_row[i * (width + 2) + j])));
            worst = std::max(worst, std::abs(1 / column_sum - static_cast<double>(by_column[i * (width + 2) + j])));
          }
        CHECK(worst < 1e-6);
        REQUIRE((by_row.intact() && by_column.intact()));
        CHECK((by_row[width] == 0.f && by_column[width] == 0.f));
      }
    floats x(20, 1), y(20);
    x[19] = not_a_number;
    kernels::softmax_rows(1, 20, x.data(), 20, y.data(), 20);
    CHECK((std::isnan(y[0]) && std::isnan(y[19])));
    kernels::softmax_columns(2, 10, x.data(), 10, y.data(), 10);
    CHECK((std::isnan(y[9]) && std::isnan(y[19]) && !std::isnan(y[8])));
    x[19] = -INFINITY;
    kernels::softmax_rows(1, 20, x.data(), 20, y.data(), 20);
    CHECK((y[19] == 0.f && !std::isnan(y[0])));
  });
}

TEST_CASE("layer norm and rms norm are within 2e-6 of double") {
  with_each_instruction_set([] {
    for (index_t width : {1, 2, 3, 5, 16, 17, 33, 127, 768})
      for (int options = 0; options < 8; ++options) {
        const index_t rows = 3;
        const floats x(rows * width, 1, 2.f), residual(rows * width, 2), gain(width, 3), shift(width, 4);
        const bool with_residual = options & 1, with_gain = options & 2, with_shift = options & 4;
        floats layered(rows * width), rms(rows * width);
        kernels::norm_rows r{x.data(),
                             width,
                             with_residual ? residual.data() : nullptr,
                             width,
                             with_gain ? gain.data() : nullptr,
                             with_shift ? shift.data() : nullptr,
                             layered.data(),
                             width};
        kernels::layer_norm(rows, width, r, 1e-5f);
        r.y = rms.data();
        kernels::rms_norm(rows, width, r, 1e-5f);
        REQUIRE((layered.intact() && rms.intact()));
        double worst = 0;
        for (index_t i = 0; i < rows; ++i) {
          const auto z = [&](index_t j) {
            return static_cast<double>(x[i * width + j]) +
                   (with_residual ? static_cast<double>(residual[i * width + j]) : 0);
          };
          double mean = 0, variance = 0, square = 0;
          for (index_t j = 0; j < width; ++j) mean += z(j) / static_cast<double>(width);
          for (index_t j = 0; j < width; ++j) {
            variance += (z(j) - mean) * (z(j) - mean) / static_cast<double>(width);
            square += z(j) * z(j) / static_cast<double>(width);
          }
          for (index_t j = 0; j < width; ++j) {
            const double g = with_gain ? static_cast<double>(gain[j]) : 1,
                         s = with_shift ? static_cast<double>(shift[j]) : 0;
            worst = std::max(worst, std::abs((z(j) - mean) / std::sqrt(variance + 1e-5) * g + s -
                                             static_cast<double>(layered[i * width + j])));
            worst = std::max(
                worst, std::abs(z(j) / std::sqrt(square + 1e-5) * g + s - static_cast<double>(rms[i * width + j])));
          }
        }
        CHECK(worst < 2e-6);
      }
  });
}

TEST_CASE("reductions agree on every instruction set, and NaN comes through") {
  floats reference(3);
  bool first = true;
  with_each_instruction_set([&] {
    for (index_t width : {1, 3, 15, 16, 17, 33, 1000}) {
      floats x(width, 1, 3.f), y(3);
      double sum = 0;
      float top = x[0], bottom = x[0];
      for (index_t i = 0; i < width; ++i) {
        sum += static_cast<double>(x[i]);
        top = std::max(top, x[i]);
        bottom = std::min(bottom, x[i]);
      }
      kernels::sum_rows(1, width, x.data(), width, y.data());
      kernels::max_rows(1, width, x.data(), width, y.data() + 1);
      kernels::min_rows(1, width, x.data(), width, y.data() + 2);
      CHECK(std::abs(static_cast<double>(y[0]) - sum) < 1e-5 * static_cast<double>(width));
      CHECK(y[1] == top);
      CHECK(y[2] == bottom);
      if (width == 1000) {
        if (first) reference = y;
        CHECK(same_bits(reference, y));
        first = false;
      }
      for (index_t place : {index_t{0}, width / 2, width - 1}) {
        floats with_nan = x;
        with_nan[place] = not_a_number;
        kernels::sum_rows(1, width, with_nan.data(), width, y.data());
        kernels::max_rows(1, width, with_nan.data(), width, y.data() + 1);
        kernels::min_rows(1, width, with_nan.data(), width, y.data() + 2);
        CHECK((std::isnan(y[0]) && std::isnan(y[1]) && std::isnan(y[2])));
      }
    }
  });
}

TEST_CASE("arithmetic between runs") {
  with_each_instruction_set([] {
    for (index_t count : {1, 3, 8, 16, 17, 33, 127}) {
      const floats a(count, 1), b(count, 2, 1.f, 3);
      floats sum(count), difference(count), product(count), quotient(count), less(count);
      kernels::combine<kernels::plus>(count, a.data(), b.data(), sum.data());
      kernels::combine<kernels::minus>(count, a.data(), b.data(), difference.data());
      kernels::combine<kernels::times>(count, a.data(), b.data(), product.data());
      kernels::combine<kernels::divided_by>(count, a.data(), b.data(), quotient.data());
      kernels::combine_scalar<kernels::minus>(count, a.data(), 0.25f, less.data());
      REQUIRE((sum.intact() && quotient.intact() && less.intact()));
      bool same = true;
      for (index_t i = 0; i < count; ++i)
        same = same && sum[i] == a[i] + b[i] && difference[i] == a[i] - b[i] && product[i] == a[i] * b[i] &&
               quotient[i] == a[i] / b[i] && less[i] == a[i] - 0.25f;
      CHECK(same);
    }
  });
}
