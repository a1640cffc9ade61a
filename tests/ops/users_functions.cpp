// A function of a user's: for tensors and views of any batch and any number of tokens.
#include <tenon/rules/expects.hpp>

#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/permute.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 4}, d_ff{"d_ff", 5}, tokens{"tokens", at_most{6}};

constexpr expects<"pool", any{"batch"}, any{"seq"}, d_model> what_pool_takes{};

template <shaped X>
  requires fit<what_pool_takes, X>
constexpr auto pool(const X& x) {
  return mean<1>(x);  // [batch, d_model]
}
template <shaped X>
  requires(!fit<what_pool_takes, X>)
TENON_REFUSAL(what_pool_takes, X) pool(const X&);

template <class X>
concept can_pool = requires(const X& x) { pool(x); };

}  // namespace

static_assert(can_pool<tensor<float, batch, seq, d_model>> && can_pool<tensor<double, 7, 1, 4>>);
static_assert(can_pool<tensor<float, batch, tokens, d_model>> && can_pool<packed_view<const float, batch, seq, d_model>>);
static_assert(!can_pool<tensor<float, seq, d_model>> && !can_pool<tensor<float, batch, seq, d_ff>> && !can_pool<int>);
static_assert(sentence<what_pool_takes, tensor<float, batch, seq, d_ff>>() ==
              text("pool: [batch=2, seq=3, d_ff=5] is not [any batch, any seq, d_model=4]: d_ff=5 is not d_model=4"));

TEST_CASE("it takes tensors, views, strided views and temporaries") {
  const auto x = example<float, batch, seq, d_model>();
  const auto wanted = pool(x);
  static_assert(same_axes<decltype(wanted), batch, d_model>);
  CHECK(same(pool(packed_view<const float, batch, seq, d_model>(x.data())), wanted));
  CHECK(same(pool(x * 1), wanted));
  const tensor<float, seq, batch, d_model> other_order = permute<seq, batch, d_model>(x);
  CHECK(same(pool(transpose<seq, batch>(other_order)), wanted));
  CHECK(same(pool(transpose<seq, batch>(tensor<float, seq, batch, d_model>(other_order))), wanted));
}

TEST_CASE("it takes a bounded axis, whatever its extent") {
  tensor<float, batch, tokens, d_model> x(extents{4}, [](index_t i, index_t j, index_t k) { return i * 100 + j * 10 + k; });
  CHECK(pool(x)(1, 2) == 117);
  CHECK(pool(slice<tokens>(x, 1, 3))(1, 2) == 117);
  CHECK(pool(slice<tokens>(x, 0, 1))(1, 2) == 102);
}
