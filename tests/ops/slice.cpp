// slice: a part of an axis.
#include <tenon/ops/slice.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 5}, d_model{"d_model", 4}, window{"window", 2}, tokens{"tokens", at_most{8}};

template <class X, index_t Begin, index_t End>
concept has_part = requires(X x) { slice<0, Begin, End>(x); };

}  // namespace

static_assert(same(slice<0, 1, 3>(tensor<int, 4>{1, 2, 3, 4}), tensor<int, 2>{2, 3}));
static_assert(same(slice<0, 2>(tensor<int, 4>{1, 2, 3, 4}, 2), tensor<int, 2>{3, 4}));
static_assert(same_axes<decltype(slice<seq, 1, 3>(tensor<float, 2, seq>{})), 2, axis{"seq", 2}>);
static_assert(same_axes<decltype(slice<seq, window>(tensor<float, seq, d_model>{}, 0)), window, d_model>);
static_assert(same_axes<decltype(slice<tokens>(tensor<float, tokens, d_model>{}, 0, 0)), tokens, d_model>);
static_assert(has_part<tensor<int, 3>, 0, 3> && !has_part<tensor<int, 3>, 0, 4> && !has_part<tensor<int, 3>, -1, 2> && !has_part<tensor<int, 3>, 2, 2>);

TEST_CASE("parts of a view are where they were") {
  auto x = example<int, seq, d_model>();
  const auto middle = slice<d_model, 1, 3>(slice<seq, 2, 5>(transpose<seq, d_model>(x)));  // [2, 3]
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) CHECK(&middle(i, j) == &x(j + 2, i + 1));
  slice<seq, window>(x, 3)(1, 0) = 99;
  CHECK(x(4, 0) == 99);
}

TEST_CASE("a window outside the axis is refused") {
  tensor<float, seq, d_model> x;
  CHECK(raises<out_of_range>([&] { static_cast<void>(slice<seq, window>(x, 4)); }, "slice: 4 to 6 is not within seq=5 of [seq=5, d_model=4]"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(slice<seq, window>(x, -1)); }, "slice: -1 to 1 is not within seq=5 of [seq=5, d_model=4]"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(slice<seq, window>(x, INTPTR_MAX)); },
                             "slice: 9223372036854775807 to 9223372036854775807 is not within seq=5 of [seq=5, d_model=4]"));
  CHECK_FALSE(raises<out_of_range>([&] { static_cast<void>(slice<seq, window>(x, 3)); }, ""));
}

TEST_CASE("a part of a bounded axis has the extent of this moment") {
  auto x = with_examples(tensor<int, tokens, d_model>(extents{6}));
  const auto part = slice<tokens>(x, 2, 5);
  CHECK(part.shape() == shape(measured(tokens, 3), d_model));
  CHECK(&part(0, 0) == &x(2, 0));
  CHECK(slice<tokens>(x, 6, 6).size() == 0);
  CHECK(slice<tokens>(tensor<int, tokens>{}, 0, 0).size() == 0);
  const tensor<int, tokens, d_model> stored = slice<tokens>(part, 1, 3);
  CHECK(stored(1, 3) == x(4, 3));
  for (const auto& [begin, end] : {std::pair<index_t, index_t>{0, 7}, {-1, 2}, {4, 3}, {7, 7}, {INTPTR_MIN, INTPTR_MAX}}) {
    CHECK(raises<out_of_range>([&] { static_cast<void>(slice<tokens>(x, begin, end)); },
                               "slice: " + std::to_string(begin) + " to " + std::to_string(end) +
                                   " is not within tokens=6 of [tokens=6, d_model=4]"));
  }
}
