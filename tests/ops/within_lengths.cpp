// Masks of what is real in batches of unequal lengths.
#include <tenon/ops/within_lengths.hpp>

#include <cstdint>

#include <tenon/ops/rename.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {
constexpr axis batch{"batch", 3}, seq{"seq", 4}, d_model{"d_model", 2}, tokens{"tokens", at_most{6}},
    texts{"texts", at_most{5}};
}  // namespace

static_assert([] {
  const tensor<index_t, batch> lengths{4, 0, 3};
  const auto mask = within_lengths<seq>(lengths);
  static_assert(std::is_same_v<decltype(mask), const tensor<bool, batch, seq>>);
  return same(mask, tensor<bool, batch, seq>{1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0});
}());
static_assert(within_lengths<seq>(tensor<std::uint8_t>{2})(1) && !within_lengths<seq>(tensor<std::uint8_t>{2})(2));

TEST_CASE("a mask is as long as the axis of another operand") {
  const tensor<float, batch, tokens, d_model> x(extents{3});
  const tensor<int, batch> lengths{3, 1, 0};
  const auto mask = within_lengths<tokens>(lengths, x);
  static_assert(same_axes<decltype(mask), batch, tokens>);
  CHECK(mask.extent(1) == 3);
  CHECK(same(mask, tensor<bool, batch, tokens>{1, 1, 1, 1, 0, 0, 0, 0, 0}));
  const auto keys = within_lengths<prime(tokens)>(lengths, x);
  static_assert(same_axes<decltype(keys), batch, prime(tokens)>);
  CHECK(same(rename<prime(tokens), tokens>(keys), mask));
  CHECK(within_lengths<tokens>(tensor<int, batch>{}, tensor<float, batch, tokens>{}).size() == 0);
}

TEST_CASE("lengths may be a view, of several axes, and of any number of texts") {
  const tensor<index_t, 2, batch> lengths{1, 2, 3, 4, 0, 1};
  const auto mask = within_lengths<seq>(transpose<0, 1>(lengths));  // [batch, 2, seq]
  CHECK(mask(0, 1, 3));
  CHECK(!mask(1, 1, 0));
  CHECK(mask(2, 0, 2));
  CHECK(!mask(2, 0, 3));
  const tensor<std::uint64_t, texts> few{2, 1};
  const auto open = within_lengths<tokens>(few, tensor<float, texts, tokens>(extents{2, 2}));
  static_assert(same_axes<decltype(open), texts, tokens>);
  CHECK(open(0, 1));
  CHECK(!open(1, 1));
}

TEST_CASE("a length outside the axis of this call is refused") {
  const tensor<float, batch, tokens, d_model> x(extents{3});
  CHECK(raises<out_of_range>(
      [&] {
        static_cast<void>(within_lengths<tokens>(tensor<int, batch>{1, 4, 2}, x));
      },
      "within_lengths: length 4 is not within tokens=3"));
  CHECK(raises<out_of_range>(
      [&] {
        static_cast<void>(within_lengths<seq>(tensor<int, batch>{1, -1, 2}));
      },
      "within_lengths: length -1 is not within seq=4"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(within_lengths<seq>(tensor<std::uint64_t, 1>(UINT64_MAX))); },
                             "within_lengths: length 18446744073709551615 is not within seq=4"));
  CHECK(raises<shape_mismatch>(
      [&] {
        static_cast<void>(within_lengths<tokens>(tensor<int, texts>{1, 2}, tensor<float, texts, tokens>(extents{3, 2})));
      },
      "within_lengths: lengths [texts=2] are not those of [texts=3, tokens=2]: texts=2 is not texts=3"));
}
