// matmul(a, b).
#include <tenon/ops/matmul.hpp>

#include <cstdint>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"

using namespace tenon;

namespace {

constexpr axis heads{"heads", 2}, seq{"seq", 3}, keys{"keys", 3}, d_k{"d_k", 4};
constexpr axis tokens{"tokens", at_most{40}}, queries{"queries", at_most{40}};

template <class A, class B>
concept multipliable = requires(A a, B b) { matmul(a, b); };

/// The definition, for two axes.
template <class A, class B>
bool is_product(const A& a, const B& b) {
  const auto c = matmul(a, b);
  bool right = c.extent(0) == a.extent(0) && c.extent(1) == b.extent(1);
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j) {
      double sum = 0;
      for (index_t k = 0; k < a.extent(1); ++k) sum += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
      // Whole numbers below 2^24: no order of adding rounds.
      right = right && static_cast<double>(c(i, j)) == sum;
    }
  return right;
}

/// Every layout of both operands: packed, transposed, part of a larger tensor, and temporaries.
template <class T, index_t M, index_t K, index_t N>
void agrees_for_layouts() {
  CAPTURE(M, K, N);
  const auto a = example<T, axis(M), axis(K)>();
  const auto b = example<T, axis(K), axis(N)>(5);
  const auto a_columns = example<T, axis(K), axis(M)>(3);
  const auto b_columns = example<T, axis(N), axis(K)>(2);
  const auto a_wide = example<T, axis(M + 2), axis(K + 3)>(1);
  const auto b_wide = example<T, axis(K + 1), axis(N + 5)>(7);
  const auto a_part = slice<0, 1, M + 1>(slice<1, 2, K + 2>(a_wide));
  const auto b_part = slice<0, 1, K + 1>(slice<1, 3, N + 3>(b_wide));
  CHECK(is_product(a, b));
  CHECK(is_product(transpose<0, 1>(a_columns), b));
  CHECK(is_product(a, transpose<0, 1>(b_columns)));
  CHECK(is_product(transpose<0, 1>(a_columns), transpose<0, 1>(b_columns)));
  CHECK(is_product(a_part, b_part));
  CHECK(is_product(a, transpose<0, 1>(example<T, axis(N), axis(K)>(2))));
}

template <class T>
void agrees_for_sizes() {
  agrees_for_layouts<T, 1, 1, 1>();
  agrees_for_layouts<T, 3, 5, 7>();
  agrees_for_layouts<T, 17, 1, 17>();
  agrees_for_layouts<T, 1, 17, 5>();
  agrees_for_layouts<T, 17, 7, 16>();
}

}  // namespace

static_assert(same(matmul(tensor<float, 2, 2>{1, 2, 3, 4}, tensor<float, 2, 2>{5, 6, 7, 8}), tensor<float, 2, 2>{19, 22, 43, 50}));
static_assert(same(matmul(tensor<int, 1, 3>{1, 2, 3}, tensor<int, 3, 1>{4, 5, 6}), tensor<int, 1, 1>{{32}}));
static_assert(same(matmul(transpose<0, 1>(tensor<double, 2, 1>{1, 2}), tensor<double, 2, 1>{3, 4}), tensor<double, 1, 1>{{11}}));
static_assert(same(matmul(tensor<float, 8, 9>{}, tensor<float, 9, 10>{}), tensor<float, 8, 10>{}));

// Names come out of the product.
static_assert(same_axes<decltype(matmul(tensor<float, heads, seq, d_k>{}, tensor<float, heads, d_k, keys>{})), heads, seq, keys>);
static_assert(same_axes<decltype(matmul(tensor<float, 2, seq, 4>{}, tensor<float, heads, d_k, 3>{})), heads, seq, 3>);

// Integers are exact: nothing overflows on the way.
static_assert(matmul(tensor<std::uint16_t, 1, 1>{{255}}, tensor<std::uint16_t, 1, 1>{{257}})(0, 0) == 65535);
static_assert(matmul(tensor<std::int8_t, 1, 2>{{100, 100}}, tensor<std::int8_t, 2, 1>{{3}, {-2}})(0, 0) == 100);
static_assert(matmul(tensor<bool, 1, 2>{{true, true}}, tensor<bool, 2, 1>{{false}, {true}})(0, 0));
static_assert(matmul(tensor<long, 1, 1>{{2}}, tensor<twin_of_long, 1, 1>{{3}})(0, 0) == 6);

