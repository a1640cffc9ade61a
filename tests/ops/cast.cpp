// cast<T>(x).
#include <tenon/ops/cast.hpp>

#include <cstdint>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/panel_tensor.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}};

template <class T, class X>
concept has_cast = requires(X x) { cast<T>(x); };

static_assert(same(cast<int>(tensor<float, 4>{-1.75, 0, 0.5, 2}), tensor<int, 4>{-1, 0, 0, 2}));
static_assert(same(cast<float>(tensor<bool, 2>{true, false}), tensor<float, 2>{1, 0}));
static_assert(same(cast<bool>(tensor<double, 3>{0, 0.25, -1}), tensor<bool, 3>{false, true, true}));
static_assert(same(cast<std::uint8_t>(tensor<int, 2>{200, 3}), tensor<std::uint8_t, 2>{200, 3}));
static_assert(cast<double>(tensor<float>{0.5})() == 0.5);
static_assert(std::is_same_v<decltype(cast<index_t>(tensor<int, seq, tokens>{})), tensor<index_t, seq, tokens>>);
static_assert(has_cast<float, tensor<int, 2>> && !has_cast<float, int> && !has_cast<void, tensor<int, 2>> && !has_cast<float*, tensor<int, 2>>);

}  // namespace

TEST_CASE("a cast keeps the shape and packs any layout") {
  const auto x = example<int, seq, d_model>();
  const auto y = cast<float>(transpose<0, 1>(x));
  bool all = true;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j) all = all && y(j, i) == static_cast<float>(x(i, j));
  CHECK(all);
  CHECK(same(cast<int>(y), transpose<0, 1>(x)));
  CHECK(same(cast<double>(broadcast_to<2, 3, 5>(x)), broadcast_to<2, 3, 5>(cast<double>(x))));
}

TEST_CASE("bounded axes are cast at every extent") {
  for (const index_t n : {0, 1, 8}) {
    const auto x = with_examples(tensor<int, tokens, 3>(extents{n}));
    CHECK(cast<double>(x).shape() == x.shape());
    CHECK(same(cast<int>(cast<double>(x)), x));
  }
}

TEST_CASE("weights in panels are cast to a packed tensor") {
  const panel_tensor<float, d_model, seq> weight = example<float, d_model, seq>();
  CHECK(same(cast<double>(weight), example<double, d_model, seq>()));
}
