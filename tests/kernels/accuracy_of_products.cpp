// How near to double: matrix products at many depths and sizes of numbers, and attention with scores of any height.
#include "accuracy.hpp"

#include <tenon/kernels/attention.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/packed_product.hpp>

using namespace kernels_test;

namespace {

constexpr double eps = 0x1p-24;  // half the distance from 1 to the next float

/// The numbers of two matrices.
struct sizes {
  const char* name;
  float a, b;
  int spread;  // every number is multiplied by a power of two, up to 2^spread and down to 2^-spread
};

void spread(floats& x, int by) {
  for (index_t i = 0; by > 0 && i < x.count(); ++i)
    x[i] = std::ldexp(x[i], static_cast<int>(static_cast<unsigned>(i) * 2654435761u >> 8) % (2 * by + 1) - by);
}

/// |got - a b| in units of n eps sum |a| |b|: the bound of a sum of n products, each rounded once or twice.
/// An underflow may lose half the smallest subnormal number, with each product.
struct product_error {
  index_t depth;
  worst_case worst;

  void take(float got, const float* a, index_t a_step, const float* b, index_t b_step, double bias = 0) {
    double sum = bias, size = std::abs(bias);
    for (index_t k = 0; k < depth; ++k) {
      const double product = static_cast<double>(a[k * a_step]) * static_cast<double>(b[k * b_step]);
      sum += product;
      size += std::abs(product);
    }
    const double n = static_cast<double>(depth + (bias != 0));
    worst.take(std::abs(static_cast<double>(got) - sum) / (n * (eps * size + 0x1p-150)), n);
  }
};

/// The numbers of an attention. Keys that are alike have the sign of the queries in common: scores are high and near each
/// other, where their rounding shows.
struct attention_kind {
  const char* name;
  float q, k, v;
  float alike = 0;
};

/// Attention of a few queries, in double.
struct heads {
  index_t queries, keys, width;
  floats q, k, v;
  std::vector<double> weights, out;
  double largest = 0;  // scores, were all products positive

  heads(index_t n, index_t m, index_t d, const attention_kind& kind)
      : queries(n), keys(m), width(d), q(n * d, 1, kind.q), k(m * d, 2, kind.k), v(m * d, 3, kind.v),
        weights(static_cast<std::size_t>(n * m)), out(static_cast<std::size_t>(n * d)) {
    if (kind.alike > 0) {
      for (index_t i = 0; i < n * d; ++i) q[i] = std::copysign(q[i], q[i % d]);
      for (index_t i = 0; i < m * d; ++i) k[i] += std::copysign(kind.alike, q[i % d]);
    }
    const double scale = static_cast<double>(kernels::attention_scale(d));
    for (index_t i = 0; i < n; ++i) {
      double* p = &weights[static_cast<std::size_t>(i * m)];
      double top = -INFINITY, sum = 0;
      for (index_t j = 0; j < m; ++j) {
        double score = 0, size = 0;
        for (index_t c = 0; c < d; ++c) {
          const double product = static_cast<double>(q[i * d + c]) * static_cast<double>(k[j * d + c]) * scale;
          score += product;
          size += std::abs(product);
        }
        p[j] = score;
        top = std::max(top, score);
        largest = std::max(largest, size);
      }
      for (index_t j = 0; j < m; ++j) sum += p[j] = std::exp(p[j] - top);
      for (index_t j = 0; j < m; ++j) p[j] /= sum;
      for (index_t c = 0; c < d; ++c) {
        double value = 0;
        for (index_t j = 0; j < m; ++j) value += p[j] * static_cast<double>(v[j * d + c]);
        out[static_cast<std::size_t>(i * d + c)] = value;
      }
    }
  }
};

}  // namespace

