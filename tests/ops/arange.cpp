// arange<axis>().
#include <tenon/ops/arange.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 5}, tokens{"tokens", at_most{8}};

template <axis Along>
concept has_arange = requires { arange<Along>(); };
template <axis Along, class X>
concept has_arange_of = requires(X x) { arange<Along>(x); };

static_assert(same(arange<4>(), tensor<index_t, 4>{0, 1, 2, 3}) && same(arange<seq>(), tensor<index_t, seq>{0, 1, 2, 3, 4}));
static_assert(same(arange<seq>(tensor<float, 2, seq>{}), arange<seq>()) && same(arange<1>(), tensor<index_t, 1>{0}));
static_assert(has_arange<seq> && !has_arange<tokens>);
static_assert(has_arange_of<tokens, tensor<float, tokens>> && !has_arange_of<seq, tensor<float, tokens>> && !has_arange_of<seq, int>);
static_assert(!has_arange_of<5, tensor<float, 5>>);

}  // namespace

TEST_CASE("a bounded axis is counted as long as it is now") {
  for (const index_t n : {0, 1, 5, 8}) {
    const tensor<float, 3, tokens> x(extents{n});
    const auto y = arange<tokens>(x);
    REQUIRE(y.shape() == shape(measured(tokens, n)));
    for (index_t i = 0; i < n; ++i) CHECK(y(i) == i);
    CHECK(same(arange<tokens>(transpose<0, 1>(x)), y));
  }
}
