// The embedding: rows of a table, and ids that are not in it.
#include <tenon/nn/embedding.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis vocab{"vocab", 3}, features{"features", 4}, batch{"batch", 2}, seq{"seq", 3}, tokens{"tokens", at_most{6}};
using table = nn::embedding<float, vocab, features>;

// Row i of the table is 10 i, 10 i + 1, ...
constexpr table counted() {
  table result;
  for (index_t row = 0; row < 3; ++row)
    for (index_t i = 0; i < 4; ++i) result.weight(row, i) = static_cast<float>(10 * row + i);
  return result;
}

template <class Id>
constexpr bool takes_ids_of() {
  const auto x = counted()(tensor<Id, seq>{2, 0, 1});
  return std::is_same_v<decltype(x), const tensor<float, seq, features>> && x(0, 0) == 20 && x(0, 3) == 23 &&
         x(1, 1) == 1 && x(2, 2) == 12;
}
static_assert(takes_ids_of<std::int8_t>() && takes_ids_of<std::uint8_t>() && takes_ids_of<std::int16_t>());
static_assert(takes_ids_of<int>() && takes_ids_of<unsigned>() && takes_ids_of<long>() && takes_ids_of<unsigned long>());
static_assert(takes_ids_of<long long>() && takes_ids_of<unsigned long long>() && takes_ids_of<index_t>());

}  // namespace

TEST_CASE("a table can lie in memory of the user's, and be stored as bfloat16") {
  static constexpr float memory[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  using borrower = nn::embedding<float, vocab, features, nn::borrowed>;
  static_assert(borrower(memory)(tensor<int, seq>{2, 1, 0})(0, 3) == 23);
  static_assert(sizeof(borrower) == sizeof(void*));
  table owner = counted();
  const borrower borrowing(owner.weight);
  owner.weight(1, 2) = 0.3f;
  const tensor<int, seq> ids{1, 1, 2};
  CHECK(borrowing(ids)(0, 2) == 0.3f);
  CHECK(&borrowing.row(1)(2) == &owner.weight(1, 2));

  random::generator source(7), again(7);
  const table drawn(source);
  const nn::embedding<float, vocab, features, nn::weights<bfloat16>> halves(again);
  tensor<float, seq, features> rows;
  halves.forward(ids, rows);
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 4; ++k) CHECK(rows(i, k) == static_cast<float>(bfloat16(drawn.weight(ids(i), k))));
}

TEST_CASE("an embedding gives the row of each id, whatever axes the ids have", "[nn]") {
  const table embed = counted();
  const auto one = embed(tensor<index_t>(1));
  static_assert(std::is_same_v<std::remove_const_t<decltype(one)>, tensor<float, features>>);
  CHECK(one(3) == 13);
  const auto many = embed(tensor<index_t, batch, seq>{0, 1, 2, 2, 1, 0});
  static_assert(std::is_same_v<std::remove_const_t<decltype(many)>, tensor<float, batch, seq, features>>);
  CHECK(many(0, 2, 1) == 21);
  CHECK(many(1, 0, 1) == 21);
  CHECK(many(1, 2, 3) == 3);
}

TEST_CASE("ids may be a view, transposed or not", "[nn]") {
  const table embed = counted();
  const tensor<index_t, seq, batch> ids{0, 1, 2, 0, 1, 2};
  const tensor<index_t, batch, seq> flipped = transpose<0, 1>(ids);
  CHECK(same(embed(transpose<0, 1>(ids)), embed(flipped)));
  CHECK(same(embed(transpose<0, 1>(tensor<index_t, seq, batch>(ids))), embed(flipped)));
  const tensor<index_t, 2, batch> rest{2, 0, 1, 2};
  CHECK(worst(elements_of(embed(slice<seq, 1, 3>(ids))), elements_of(embed(rest))) == 0);
}

TEST_CASE("an id outside the table is refused by name", "[nn]") {
  const table embed = counted();
  CHECK(raises<out_of_range>([&] { static_cast<void>(embed(tensor<int, seq>{0, 3, 1})); }, "embedding: id 3 is outside vocab=3"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(embed(tensor<int, seq>{0, -1, 1})); }, "embedding: id -1 is outside vocab=3"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(embed(tensor<std::uint8_t, seq>{255, 0, 0})); }, "embedding: id 255 is outside vocab=3"));
  const tensor<std::uint64_t, 1> huge{18446744073709551615U};
  CHECK(raises<out_of_range>([&] { static_cast<void>(embed(huge)); }, "embedding: id 18446744073709551615 is outside vocab=3"));
}

TEST_CASE("a bounded number of ids gives as many rows, none included", "[nn]") {
  const table embed = counted();
  CHECK(embed(tensor<index_t, tokens>{}).extent(0) == 0);
  for (const index_t extent : {0, 1, 6}) {
    const auto x = embed(tensor<index_t, tokens>(extents{extent}, [](index_t i) { return i % 3; }));
    static_assert(std::is_same_v<std::remove_const_t<decltype(x)>, tensor<float, tokens, features>>);
    REQUIRE(x.extent(0) == extent);
    for (index_t i = 0; i < extent; ++i) CHECK(x(i, 2) == static_cast<float>(10 * (i % 3) + 2));
  }
  CHECK(raises<out_of_range>([&] { static_cast<void>(embed(tensor<index_t, tokens>{0, 7})); }, "embedding: id 7 is outside vocab=3"));
}

TEST_CASE("a row of the table is a view, and a copy where the table is a temporary", "[nn]") {
  table embed = counted();
  CHECK(embed.row(1)(2) == 12);
  static_assert(same_axes<decltype(embed.row(1)), features>);
  static_assert(!std::is_same_v<decltype(embed.row(1)), tensor<float, features>>);
  static_assert(std::is_same_v<decltype(counted().row(1)), tensor<float, features>>);
  const auto kept = counted().row(2);
  CHECK(kept(1) == 21);
  CHECK(refusal([&] { static_cast<void>(embed.row(3)); }) == "row: index 3 is outside vocab=3 of [vocab=3, features=4]");
}

TEST_CASE("an embedding starts with the numbers of nn.Embedding, bit for bit", "[nn]") {
  random::generator source{42};
  const nn::embedding<float, vocab, axis{"d_model", 8}> embed(source);
  CHECK(same_bits(embed.weight, golden_as<float, vocab, axis{"d_model", 8}>("article/embedding")));
}

namespace {

// Ids are whole numbers: numbers with a fraction and bools are no ids.
template <class X>
concept ids = requires(const table& embed, const X& x) { sizeof(embed(x)); };
static_assert(ids<tensor<int, seq>> && !ids<tensor<float, seq>> && !ids<tensor<double, seq>> && !ids<tensor<bool, seq>>);

constinit table in_static_memory = counted();

}  // namespace

TEST_CASE("a small table is made before the program starts", "[nn]") {
  CHECK(in_static_memory(tensor<int, 1>{1})(0, 0) == 10);
}
