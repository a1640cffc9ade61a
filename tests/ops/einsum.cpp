// einsum<pattern>(a, b, ...).
#include <tenon/ops/einsum.hpp>

#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, heads{"heads", 3}, seq{"seq", 5}, keys{"keys", 7}, d_k{"d_k", 4},
    d_model{"d_model", 12};
constexpr axis tokens{"tokens", at_most{40}}, others{"others", at_most{40}};

/// An operand for the definition of einsum below: any layout, read index by index.
struct indexed {
  const void* from;
  double (*read)(const void*, index_t);
  shape extents;
  strides steps;
};
template <class X>
indexed index_into(const X& x) {
  using T = typename X::value_type;
  return {x.data(), [](const void* data, index_t i) { return static_cast<double>(static_cast<const T*>(data)[i]); },
          x.shape(), x.strides()};
}

/// The definition, letter by letter, for patterns of single letters with an output.
std::vector<double> definition(const std::string& pattern, const std::vector<indexed>& operands) {
  const std::size_t arrow = pattern.find("->");
  const std::string output = pattern.substr(arrow + 2);
  std::vector<std::string> terms{""};
  for (const char c : pattern.substr(0, arrow))
    if (c == ',')
      terms.emplace_back();
    else
      terms.back() += c;
  std::map<char, index_t> extent;
  for (std::size_t k = 0; k < terms.size(); ++k)
    for (std::size_t i = 0; i < terms[k].size(); ++i)
      extent[terms[k][i]] = operands[k].extents[static_cast<int>(i)].extent;
  index_t size = 1;
  for (const char c : output) size *= extent[c];
  std::vector<double> result(static_cast<std::size_t>(size));
  std::map<char, index_t> at;
  for (const auto& [letter, length] : extent) {
    if (length == 0) return result;
    at[letter] = 0;
  }
  for (;;) {
    double product = 1;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      index_t offset = 0;
      for (std::size_t i = 0; i < terms[k].size(); ++i)
        offset += at[terms[k][i]] * operands[k].steps[static_cast<int>(i)];
      product *= operands[k].read(operands[k].from, offset);
    }
    index_t place = 0;
    for (const char c : output) place = place * extent[c] + at[c];
    result[static_cast<std::size_t>(place)] += product;
    auto letter = at.begin();
    while (letter != at.end() && ++letter->second == extent[letter->first]) (letter++)->second = 0;
    if (letter == at.end()) return result;
  }
}

/// Whether einsum agrees with its definition. Whole numbers below 2^24: no order of adding rounds.
template <text Pattern, class... X>
bool is_einsum(const X&... x) {
  const std::vector<double> expected = definition(Pattern.characters, {index_into(x)...});
  const auto result = einsum<Pattern>(x...);
  std::vector<double> found;
  each_element(result, [&](auto value) { found.push_back(static_cast<double>(value)); });
  return found == expected;
}

template <text Pattern, class... X>
concept accepted = requires(const X&... x) {
  einsum<Pattern>(x...);
};