static_assert(!multipliable<tensor<float, 2, 3>, tensor<float, 2, 3>> && multipliable<tensor<float, 2, 3>, tensor<float, 3, 2>>);
static_assert(!multipliable<tensor<float, 2, 3>, tensor<double, 3, 2>> && !multipliable<tensor<float, 3>, tensor<float, 3>>);

TEST_CASE("the product agrees with its definition, for any sizes and layouts") {
  agrees_for_sizes<float>();
  agrees_for_sizes<double>();
  agrees_for_sizes<int>();
}

TEST_CASE("large products of floats, which go through the kernel, agree too") {
  agrees_for_layouts<float, 5, 300, 33>();
  agrees_for_layouts<float, 65, 17, 47>();
  agrees_for_layouts<float, 259, 3, 2>();
  agrees_for_layouts<float, 1, 257, 1>();
  agrees_for_layouts<float, 16, 16, 16>();
}

TEST_CASE("leading axes are shared or repeated") {
  const auto a = example<float, 2, 3, 4, 5>();
  const auto b = example<float, 2, 3, 5, 6>(1);
  const auto c = matmul(a, b);
  const auto shared = example<float, 5, 6>(2);
  const auto d = matmul(a, shared);
  const auto e = matmul(example<float, 4, 5>(), b);
  const auto ones = example<float, 1, 3, 5, 6>(4);
  const auto f = matmul(a, ones);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const auto a_ij = row(row(a, i), j);
      const auto b_ij = row(row(b, i), j);
      CHECK(same(row(row(c, i), j), matmul(a_ij, b_ij)));
      CHECK(same(row(row(d, i), j), matmul(a_ij, shared)));
      CHECK(same(row(row(e, i), j), matmul(example<float, 4, 5>(), b_ij)));
      CHECK(same(row(row(f, i), j), matmul(a_ij, row(row(ones, 0), j))));
    }
}

TEST_CASE("transposed heads multiply without a copy") {
  const auto q = example<float, 7, 2, 16>();                                              // [seq, heads, d_k]
  const auto k = example<float, 9, 2, 16>(1);                                             // [keys, heads, d_k]
  const auto scores = matmul(transpose<0, 1>(q), transpose<-2, -1>(transpose<0, 1>(k)));  // [heads, seq, keys]
  bool right = true;
  for (index_t h = 0; h < 2; ++h)
    for (index_t i = 0; i < 7; ++i)
      for (index_t j = 0; j < 9; ++j) {
        float sum = 0;
        for (index_t d = 0; d < 16; ++d) sum += q(i, h, d) * k(j, h, d);
        right = right && scores(h, i, j) == sum;
      }
  CHECK(right);
}

TEST_CASE("bounded axes multiply at every extent") {
  for (const index_t n : {0, 1, 17, 40})
    for (const index_t m : {0, 1, 33}) {
      CAPTURE(n, m);
      const auto a = with_examples(tensor<float, queries, 5>(extents{n}));
      const auto b = with_examples(tensor<float, 5, tokens>(extents{m}), 3);
      CHECK(is_product(a, b));
      const auto inner = matmul(transpose<0, 1>(b), transpose<0, 1>(a));
      CHECK(same(inner, contiguous(transpose<0, 1>(matmul(a, b)))));
    }
  for (const index_t k : {0, 1, 40}) {
    const auto a = with_examples(tensor<float, 6, tokens>(extents{k}));
    const auto b = with_examples(tensor<float, tokens, 7>(extents{k}), 3);
    CHECK(is_product(a, b));
  }
}

TEST_CASE("a product over no elements is zero") {
  CHECK(same(matmul(tensor<float, 20, tokens>(extents{0}), tensor<float, tokens, 30>(extents{0})), tensor<float, 20, 30>{}));
}

TEST_CASE("bounded extents that differ are refused") {
  const tensor<float, 2, tokens> a(extents{5});
  const tensor<float, tokens, 2> b(extents{6});
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(matmul(a, b)); },
                               "matmul: inner axes differ: [2, tokens=5] x [tokens=6, 2]: tokens=5 is not tokens=6"));
}
