// sum, mean and max.
#include <tenon/ops/reduce.hpp>

#include <cmath>
#include <cstdint>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 3}, seq{"seq", 5}, d_model{"d_model", 7}, tokens{"tokens", at_most{8}};

template <class X>
concept has_mean = requires(X x) { mean<0>(x); };
template <class X>
concept has_mean_of_all = requires(X x) { mean(x); };

template <class T>
void agrees_for_layouts() {
  const auto x = example<T, batch, seq, d_model>();
  const auto wide = example<T, 4, 7, 9>();
  const auto part = slice<0, 1, 4>(slice<1, 2, 7>(slice<2, 1, 8>(wide)));
  const auto check = [](const auto& y) {
    const auto sums = sum<1>(y);
    const auto largest = max<1>(y);
    T all{};
    for (index_t i = 0; i < 3; ++i)
      for (index_t k = 0; k < 7; ++k) {
        T total{}, most = y(i, 0, k);
        for (index_t j = 0; j < 5; ++j) {
          total = static_cast<T>(total + y(i, j, k));
          most = y(i, j, k) > most ? y(i, j, k) : most;
        }
        all = static_cast<T>(all + total);
        CHECK(sums(i, k) == total);
        CHECK(largest(i, k) == most);
      }
    CHECK(sum(y) == all);
    CHECK(sum<0, 2, 1>(y)() == all);
    CHECK(sum<1>(sum<2>(y))(2) == sum<1, 2>(y)(2));
    CHECK(max(y) == max<0, 1, 2>(y)());
  };
  check(x);
  check(part);
  check(transpose<0, 2>(contiguous(transpose<0, 2>(x))));
  CHECK(same(sum<seq>(x), sum<-2>(x)));
  CHECK(same(sum<seq>(transpose<batch, d_model>(x)), transpose<batch, d_model>(sum<seq>(x))));
}

}  // namespace

static_assert(sum(tensor<float, 2, 2>{1, 2, 3, 4}) == 10 && mean(tensor<float, 2, 2>{1, 2, 3, 4}) == 2.5f);
static_assert(max(tensor<int, 3>{-5, -2, -9}) == -2 && max(tensor<float>{3}) == 3 && sum(tensor<int>{3}) == 3);
static_assert(same(sum<0>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}), tensor<std::int64_t, 3>{5, 7, 9}));
static_assert(same(mean<1>(tensor<double, 2, 3>{1, 2, 3, 4, 5, 6}), tensor<double, 2>{2, 5}));
static_assert(same_axes<decltype(sum<seq>(tensor<float, batch, seq, d_model>{})), batch, d_model>);
static_assert(same_axes<decltype(max<batch, d_model>(tensor<float, batch, seq, d_model>{})), seq>);
static_assert(same_axes<decltype(sum<0>(tensor<float, seq>{}))>);
static_assert(has_mean<tensor<float, 2>> && !has_mean<tensor<int, 2>> && has_mean_of_all<tensor<float, 2>> && !has_mean_of_all<tensor<int, 2>>);

TEST_CASE("sums and maxima agree with one element at a time, for any layouts") {
  agrees_for_layouts<float>();
  agrees_for_layouts<double>();
  agrees_for_layouts<int>();
  agrees_for_layouts<std::int16_t>();
}

TEST_CASE("many floats are summed without losing the small ones") {
  const tensor<float, 1000, 1000> tenths([](index_t, index_t) { return 0.1f; });
  CHECK(static_cast<double>(sum(tenths)) == Approx(100000).epsilon(1e-6));
  CHECK(static_cast<double>(mean(tenths)) == Approx(0.1).epsilon(1e-6));
}

TEST_CASE("the largest of numbers with NaN is NaN, wherever it stands") {
  for (const int at : {0, 1, 2}) {
    tensor<float, 3> x{1, 2, 3};
    x(at) = NAN;
    CHECK(std::isnan(max(x)));
    CHECK(std::isnan(max<0>(x)()));
  }
  CHECK(max(tensor<float, 2>{-INFINITY, -INFINITY}) == -INFINITY);
}

TEST_CASE("bounded axes are summed by their extents of this moment") {
  for (const index_t n : {1, 5, 8}) {
    const auto x = with_examples(tensor<double, 2, tokens, 3>(extents{n}));
    double all = 0;
    each_element(x, [&](double element) { all += element; });
    CHECK(sum(x) == all);
    CHECK(mean(x) == Approx(all / static_cast<double>(6 * n)));
    CHECK(sum<0>(sum<0>(sum<tokens>(x)))() == all);
    CHECK(sum<tokens>(sum<2>(x)).shape() == shape(2));
    CHECK(max<0>(x).shape() == shape(measured(tokens, n), 3));
  }
}

TEST_CASE("no elements sum to zero, and have neither a mean nor a largest") {
  const tensor<float, tokens, 3> none;
  CHECK(sum(none) == 0);
  CHECK(same(sum<tokens>(none), tensor<float, 3>{}));
  CHECK(max<1>(none).size() == 0);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(max<tokens>(none)); }, "max: tokens=0 has no elements in [tokens=0, 3]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(mean<tokens>(none)); }, "mean: tokens=0 has no elements in [tokens=0, 3]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(max(none)); }, "max: [tokens=0, 3] has no elements"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(mean(none)); }, "mean: [tokens=0, 3] has no elements"));
}

TEST_CASE("a sum of bools counts them", "[ops]") {
  const tensor<bool, 2, 3> mask{true, false, true, true, true, true};
  static_assert(std::is_same_v<decltype(sum(mask)), index_t>);
  CHECK(sum(mask) == 5);
  CHECK(sum<1>(mask)(0) == 2);
  CHECK(sum<1>(mask)(1) == 3);
}