template <class T>
void agrees_with_its_definition() {
  const auto a = example<T, 3, 5>();
  const auto b = example<T, 5, 7>(2);
  const auto square = example<T, 6, 6>(1);
  const auto other_square = example<T, 6, 6>(4);
  const auto v = example<T, 5>();
  const auto w = example<T, 7>(3);
  const auto cube = example<T, 2, 3, 5>();
  const auto deep = example<T, 2, 5, 7>(6);

  // One operand: transposes, sums, diagonals, traces.
  CHECK(is_einsum<"ij->ij">(a));
  CHECK(is_einsum<"ij->ji">(a));
  CHECK(is_einsum<"abc->cab">(cube));
  CHECK(is_einsum<"ij->">(a));
  CHECK(is_einsum<"ij->i">(a));
  CHECK(is_einsum<"ij->j">(a));
  CHECK(is_einsum<"abc->b">(cube));
  CHECK(is_einsum<"ii->i">(square));
  CHECK(is_einsum<"ii->">(square));
  CHECK(is_einsum<"iij->ji">(example<T, 3, 3, 4>()));
  CHECK(is_einsum<"iiij->j">(example<T, 3, 3, 3, 4>()));

  // Two: vectors, matrices, batches.
  CHECK(is_einsum<"i,i->">(v, v));
  CHECK(is_einsum<"i,j->ij">(v, w));
  CHECK(is_einsum<"i,j->ji">(v, w));
  CHECK(is_einsum<"ij,ij->ij">(square, other_square));
  CHECK(is_einsum<"ij,ji->ij">(square, other_square));
  CHECK(is_einsum<"ij,ij->">(square, other_square));
  CHECK(is_einsum<"ij,ij->i">(square, other_square));
  CHECK(is_einsum<"ij,j->i">(a, v));
  CHECK(is_einsum<"i,ij->j">(v, b));
  CHECK(is_einsum<"ij,jk->ik">(a, b));
  CHECK(is_einsum<"ij,jk->ki">(a, b));
  CHECK(is_einsum<"ij,kj->ik">(square, other_square));
  CHECK(is_einsum<"ii,ij->ij">(square, other_square));
  CHECK(is_einsum<"ii,ii->i">(square, other_square));
  CHECK(is_einsum<"ij,ii->j">(square, other_square));
  CHECK(is_einsum<"bij,bjk->bik">(cube, deep));
  CHECK(is_einsum<"bij,bjk->ikb">(cube, deep));
  CHECK(is_einsum<"bij,bjk->kbi">(cube, deep));
  CHECK(is_einsum<"bij,bkj->ik">(cube, cube));
  CHECK(is_einsum<"bij,jk->bik">(cube, b));
  CHECK(is_einsum<"bij,jk->bik">(cube, transpose<0, 1>(example<T, 7, 5>())));
  CHECK(is_einsum<"bij,bij->bij">(cube, cube));
  CHECK(is_einsum<"bij,bij->b">(cube, cube));
  CHECK(is_einsum<"bij,b->ij">(cube, example<T, 2>()));

  // Scalars.
  const tensor<T> number(T{3});
  CHECK(is_einsum<"->">(number));
  CHECK(is_einsum<",->">(number, number));
  CHECK(is_einsum<",ij->ij">(number, a));
  CHECK(is_einsum<"ij,->ji">(a, number));

  // More.
  CHECK(is_einsum<"ij,jk,kl->il">(a, b, example<T, 7, 2>()));
  CHECK(is_einsum<"i,ij,j->">(example<T, 3>(), a, v));
  CHECK(is_einsum<"i,j,k->kij">(v, w, example<T, 2>()));
  CHECK(is_einsum<"bij,bjk,bk->bi">(cube, deep, example<T, 2, 7>()));
  CHECK(is_einsum<"ij,ij,ij->ij">(square, other_square, square));
  CHECK(is_einsum<"ij,jk,kl,lm->mi">(example<T, 2, 3>(), example<T, 3, 2>(), example<T, 2, 4>(), example<T, 4, 3>()));
}

/// Attention's patterns at odd sizes, both small ones and ones that the kernels take.
template <class T, index_t B, index_t Q, index_t K, index_t H, index_t D>
void agrees_for_attention() {
  CAPTURE(B, Q, K, H, D);
  const auto q = example<T, axis(B), axis(Q), axis(H), axis(D)>();
  const auto k = example<T, axis(B), axis(K), axis(H), axis(D)>(3);
  const auto weights = example<T, axis(B), axis(H), axis(Q), axis(K)>(5);
  CHECK(is_einsum<"bqhd,bkhd->bhqk">(q, k));
  CHECK(is_einsum<"bqhd,bkhd->bqkh">(q, k));
  CHECK(is_einsum<"bqhd,bkhd->qk">(q, k));
  CHECK(is_einsum<"bqhd,bkhd->hkbq">(q, k));
  CHECK(is_einsum<"bhqk,bkhd->bqhd">(weights, k));
  CHECK(is_einsum<"bhqk,bkhd->dhqb">(weights, k));
  CHECK(is_einsum<"bhqk,bhkd->bhqd">(weights, transpose<1, 2>(k)));
  // The output projection, heads and d_k summed together: from the layout of either side.
  const auto w = example<T, axis(H), axis(D), axis(9)>(1);
  CHECK(is_einsum<"bqhd,hdm->bqm">(q, w));
  CHECK(is_einsum<"bhqd,hdm->bqm">(transpose<1, 2>(q), w));
  CHECK(is_einsum<"bqhd,hdm->bqm">(q, transpose<0, 1>(example<T, axis(D), axis(H), axis(9)>())));
  CHECK(is_einsum<"bqhd,hdm->bmq">(transpose<1, 3>(example<T, axis(B), axis(D), axis(H), axis(Q)>()), w));
  CHECK(is_einsum<"bqhd,hdm->mqb">(q, w));
  CHECK(is_einsum<"bqhd,bd->qhb">(q, example<T, axis(B), axis(D)>()));
  CHECK(is_einsum<"hdm,bqhd->bqm">(w, transpose<1, 3>(example<T, axis(B), axis(D), axis(H), axis(Q)>())));
}

}  // namespace

