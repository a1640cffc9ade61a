// Which weights can be drawn, and how many labels they take: refused by the compiler where it knows both numbers.
#include <tenon/inspect/heatmap.hpp>

#include <array>
#include <concepts>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/tensor.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;
using inspect::heatmap_text;

namespace {

constexpr axis batch{"batch", 1}, heads{"heads", 2}, seq{"seq", 3}, src{"src", 2}, tokens{"tokens", at_most{8}};
constexpr axis keys = prime(seq);

static_assert(says<rules::heatmap{}, "heatmap: [seq=3] has no two axes for queries and keys">(shape(seq)));
static_assert(says<rules::heatmap{2, 2, true}, "heatmap: 2 labels for seq=3 of [heads=2, seq=3, seq'=3]">(
    shape(heads, seq, keys)));
static_assert(says<rules::heatmap{1, 1, true}, "heatmap: 1 label for seq=3 of [seq=3, seq'=3]">(shape(seq, keys)));
static_assert(says<rules::heatmap{3, 1}, "heatmap: 1 label for src=2 of [seq=3, src=2]">(shape(seq, src)));
static_assert(says<rules::heatmap{3, 3, true},
                   "heatmap: 3 labels for queries and keys alike, but src=2 of [seq=3, src=2], did you mean to give "
                   "labels of both?">(shape(seq, src)));
static_assert(says<rules::heatmap{9, 9, true}, "heatmap: 9 labels for tokens<=8 of [tokens<=8, seq=3]">(
    shape(tokens, seq)));

template <class Weights>
concept takes_two_labels = requires(std::ostream& out, const Weights& weights) {
  { heatmap_text(out, weights, {"a", "b"}) } -> std::same_as<std::ostream&>;
};
static_assert(takes_two_labels<tensor<float, 2, 2>>);
static_assert(takes_two_labels<tensor<float, tokens, prime(tokens)>>);
static_assert(!takes_two_labels<tensor<float, 3, 3>>);
static_assert(!takes_two_labels<tensor<float, 3, 2>>);
static_assert(!takes_two_labels<tensor<float, 2>>);

template <class Weights>
concept takes_one_key = requires(std::ostream& out, const Weights& weights) {
  { heatmap_text(out, weights, {"a", "b"}, {"c"}) } -> std::same_as<std::ostream&>;
};
static_assert(takes_one_key<tensor<float, 2, 1>>);
static_assert(!takes_one_key<tensor<float, 2, 2>>);

template <class... Arguments>
std::string drawn(const Arguments&... arguments) {
  std::ostringstream out;
  heatmap_text(out, arguments...);
  return out.str();
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("labels may be any kind of string in any kind of range") {
  const tensor<float, src, prime(src)> weights{1, 0, 0, 1};
  const auto named = drawn(weights, std::vector<std::string>{"one", "two"});
  CHECK(contains(named, "one │ "));
  CHECK(drawn(weights, std::array<const char*, 2>{"one", "two"}) == named);
  CHECK(drawn(weights, std::vector<std::string_view>{"one", "two"}) == named);
  std::ostringstream in_braces, of_mixed_kinds;
  heatmap_text(in_braces, weights, {"one", "two"});
  CHECK(in_braces.str() == named);
  heatmap_text(of_mixed_kinds, weights, {std::string("one"), u8"two"});
  CHECK(of_mixed_kinds.str() == named);
}

TEST_CASE("options may follow weights or labels") {
  const tensor<float, src, prime(src)> weights{1, 0, 0, 1};
  std::ostringstream out;
  heatmap_text(out, weights, {.title = "One"});
  heatmap_text(out, weights, {"a", "b"}, {.title = "Two"});
  heatmap_text(out, weights, {"a", "b"}, {"c", "d"}, {.title = "Three"});
  heatmap_text(out, weights, std::vector<std::string>{"a", "b"}, {.title = "Four"});
  for (const char* title : {"One [", "Two [", "Three [", "Four ["}) CHECK(contains(out.str(), title));
}

TEST_CASE("one label is a list of labels too") {
  std::ostringstream out;
  heatmap_text(out, tensor<float, 1, 1>{1}, {"one"}, {.title = "Five"});
  heatmap_text(out, tensor<float, 1, 1>{1}, {.title = "Six"});
  heatmap_text(out, tensor<float, 2, 1>{1, 0}, {"a", "b"}, {"one"}, {.title = "Seven"});
  for (const char* part : {"Five [", "one │ ", "Six [", "0 │ ", "Seven ["}) CHECK(contains(out.str(), part));
}

TEST_CASE("without labels positions stand for them") {
  CHECK(contains(drawn(tensor<float, 2, 3>{}), "1 │ "));
}

TEST_CASE("a number of labels known at run time is checked at run time") {
  const tensor<float, batch, heads, seq, keys> weights;
  CHECK(refusal([&] { drawn(weights, std::vector<std::string>{"a", "b"}); }) ==
        "heatmap: 2 labels for seq=3 of [batch=1, heads=2, seq=3, seq'=3]");
  CHECK(raises<shape_mismatch>([&] { drawn(weights, std::vector<std::string>(3), std::vector<std::string>(4)); },
                               "heatmap: 4 labels for seq'=3 of [batch=1, heads=2, seq=3, seq'=3]"));
}

TEST_CASE("a bounded axis takes a label for each place that it has now") {
  const tensor<float, tokens, prime(tokens)> weights(extents{2, 2});
  std::ostringstream out;
  heatmap_text(out, weights, {"a", "b"});
  CHECK(contains(out.str(), "[tokens=2, tokens'=2]"));
  CHECK(refusal([&] { heatmap_text(out, weights, {"a", "b", "c"}); }) ==
        "heatmap: 3 labels for tokens=2 of [tokens=2, tokens'=2]");
}

TEST_CASE("the element type and the layout do not matter") {
  const tensor<float, 2, 3> weights{0, 1, 0, 1, 0, 1};
  const tensor<float, 3, 2> turned{0, 1, 1, 0, 0, 1};
  CHECK(drawn(transpose<0, 1>(turned)) == drawn(weights));
  CHECK(drawn(tensor<bool, 2, 3>{false, true, false, true, false, true}) == drawn(weights));
  CHECK(drawn(tensor<double, 2, 3>{0, 1, 0, 1, 0, 1}) == drawn(weights));
}
