// The error of a sum does not grow with the number of its terms: attention, softmax and norms of up to 262,144 of them.
#include "accuracy.hpp"

#include <tenon/kernels/mixed_hooks.hpp>
#include <tenon/kernels/attention.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/packed_product.hpp>
#include <tenon/kernels/softmax.hpp>

using namespace kernels_test;

namespace {

constexpr index_t width = 5;

/// Keys that are alike, but for one that scores higher by `above`; all values are `value`.
struct alike {
  index_t keys;
  floats q, k, v;

  alike(index_t n, float value, float above) : keys(n), q(20 * width), k(n * width), v(n * width) {
    for (index_t i = 0; i < 20; ++i) q[i * width] = 1.f;
    k[n / 3 * width] = above;
    for (index_t i = 0; i < n * width; ++i) v[i] = value;
  }
  template <class Hooks>
  void attend(index_t queries, index_t some, floats& out, float* weights, const Hooks& hooks) const {
    kernels::attention(queries, some, width, width,
                       {q.data(), width, k.data(), width, v.data(), width, out.data(), width, weights, some, 1.f}, hooks);
  }
};

}  // namespace

TEST_CASE("a mean of equal values is that value, over any number of keys") {
  with_each_instruction_set([] {
    for (index_t keys : {512, 2048, 65'536, 262'144}) {
      worst_case mean, total;
      for (float value : {0.1f, 1 / 3.f, 0.7f, 1.9f, 1e-3f, 3.1e30f})
        for (float above : {0.f, 0.9f, 2.3f}) {
          if (keys == 262'144 && (above == 0.9f || value > 0.4f)) continue;
          const alike x(keys, value, above);
          for (index_t queries : {1, 3, 20}) {
            if (queries == 20 && keys > 65'536) continue;
            floats out(queries * width);
            x.attend(queries, keys, out, nullptr, kernels::no_hooks{});
            for (index_t i = 0; i < out.count(); ++i)
              mean.take(std::abs(static_cast<double>(out[i]) / static_cast<double>(value) - 1), static_cast<double>(value));
          }
          floats out(width), weights(keys);
          x.attend(1, keys, out, weights.data(), kernels::no_hooks{});
          double sum = 0;
          for (index_t i = 0; i < keys; ++i) sum += static_cast<double>(weights[i]);
          total.take(std::abs(sum - 1), static_cast<double>(above));
        }
      char name[80];
      std::snprintf(name, sizeof name, "attention, equal values of %d keys", static_cast<int>(keys));
      report(name, mean, "relative", "value =", 1e-6);
      std::snprintf(name, sizeof name, "the sum of %d weights", static_cast<int>(keys));
      report(name, total, "absolute", "above =", 1e-6);
    }
  });
}

TEST_CASE("sums of many keys have the same bits with hidden keys behind them, alone and beside other queries") {
  with_each_instruction_set([] {
    const index_t most = 2500;
    const floats q(20 * width, 1, 2.f), k(most * width, 2, 2.f), v(most * width, 3);
    const auto attend = [&](index_t queries, index_t keys, index_t seen) {
      std::vector<unsigned char> mask(static_cast<std::size_t>(keys));
      for (index_t i = 0; i < seen; ++i) mask[static_cast<std::size_t>(i)] = 1;
      kernels::mixed_hooks hooks;
      hooks.add(kernels::keep_mask{mask.data(), {.key = 1}});
      floats out(queries * width);
      kernels::attention(queries, keys, width, width,
                         {q.data(), width, k.data(), width, v.data(), width, out.data(), width, nullptr, keys, 1.f}, hooks);
      return out;
    };
    for (index_t keys : {1, 31, 32, 33, 127, 128, 129, 511, 512, 513, 640, 1023, 1024, 1025, 2000})
      for (index_t queries : {1, 3, 20}) {
        INFO(keys << " keys, " << queries << " queries");
        floats plain(queries * width);
        kernels::attention(queries, keys, width, width,
                           {q.data(), width, k.data(), width, v.data(), width, plain.data(), width, nullptr, keys, 1.f});
        CHECK(same_bits(plain, attend(queries, keys, keys)));
        CHECK(same_bits(plain, attend(queries, most, keys)));
        CHECK(std::memcmp(plain.data(), attend(1, most, keys).data(), width * sizeof(float)) == 0);
      }
  });
}

TEST_CASE("scores that are large and near each other weigh as their softmax does") {
  with_each_instruction_set([] {
    for (float base : {-240'000.f, 240'000.f, 8e6f, -1000.f}) {
      const floats q = [] {
        floats all(2);
        all[0] = 1.f;
        return all;
      }();
      floats k(4), v(2), out(1), scores(2), weights(2);
      k[0] = scores[0] = base;
      k[2] = scores[1] = base - 1;
      v[0] = 1;
      kernels::attention(index_t{1}, index_t{2}, index_t{2}, index_t{1},
                         {q.data(), 2, k.data(), 2, v.data(), 1, out.data(), 1, nullptr, 2, 1.f});
      kernels::softmax_rows(1, 2, scores.data(), 2, weights.data(), 2);
      CHECK(std::abs(static_cast<double>(out[0]) - 0.73105857863) < 1e-7);
      CHECK(std::abs(static_cast<double>(out[0]) - static_cast<double>(weights[0])) < 1.3e-7);
    }
  });
}

TEST_CASE("softmax of long rows and columns sums to 1") {
  with_each_instruction_set([] {
    for (index_t count : {512, 4097, 262'144})
      for (float low : {-2.3f, -0.1f, -7.7f}) {
        floats x(count), y(count), columns(count * 3), z(count * 3);
        for (index_t i = 0; i < count; ++i)
          for (index_t c = 0; c < 3; ++c) columns[i * 3 + c] = x[i] = i == count / 2 ? 0.f : low;
        kernels::softmax_rows(1, count, x.data(), count, y.data(), count);
        kernels::softmax_columns(count, 3, columns.data(), 3, z.data(), 3);
        worst_case sums, each;
        double row = 0, column = 0;
        const double one = std::exp(static_cast<double>(low)), total = static_cast<double>(count - 1) * one + 1;
        for (index_t i = 0; i < count; ++i) {
          row += static_cast<double>(y[i]);
          column += static_cast<double>(z[i * 3 + 1]);
          const double want = (i == count / 2 ? 1 : one) / total;
          each.take(std::abs(static_cast<double>(y[i]) / want - 1), static_cast<double>(i));
          each.take(std::abs(static_cast<double>(z[i * 3 + 1]) / want - 1), static_cast<double>(i));
        }
        sums.take(std::abs(row - 1), 0);
        sums.take(std::abs(column - 1), 1);
        char name[80];
        std::snprintf(name, sizeof name, "softmax of %d, all but one at %g: sum", static_cast<int>(count),
                      static_cast<double>(low));
        report(name, sums, "absolute", "row or column", 1e-6);
        report("the same: each", each, "relative", "element", 1e-6);
      }
  });
}

TEST_CASE("norms of long rows are as accurate as those of short ones") {
  with_each_instruction_set([] {
    for (index_t count : {512, 4097, 262'144})
      for (float centre : {0.f, 0.1f, 300.7f}) {
        floats x(count, 9), y(count), z(count);
        double mean = 0, variance = 0, squares = 0;
        for (index_t i = 0; i < count; ++i) {
          x[i] += centre;
          mean += static_cast<double>(x[i]) / static_cast<double>(count);
        }
        for (index_t i = 0; i < count; ++i) {
          const double d = static_cast<double>(x[i]) - mean;
          variance += d * d / static_cast<double>(count);
          squares += static_cast<double>(x[i]) * static_cast<double>(x[i]) / static_cast<double>(count);
        }
        const auto rows = [&](floats& to) {
          return kernels::norm_rows{x.data(), count, nullptr, 0, nullptr, nullptr, to.data(), count};
        };
        kernels::layer_norm(1, count, rows(y), 1e-5f);
        kernels::rms_norm(1, count, rows(z), 1e-5f);
        worst_case layer, root;
        for (index_t i = 0; i < count; ++i) {
          const double d = static_cast<double>(x[i]) - mean;
          layer.take(relative_to_one(y[i], d / std::sqrt(variance + 1e-5)), static_cast<double>(i));
          root.take(relative_to_one(z[i], static_cast<double>(x[i]) / std::sqrt(squares + 1e-5)), static_cast<double>(i));
        }
        char name[80];
        std::snprintf(name, sizeof name, "layer norm of %d around %g", static_cast<int>(count), static_cast<double>(centre));
        report(name, layer, "of max(1, |result|)", "element", 1e-6);
        std::snprintf(name, sizeof name, "root mean square norm of %d", static_cast<int>(count));
        report(name, root, "of max(1, |result|)", "element", 1e-6);
      }
  });
}

TEST_CASE("products of a long depth are as accurate as its parts") {
  with_each_instruction_set([] {
    for (index_t depth : {512, 4096, 65'536}) {
      worst_case packed, plain;
      for (float value : {0.1f, 1 / 3.f, 0.7f}) {
        const index_t rows = 9, columns = 20;
        floats x(rows * depth), b(depth * columns), y(rows * columns);
        weight w(depth, columns, 1, 1.f);
        for (index_t i = 0; i < rows * depth; ++i) x[i] = 1.f / static_cast<float>(depth);
        for (index_t i = 0; i < depth * columns; ++i) b[i] = value;
        for (index_t i = 0; i < w.panels.count(); ++i) w.panels[i] = value;
        const auto take = [&](worst_case& worst) {
          for (index_t i = 0; i < rows * columns; ++i)
            worst.take(std::abs(static_cast<double>(y[i]) / static_cast<double>(value) - 1), static_cast<double>(value));
        };
        kernels::packed_product(rows, depth, columns, x.data(), depth, w.panels.data(), nullptr, y.data(), columns);
        take(packed);
        kernels::matmul(rows, depth, columns, {x.data(), depth, 1}, {b.data(), columns, 1}, y.data(), columns);
        take(plain);
      }
      char name[80];
      std::snprintf(name, sizeof name, "weights in panels, equal terms, depth %d", static_cast<int>(depth));
      report(name, packed, "relative", "value =", 1e-5);
      std::snprintf(name, sizeof name, "products, equal terms, depth %d", static_cast<int>(depth));
      report(name, plain, "relative", "value =", 1e-5);
    }
  });
}