TEST_CASE("einsum: agrees with its definition", "[ops][einsum]") {
  agrees_with_its_definition<float>();
  agrees_with_its_definition<double>();
  agrees_with_its_definition<int>();
  agrees_with_its_definition<std::int64_t>();
}

TEST_CASE("einsum: attention's patterns at odd sizes", "[ops][einsum]") {
  agrees_for_attention<float, 1, 3, 3, 2, 4>();
  agrees_for_attention<float, 2, 5, 7, 3, 4>();
  agrees_for_attention<float, 3, 17, 33, 5, 9>();
  agrees_for_attention<float, 1, 1, 65, 4, 16>();
  agrees_for_attention<double, 2, 5, 17, 3, 4>();
  agrees_for_attention<int, 2, 5, 17, 3, 4>();
}

TEST_CASE("einsum: is matmul, transpose, sum and the others", "[ops][einsum]") {
  const auto a = example<float, 23, 37>();
  const auto b = example<float, 37, 41>(4);
  const auto square = example<float, 19, 19>();
  CHECK(same(einsum<"ij,jk->ik">(a, b), matmul(a, b)));
  CHECK(same(einsum<"ij,jk">(a, b), matmul(a, b)));
  CHECK(same(einsum<"ij,kj->ik">(a, example<float, 41, 37>()), matmul(a, transpose<0, 1>(example<float, 41, 37>()))));
  CHECK(same(einsum<"ji">(a), transpose<0, 1>(a)));
  CHECK(same(einsum<"ij->j">(a), sum<0>(a)));
  CHECK(einsum<"ij->">(a)() == sum(a));
  CHECK(einsum<"ii">(square)() == sum(einsum<"ii->i">(square)));
  CHECK(same(einsum<"ij,ij->ij">(square, square), square * square));
  CHECK(einsum<"ij,ij->">(square, square)() == sum(square * square));
  const auto q = example<float, heads, seq, d_k>();
  const auto k = example<float, heads, keys, d_k>(3);
  CHECK(same(einsum<"hqd,hkd->hqk">(q, k), matmul(q, transpose<keys, d_k>(k))));
}

TEST_CASE("einsum: gives the numbers of the ONNX standard's cases", "[ops][einsum]") {
  const auto x = example<double, 3, 4>();
  CHECK(is_einsum<"ij->ji">(x));
  CHECK(is_einsum<"ij->i">(x));
  const auto inner = einsum<"i,i">(tensor<double, 5>{1, 2, 3, 4, 5}, tensor<double, 5>{2, 0, -1, 3, 0.5});
  static_assert(inner.axes.rank == 0);
  CHECK(inner() == 13.5);
  CHECK(einsum<"->">(tensor<double>(5.0))() == 5.0);
  const auto diagonals = einsum<"...ii ->...i">(example<double, 3, 5, 5>());
  static_assert(same_axes<decltype(diagonals), 3, 5>);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j) CHECK(diagonals(i, j) == example<double, 3, 5, 5>()(i, j, j));
  const auto products = einsum<"bij, bjk -> bik">(example<double, 5, 2, 3>(), example<double, 5, 3, 4>());
  CHECK(same(products, matmul(example<double, 5, 2, 3>(), example<double, 5, 3, 4>())));
}

