// Tensors long enough for vectors and kernels: arithmetic, reductions, softmax, exp and products, against plain loops.
#include <tenon/ops/arithmetic.hpp>

#include <algorithm>
#include <cmath>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/ops/unary.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis rows{"rows", at_most{40}};

/// Numbers with fractions that no sum of them represents.
template <class X>
X with_fractions(X x, int seed = 1) {
  for (auto& element : x) {
    seed = (seed * 75 + 74) % 65537;
    element = static_cast<typename X::value_type>(seed) / 30000 - 1;
  }
  return x;
}

template <class T>
void meets_any_operand() {
  const auto x = with_fractions(tensor<T, 3, 5, 70>{});
  const auto check = [&](const auto& y, const auto& at) {
    const auto sums = x + y, quotients = y / x, differences = tensor<T, 3, 5, 70>(x) - y;
    bool all = true;
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 5; ++j)
        for (index_t k = 0; k < 70; ++k)
          all = all && sums(i, j, k) == x(i, j, k) + at(i, j, k) && quotients(i, j, k) == at(i, j, k) / x(i, j, k) &&
                differences(i, j, k) == x(i, j, k) - at(i, j, k);
    CHECK(all);
  };
  const auto whole = with_fractions(tensor<T, 3, 5, 70>{}, 2);
  check(whole, [&](index_t i, index_t j, index_t k) { return whole(i, j, k); });
  const auto turned = contiguous(transpose<0, 2>(whole));
  check(transpose<0, 2>(turned), [&](index_t i, index_t j, index_t k) { return whole(i, j, k); });
  const auto last = with_fractions(tensor<T, 70>{}, 3);
  check(last, [&](index_t, index_t, index_t k) { return last(k); });
  const auto last_two = with_fractions(tensor<T, 1, 5, 70>{}, 4);
  check(last_two, [&](index_t, index_t j, index_t k) { return last_two(0, j, k); });
  const auto first = with_fractions(tensor<T, 3, 1, 1>{}, 5);
  check(first, [&](index_t i, index_t, index_t) { return first(i, 0, 0); });
  const auto outer = with_fractions(tensor<T, 3, 1, 70>{}, 6);
  check(outer, [&](index_t i, index_t, index_t k) { return outer(i, 0, k); });
  const auto all_but_last = with_fractions(tensor<T, 3, 5, 1>{}, 7);
  check(all_but_last, [&](index_t i, index_t j, index_t) { return all_but_last(i, j, 0); });

  const auto part = slice<2, 3, 70>(x);  // rows that are no multiple of four, apart from each other
  const auto scaled = part * 3 - 1;
  bool all = true;
  for (index_t k = 0; k < 67; ++k) all = all && scaled(2, 4, k) == x(2, 4, k + 3) * 3 - 1;
  CHECK(all);
}

/// Reductions over one axis after the other, for any layout of x [3, 70, 9].
template <class X>
void reduces(const X& x) {
  const auto at = [&](index_t i, index_t j, index_t k) { return static_cast<double>(x(i, j, k)); };
  double all = 0, highest = at(0, 0, 0), lowest = highest;
  const auto middle = sum<1>(x);
  const auto first = sum<0>(x);
  const auto last = sum<-1>(x);
  const auto ends = mean<0, 2>(x);
  const auto most = max<1>(x);
  const auto most_of_first = max<0>(x);
  const auto least = min<2>(x);
  const auto near = [](double got, double want) { return std::abs(got - want) <= 2e-7 * (1 + std::abs(want)); };
  bool right = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 9; ++k) {
      double sum = 0, top = at(i, 0, k);
      for (index_t j = 0; j < 70; ++j) {
        sum += at(i, j, k);
        top = std::max(top, at(i, j, k));
        all += at(i, j, k);
        highest = std::max(highest, at(i, j, k));
        lowest = std::min(lowest, at(i, j, k));
      }
      right = right && near(static_cast<double>(middle(i, k)), sum) && static_cast<double>(most(i, k)) == top;
    }
  for (index_t j = 0; j < 70; ++j) {
    double both = 0;
    for (index_t i = 0; i < 3; ++i) {
      double along = 0, bottom = at(i, j, 0);
      for (index_t k = 0; k < 9; ++k) {
        along += at(i, j, k);
        bottom = std::min(bottom, at(i, j, k));
      }
      both += along;
      right = right && near(static_cast<double>(last(i, j)), along) && static_cast<double>(least(i, j)) == bottom;
    }
    right = right && near(static_cast<double>(ends(j)), both / 27);
    for (index_t k = 0; k < 9; ++k)
      right = right && near(static_cast<double>(first(j, k)), at(0, j, k) + at(1, j, k) + at(2, j, k)) &&
              static_cast<double>(most_of_first(j, k)) == std::max({at(0, j, k), at(1, j, k), at(2, j, k)});
  }
  CHECK(right);
  CHECK(near(static_cast<double>(sum(x)), all));
  CHECK(near(static_cast<double>(mean(x)), all / 1890));
  CHECK(static_cast<double>(max(x)) == highest);
  CHECK(static_cast<double>(min(x)) == lowest);
}

