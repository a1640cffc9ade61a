// reshape<axes...>(x).
#include <tenon/ops/reshape.hpp>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", at_most{4}}, tokens{"tokens", at_most{8}}, rows{"rows", at_most{32}}, pairs{"pairs", at_most{4}};

template <class X, axis... Axes>
concept reshapes_to = requires(X x) { reshape<Axes...>(x); };

}  // namespace

// In a reshape a number is an extent.
static_assert(same(reshape<3, 2>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}), tensor<int, 3, 2>{1, 2, 3, 4, 5, 6}));
static_assert(reshape<>(tensor<int, 1, 1>{{7}})() == 7 && reshape<1, 1>(tensor<int>{7})(0, 0) == 7);
static_assert(same(reshape<1, 6, 1>(tensor<int, 6>{1, 2, 3, 4, 5, 6}), tensor<int, 1, 6, 1>{1, 2, 3, 4, 5, 6}));

// Only packed elements have a new shape without a copy.
using turned = decltype(transpose<0, 1>(std::declval<tensor<int, 2, 3>&>()));
static_assert(reshapes_to<tensor<int, 2, 3>, 6> && !reshapes_to<turned, 6> && reshapes_to<decltype(contiguous(std::declval<turned>())), 6>);
static_assert(!reshapes_to<tensor<int, 2, 3>, 7> && !reshapes_to<tensor<int, 2>, 2, 1, 1, 1, 1, 1, 1, 1, 1>);

TEST_CASE("bounded axes keep their extents, a new one takes what is left") {
  const auto x = with_examples(tensor<float, batch, tokens, 3>(extents{2, 5}));
  const auto y = reshape<rows, 3>(x);
  CHECK(y.shape() == shape(measured(rows, 10), 3));
  CHECK(y.data() == x.data());
  CHECK(y(9, 2) == x(1, 4, 2));
  const auto z = reshape<batch, tokens, 3>(reshape<batch, tokens, 3, 1>(x));
  CHECK(same(z, x));
  CHECK(reshape<rows, 3>(tensor<float, batch, tokens, 3>(extents{2, 0})).size() == 0);
  CHECK(reshape<rows, 3>(tensor<float, batch, tokens, 3>{}).size() == 0);
}

TEST_CASE("a bounded axis that cannot take what is left is refused, and nothing changes") {
  auto x = with_examples(tensor<float, tokens>(extents{5}));
  const std::string sentence = "reshape: element counts differ: [tokens=5] has 5, [pairs<=4, 2] has at most 8";
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(reshape<pairs, 2>(x)); }, sentence));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(reshape<pairs, 2>(std::move(x))); }, sentence));
  CHECK(x.size() == 5);
  CHECK(reshape<pairs, 2>(tensor<float, tokens>(extents{6})).shape() == shape(measured(pairs, 3), 2));
}

TEST_CASE("whether a bounded view is contiguous shows at run time") {
  auto x = with_examples(tensor<float, batch, tokens>(extents{2, 5}));
  const auto all = slice<tokens>(x, 0, 5), part = slice<tokens>(x, 0, 3);
  CHECK(same(reshape<rows>(all), reshape<rows>(x)));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(reshape<rows>(part)); },
                               "reshape: [batch=2, tokens=3] is not contiguous, did you mean reshape<...>(contiguous(x))?"));
  CHECK(reshape<rows>(contiguous(part)).size() == 6);
}