TEST_CASE("einsum: letters are characters, or words where a space stands between two", "[ops][einsum]") {
  const auto q = example<float, batch, seq, heads, d_k>();
  const auto k = example<float, batch, keys, heads, d_k>(3);
  const auto scores = einsum<"bqhd,bkhd->bhqk">(q, k);
  static_assert(same_axes<decltype(scores), batch, heads, seq, keys>);
  CHECK(same(einsum<"b q h d, b k h d -> b h q k">(q, k), scores));
  CHECK(same(einsum<"batch query heads d_k,batch key heads d_k->batch heads query key">(q, k), scores));
  CHECK(same(einsum<"  bqhd ,  bkhd->  bhqk  ">(q, k), scores));
  CHECK(same(einsum<"... seq heads d, ... seq' heads d -> ... heads seq seq'">(q, k), scores));
  // One word in an operand is a word where another operand has several.
  const auto rows = einsum<"batch seq heads d -> seq">(q);
  CHECK(same(einsum<"batch seq heads d, seq -> batch seq heads d">(q, rows), einsum<"bshd,s->bshd">(q, rows)));
}

TEST_CASE("einsum: an implicit output is NumPy's", "[ops][einsum]") {
  const auto a = example<int, 3, 5>();
  const auto b = example<int, 5, 7>(2);
  CHECK(same(einsum<"ij,jk">(a, b), einsum<"ij,jk->ik">(a, b)));
  CHECK(same(einsum<"kj,ja">(a, b), einsum<"kj,ja->ak">(a, b)));
  CHECK(same(einsum<"ba">(a), einsum<"ba->ab">(a)));
  CHECK(same(einsum<"bA">(a), einsum<"bA->Ab">(a)));
  CHECK(same(einsum<"ij">(a), a));
  CHECK(same(einsum<"i...">(a), einsum<"i...->...i">(a)));
  CHECK(same(einsum<"row inner, inner column">(a, b), einsum<"ij,jk->ki">(a, b)));
  CHECK(einsum<"ij,ij">(a, a)() == sum(a * a));
}

TEST_CASE("einsum: an ellipsis stands for axes that align from the last one", "[ops][einsum]") {
  const auto a = example<int, 2, 3, 4, 5>();
  const auto b = example<int, 2, 3, 5, 6>(4);
  CHECK(same(einsum<"...ij,...jk->...ik">(a, b), matmul(a, b)));
  CHECK(same(einsum<"...ij,...jk->...ik">(a, example<int, 3, 5, 6>()), matmul(a, example<int, 3, 5, 6>())));
  CHECK(same(einsum<"...ij,...jk->...ik">(a, example<int, 5, 6>()), matmul(a, example<int, 5, 6>())));
  CHECK(same(einsum<"...ij,jk->...ik">(a, example<int, 5, 6>()), matmul(a, example<int, 5, 6>())));
  CHECK(same(einsum<"...ij,...jk->...ik">(example<int, 1, 1, 4, 5>(), b), matmul(example<int, 1, 1, 4, 5>(), b)));
  CHECK(same(einsum<"i...->...i">(a), einsum<"iabc->abci">(a)));
  CHECK(same(einsum<"i...j->j...i">(a), einsum<"iabj->jabi">(a)));
  CHECK(same(einsum<"...,...->...">(a, a), a * a));
  CHECK(same(einsum<"...,...->...">(a, tensor<int>(2)), a * 2));
  CHECK(same(einsum<"...ij->...j">(a), sum<2>(a)));
  // It may stand for no axis.
  CHECK(same(einsum<"...ij,...jk->...ik">(example<int, 4, 5>(), example<int, 5, 6>()),
             matmul(example<int, 4, 5>(), example<int, 5, 6>())));
  CHECK(einsum<"...i->">(example<int, 4>())() == sum(example<int, 4>()));
  const auto named = einsum<"... d, d f -> ... f">(example<float, batch, seq, d_k>(), example<float, d_k, d_model>());
  static_assert(same_axes<decltype(named), batch, seq, d_model>);
  // Three operands, each with some of the axes.
  CHECK(same(einsum<"...i,...i,...i->...">(example<int, 2, 3, 4>(), example<int, 3, 4>(1), example<int, 4>(2)),
             einsum<"abi,bi,i->ab">(example<int, 2, 3, 4>(), example<int, 3, 4>(1), example<int, 4>(2))));
}