constexpr auto ramp = [] {
  tensor<float, 100> x;
  for (index_t i = 0; i < 100; ++i) x(i) = static_cast<float>(i) / 7 - 5;
  return x;
}();

}  // namespace

TEST_CASE("long operands meet whatever is stretched") {
  meets_any_operand<float>();
}

TEST_CASE("long axes are reduced in any layout") {
  const auto x = with_fractions(tensor<float, 3, 70, 9>{});
  reduces(x);
  reduces(transpose<0, 2>(contiguous(transpose<0, 2>(x))));
  const auto wide = with_fractions(tensor<float, 4, 75, 13>{});
  reduces(slice<0, 1, 4>(slice<1, 2, 72>(slice<2, 4, 13>(wide))));
}

TEST_CASE("NaN anywhere in a long axis is the largest and the smallest") {
  for (const index_t at : {0, 1, 50, 99}) {
    auto x = tensor<float, 2, 100>{};
    x(1, at) = NAN;
    CHECK((std::isnan(max<-1>(x)(1)) && std::isnan(min<-1>(x)(1)) && std::isnan(max(x)) && std::isnan(min(x))));
    CHECK((max<-1>(x)(0) == 0 && min<-1>(x)(0) == 0));
    CHECK((std::isnan(max<0>(x)(at)) && max<0>(x)(at == 0 ? 1 : 0) == 0));
  }
}

TEST_CASE("constant evaluation and run time agree") {
  constexpr float total = sum(ramp), most = max(ramp), least = min(ramp);
  const auto x = ramp;
  CHECK((sum(x) == total && max(x) == most && min(x) == least));
  constexpr auto weights = softmax<0>(ramp), powers = exp(ramp), twice = ramp * 2 + ramp;
  CHECK(close(softmax<0>(x), weights, 1e-7));
  CHECK(close(exp(x) / powers, powers / powers, 3e-7));
  CHECK(same(x * 2 + x, twice));
}

TEST_CASE("a long softmax is right along any axis") {
  const auto x = with_fractions(tensor<float, 3, 70, 9>{});
  const auto middle = softmax<1>(x), last = softmax<2>(x), first = softmax<0>(tensor<float, 3, 70, 9>(x));
  bool right = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 70; ++j)
      for (index_t k = 0; k < 9; ++k) {
        const auto power = [&](index_t a, index_t b, index_t c) {
          return std::exp(static_cast<double>(x(a, b, c)) - static_cast<double>(x(i, j, k)));
        };
        double by_first = 0, by_middle = 0, by_last = 0;
        for (index_t n = 0; n < 70; ++n) {
          if (n < 3) by_first += power(n, j, k);
          by_middle += power(i, n, k);
          if (n < 9) by_last += power(i, j, n);
        }
        right = right && std::abs(static_cast<double>(first(i, j, k)) * by_first - 1) < 1e-6 &&
                std::abs(static_cast<double>(middle(i, j, k)) * by_middle - 1) < 1e-6 &&
                std::abs(static_cast<double>(last(i, j, k)) * by_last - 1) < 1e-6;
      }
  CHECK(right);
}

TEST_CASE("a row of a product is the same bits beside any number of others") {
  const auto check = [](const auto& weight) {
    const auto all = with_fractions(tensor<float, rows, 7>(extents{40}));
    const auto product = matmul(all, weight);
    for (const index_t count : {1, 2, 5, 6, 7, 8, 20, 39}) {
      const auto few = contiguous(slice<rows>(all, 0, count));
      CHECK(same(matmul(few, weight), slice<rows>(product, 0, count)));
    }
    const auto texts = with_fractions(tensor<float, 5, 9, 7>{}, 3);
    const auto products = matmul(texts, weight);
    for (index_t text = 0; text < 5; ++text) CHECK(same(matmul(row(texts, text), weight), row(products, text)));
    CHECK(same(matmul(row(texts, 0), weight), matmul(contiguous(row(texts, 0)), weight)));
  };
  check(with_fractions(tensor<float, 7, 3>{}, 5));
  check(with_fractions(tensor<float, 7, 13>{}, 5));
  check(with_fractions(tensor<float, 7, 32>{}, 5));
}