TEST_CASE("matrix products are within n eps sum |a| |b|") {
  constexpr sizes kinds[] = {{"numbers below 1", 1.f, 1.f, 0},
                             {"powers from 2^-20 to 2^20", 1.f, 1.f, 20},
                             {"subnormal a, large b", 1e-39f, 1e30f, 0},
                             {"subnormal a and results", 1e-39f, 1.f, 0},
                             {"results that underflow", 1e-22f, 1e-22f, 0},
                             {"results near 1e37", 1e16f, 1e18f, 0}};
  const index_t rows = 7, columns = 19;
  with_each_instruction_set([&] {
    for (const sizes& kind : kinds) {
      worst_case plain, packed;
      for (index_t depth : {1, 7, 64, 768, 3072, 4097}) {
        floats a(rows * depth, 1, kind.a), b(depth * columns, 2, kind.b), bias(columns, 3, kind.a * kind.b);
        spread(a, kind.spread);
        spread(b, kind.spread);
        floats panels(kernels::panels_size(depth, columns)), c(rows * columns), y(rows * columns);
        kernels::pack_panels(panels.data(), depth, columns, [&](index_t k, index_t n) { return b[k * columns + n]; });
        kernels::matmul(rows, depth, columns, {a.data(), depth, 1}, {b.data(), columns, 1}, c.data(), columns);
        kernels::packed_product(rows, depth, columns, a.data(), depth, panels.data(), bias.data(), y.data(), columns);
        REQUIRE((c.intact() && y.intact()));
        product_error c_error{depth, plain}, y_error{depth, packed};
        for (index_t i = 0; i < rows; ++i)
          for (index_t j = 0; j < columns; ++j) {
            c_error.take(c[i * columns + j], &a[i * depth], 1, &b[j], columns);
            y_error.take(y[i * columns + j], &a[i * depth], 1, &b[j], columns, static_cast<double>(bias[j]));
          }
        plain = c_error.worst;
        packed = y_error.worst;
      }
      char name[80];
      std::snprintf(name, sizeof name, "matmul, %s", kind.name);
      report(name, plain, "of n eps sum|a||b|", "n =", 1);
      std::snprintf(name, sizeof name, "packed product, %s", kind.name);
      report(name, packed, "of n eps sum|a||b|", "n =", 1);
    }
  });
}

// A score is a sum of products, rounded as such: it is off by a few eps times the largest sum |q| |k|, and so is,
// relatively, a weight. No arithmetic of float does better with scores of 1000, which are 6e-5 apart.
TEST_CASE("attention is within 2e-6 where scores are moderate, and within the rounding of its scores anywhere") {
  constexpr attention_kind kinds[] = {
      {"scores up to 1", 1.f, 1.f, 1.f},
      {"scores up to 8", 1.f, 8.f, 1.f},
      {"scores up to 100", 8.f, 16.f, 1.f},
      {"scores up to 1000", 30.f, 30.f, 1.f},
      {"scores up to 1e5", 300.f, 300.f, 1.f},
      {"scores near 10 that differ by 1", 1.f, 1.f, 1.f, 2.5f},
      {"scores near 100 that differ by 1", 1.f, 1.f, 1.f, 25.f},
      {"scores near 1000 that differ by 1", 1.f, 1.f, 1.f, 250.f},
      {"scores near 1e4 that differ by 1", 1.f, 1.f, 1.f, 2500.f},
      {"tiny queries", 1e-39f, 1.f, 1.f},
      {"values of 1e30", 1.f, 1.f, 1e30f},
      {"values of 1e-30", 1.f, 1.f, 1e-30f},
  };
  std::vector<heads> all;
  for (const attention_kind& each : kinds)
    for (index_t keys : {5, 128, 300, 2500}) all.emplace_back(5, keys, 64, each);
  with_each_instruction_set([&] {
    const heads* x = all.data();
    for (const attention_kind& each : kinds) {
      worst_case weight, out;
      double largest = 0;
      for (int i = 0; i < 4; ++i, ++x) {
        floats y(x->queries * x->width), weights(x->queries * x->keys);
        kernels::attention(x->queries, x->keys, x->width, x->width,
                           {x->q.data(), x->width, x->k.data(), x->width, x->v.data(), x->width, y.data(), x->width,
                            weights.data(), x->keys, kernels::attention_scale(x->width)});
        REQUIRE((y.intact() && weights.intact()));
        largest = std::max(largest, x->largest);
        const double keys = static_cast<double>(x->keys);
        for (index_t j = 0; j < weights.count(); ++j)
          weight.take(std::abs(static_cast<double>(weights[j]) - x->weights[static_cast<std::size_t>(j)]), keys);
        for (index_t c = 0; c < y.count(); ++c)
          out.take(std::abs(static_cast<double>(y[c]) - x->out[static_cast<std::size_t>(c)]) /
                       static_cast<double>(each.v),
                   keys);
      }
      const double bound = std::max(2e-6, 8 * eps * largest);
      char name[80];
      std::snprintf(name, sizeof name, "attention's weights, %s", each.name);
      report(name, weight, "absolute", "keys =", bound);
      std::snprintf(name, sizeof name, "attention's result, %s", each.name);
      report(name, out, "of the largest value", "keys =", bound);
    }
  });
}