TEST_CASE("einsum: names are joined, and unnamed axes take the name of the others", "[ops][einsum]") {
  const auto x = example<float, batch, seq, 4>();
  static_assert(
      same_axes<decltype(einsum<"b s d, d f -> b s f">(x, example<float, d_k, d_model>())), batch, seq, d_model>);
  static_assert(same_axes<decltype(einsum<"bsd,d->bsd">(x, example<float, d_k>())), batch, seq, d_k>);
  static_assert(same_axes<decltype(einsum<"bsd,bsd->dsb">(example<float, 2, 5, 4>(), x)), 4, seq, batch>);
  static_assert(
      same_axes<decltype(einsum<"ij,ij,ij->ij">(example<int, 5, 4>(), example<int, 5, d_k>(), example<int, seq, 4>())),
                seq, d_k>);
  // The name survives between two that have none, and is held against the third.
  static_assert(!accepted<"i,i,i->i", tensor<int, 5>, tensor<int, seq>, tensor<int, axis{"src", 5}>>);
  static_assert(same_axes<decltype(einsum<"ii->i">(tensor<int, seq, 5>{})), seq>);
}

TEST_CASE("einsum: one operand whose axes only move is viewed", "[ops][einsum]") {
  auto x = example<float, seq, d_k>();
  const auto turned = einsum<"s d -> d s">(x);
  CHECK(turned.data() == x.data());
  CHECK(same(turned, transpose<seq, d_k>(x)));
  auto square = example<float, 4, 4>();
  const auto diagonal = einsum<"ii->i">(square);
  CHECK(diagonal.data() == square.data());
  diagonal(2) = 100;
  CHECK(square(2, 2) == 100);
  // A temporary owns what it gives.
  const auto owned = einsum<"ij->ji">(example<float, 3, 5>());
  CHECK(same(owned, transpose<0, 1>(example<float, 3, 5>())));
  const auto owned_diagonal = einsum<"ii->i">(example<float, 4, 4>());
  static_assert(std::is_same_v<decltype(owned_diagonal), const tensor<float, 4>>);
  CHECK(owned_diagonal(3) == example<float, 4, 4>()(3, 3));
  static_assert(std::is_same_v<decltype(einsum<"ij->ij">(example<float, 3, 5>())), tensor<float, 3, 5>>);
  // A diagonal of a view, and of a slice.
  CHECK(same(einsum<"ii->i">(transpose<0, 1>(square)), diagonal));
  const auto wide = example<float, 6, 9>();
  CHECK(is_einsum<"ii->i">(slice<1, 2, 8>(wide)));
}

TEST_CASE("einsum: views and slices of any strides", "[ops][einsum]") {
  const auto wide = example<float, 40, 50>();
  const auto other = example<float, 60, 70>(3);
  const auto a = slice<0, 3, 26>(slice<1, 4, 41>(wide));   // [23, 37]
  const auto b = slice<0, 5, 42>(slice<1, 6, 47>(other));  // [37, 41]
  CHECK(is_einsum<"ij,jk->ik">(a, b));
  CHECK(is_einsum<"ij,jk->ki">(a, b));
  CHECK(is_einsum<"ji,kj->ik">(transpose<0, 1>(a), transpose<0, 1>(b)));
  CHECK(is_einsum<"ij,jk->ik">(contiguous(a), transpose<0, 1>(contiguous(transpose<0, 1>(b)))));
  const auto x = example<float, 6, 8, 12, 10>();
  const auto part = slice<0, 1, 5>(slice<1, 2, 7>(slice<2, 1, 11>(slice<3, 3, 9>(x))));  // [4, 5, 10, 6]
  CHECK(is_einsum<"abcd,cde->abe">(part, example<float, 10, 6, 7>()));
  CHECK(is_einsum<"abcd,cde->eba">(part, example<float, 10, 6, 7>()));
  CHECK(is_einsum<"abcd,dce->abe">(part, example<float, 6, 10, 7>()));
  CHECK(is_einsum<"abcd,ebca->de">(part, example<float, 7, 5, 10, 4>()));
  CHECK(is_einsum<"abcd,abcd->abcd">(part, part));
  CHECK(is_einsum<"abcd,efcd->abef">(part, part));
  CHECK(is_einsum<"abcd,efcd->afbe">(part, part));
  CHECK(is_einsum<"abcd,abef->cfed">(part, part));
  CHECK(is_einsum<"aacd,aaef->cfed">(slice<1, 0, 4>(part), slice<1, 1, 5>(part)));
}

TEST_CASE("einsum: composes attention as the article writes it", "[ops][einsum]") {
  const auto q = example<float, batch, seq, d_model>();
  const auto k = example<float, batch, keys, d_model>(2);
  const auto v = example<float, batch, keys, d_model>(9);
  const auto q_heads = split<d_model, heads, d_k>(q);
  const auto k_heads = split<d_model, heads, d_k>(k);
  const auto v_heads = split<d_model, heads, d_k>(v);
  const auto scores =
      einsum<"b q h d, b k h d -> b h q k">(q_heads, k_heads) / sqrt_of<d_k>;  // [batch, heads, seq, keys]
  const auto weights = softmax<keys>(scores);
  const auto context = einsum<"b h q k, b k h d -> b q h d">(weights, v_heads);  // [batch, seq, heads, d_k]
  const auto merged = merge<heads, d_k, d_model>(context);
  static_assert(same_axes<decltype(merged), batch, seq, d_model>);
  const auto by_matmul = matmul(
      softmax<keys>(matmul(transpose<seq, heads>(q_heads), transpose<keys, d_k>(transpose<keys, heads>(k_heads))) /
                    sqrt_of<d_k>),
      transpose<keys, heads>(v_heads));
  CHECK(close(context, transpose<seq, heads>(by_matmul), 1e-5));
}

TEST_CASE("einsum: bounded axes have the extents of the call", "[ops][einsum]") {
  for (const index_t length : {0, 1, 2, 7, 17, 40}) {
    CAPTURE(length);
    const auto x = with_examples(tensor<float, tokens, d_model>(extents{length}));
    const auto y = with_examples(tensor<float, others, d_model>(extents{7}), 4);
    CHECK(is_einsum<"td,od->to">(x, y));
    CHECK(is_einsum<"td,od->ot">(x, y));
    CHECK(is_einsum<"td,te->de">(rename<d_model, axis{"e", 12}>(x), x));
    CHECK(is_einsum<"td->">(x));
    CHECK(is_einsum<"td->d">(x));
    CHECK(is_einsum<"td->dt">(x));
    CHECK(is_einsum<"td,de,oe->to">(x, example<float, d_model, 12>(), y));
    const auto scores = einsum<"t d, o d -> t o">(x, y);
    static_assert(same_axes<decltype(scores), tokens, others>);
    CHECK(scores.shape() == shape(measured(tokens, length), measured(others, 7)));
    const auto moved = einsum<"td->dt">(with_examples(tensor<float, tokens, d_model>(extents{length})));
    CHECK(same(moved, einsum<"td->dt">(x)));
    const auto columns = with_examples(tensor<float, d_model, tokens>(extents{length}));
    CHECK(is_einsum<"dt,td->t">(columns, x));
    CHECK(is_einsum<"dt,tf->df">(columns, rename<d_model, axis{"f", 12}>(x)));
  }
  const tensor<float, tokens, d_model> five(extents{5}), six(extents{6});
  CHECK(raises<shape_mismatch>(
      [&] { static_cast<void>(einsum<"t d, t d -> t">(five, six)); },
      "einsum: 't' differs: [tokens=5, d_model=12] x [tokens=6, d_model=12]: tokens=5 is not tokens=6"));
  CHECK(raises<shape_mismatch>(
      [&] { static_cast<void>(einsum<"... d, ... d -> ...">(five, six)); },
      "einsum: '...' differs: [tokens=5, d_model=12] x [tokens=6, d_model=12]: tokens=5 is not tokens=6"));
  const tensor<float, tokens, others> oblong(extents{5, 6});
  CHECK(raises<shape_mismatch>(
      [&] {
        static_cast<void>(einsum<"t o, o t -> t">(oblong, tensor<float, others, tokens>(extents{6, 4})));
      },
      "einsum: 't' differs: [tokens=5, others=6] x [others=6, tokens=4]: tokens=5 is not tokens=4"));
  // What two bounded axes without a name may be, the call decides.
  constexpr axis any{at_most{9}};
  CHECK(einsum<"ii->">(tensor<int, any, any>(extents{2, 2}, [](index_t i, index_t j) { return i + j; }))() == 2);
  CHECK(raises<shape_mismatch>(
      [&] {
        static_cast<void>(einsum<"ii->">(tensor<int, any, any>(extents{2, 3})));
      },
      "einsum: 'i' differs: [2, 3]: 2 is not 3"));
}

TEST_CASE("einsum: every element type has its own arithmetic", "[ops][einsum]") {
  const tensor<std::uint16_t, 2> large{255, 65535};
  CHECK(raises<unrepresentable>([&] { static_cast<void>(einsum<"i,i->">(large, large)); },
                                "einsum: a result does not fit elements of uint16, did you mean cast<long long>(a)?"));
  // On the way to a result that fits, nothing overflows.
  CHECK(einsum<"i,i->">(tensor<int, 3>{INT_MAX, INT_MAX, 1}, tensor<int, 3>{INT_MAX, -INT_MAX, 7})() == 7);
  CHECK(einsum<"i,i->">(tensor<long, 2>{1, 2}, tensor<twin_of_long, 2>{3, 4})() == 11);
  const tensor<std::int8_t, 2> small{3, -4};
  CHECK(einsum<"i,i->">(small, small)() == 25);
  const tensor<bool, 2, 2> reach{false, true, true, false};
  CHECK(same(einsum<"ij,jk->ik">(reach, reach), tensor<bool, 2, 2>{true, false, false, true}));
  // Many terms of one number are added up in double.
  const tensor<float, 100000> tenths([](index_t) { return 0.1f; });
  CHECK(einsum<"i->">(tenths)() == sum(tenths));
  CHECK(einsum<"i,i->">(tenths, tenths)() == Approx(1000.0).epsilon(1e-6));
  CHECK(std::isnan(einsum<"i->">(tensor<float, 2>{1, std::numeric_limits<float>::quiet_NaN()})()));
}

TEST_CASE("einsum: works in constant evaluation", "[ops][einsum]") {
  constexpr auto product = [] { return einsum<"ij,jk->ik">(example<float, 3, 4>(), example<float, 4, 5>()); }();
  static_assert(same(product, matmul(example<float, 3, 4>(), example<float, 4, 5>())));
  static_assert(einsum<"i,i->">(tensor<int, 3>{1, 2, 3}, tensor<int, 3>{4, 5, 6})() == 32);
  static_assert(einsum<"ii">(tensor<int, 2, 2>{1, 2, 3, 4})() == 5);
  static_assert(same(einsum<"ij->ji">(tensor<int, 2, 2>{1, 2, 3, 4}), tensor<int, 2, 2>{1, 3, 2, 4}));
  static_assert(einsum<"i,ij,j->">(tensor<int, 2>{1, 2}, tensor<int, 2, 2>{1, 2, 3, 4}, tensor<int, 2>{5, 6})() == 95);
  static_assert(same(einsum<"b q h d, b k h d -> b h q k">(example<float, batch, seq, heads, d_k>(),
                                                           example<float, batch, keys, heads, d_k>(3)),
                     matmul(transpose<seq, heads>(example<float, batch, seq, heads, d_k>()),
                            transpose<keys, d_k>(transpose<keys, heads>(example<float, batch, keys, heads, d_k>(3))))));
  constexpr auto bounded = [] {
    return einsum<"t d, o d -> t o">(with_examples(tensor<int, tokens, d_k>(extents{2})),
                                     with_examples(tensor<int, others, d_k>(extents{3})));
  };
  static_assert(bounded().size() == 6);
}

TEST_CASE("einsum: a product of many is made in a cheap order", "[ops][einsum]") {
  // From left to right the first product would have 300 x 300 elements; in this test only the result is seen, in the
  // next assertions the order.
  const auto a = example<float, 300, 2>();
  const auto b = example<float, 2, 300>();
  const auto c = example<float, 300, 3>();
  CHECK(close(einsum<"ij,jk,kl->il">(a, b, c), matmul(a, matmul(b, c)), 1e-3));
  constexpr auto bound = rules::einsum<"ij,jk,kl->il">::bind(shape(300, 2), shape(2, 300), shape(300, 3));
  constexpr rules::einsum_order order(bound);
  static_assert(order.possible && order.count == 2);
  static_assert(order.steps[0].left == 1 && order.steps[0].right == 2);
  static_assert(order.steps[1].left == 0 && order.steps[1].right == 3);
}
