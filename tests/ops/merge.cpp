// merge<parts..., whole>(x).
#include <tenon/ops/merge.hpp>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, heads{"heads", 2}, d_k{"d_k", 4}, d_model{"d_model", 8};
constexpr axis batch{"batch", at_most{4}}, tokens{"tokens", at_most{8}}, rows{"rows", at_most{32}};

template <class X, auto... Arguments>
concept merges = requires(X x) { merge<Arguments...>(x); };

}  // namespace

// Parts by position, from either end; the whole by its extent or its name.
static_assert(same(merge<0, 1, 6>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}), tensor<int, 6>{1, 2, 3, 4, 5, 6}));
static_assert(same_axes<decltype(merge<-2, -1, d_model>(tensor<int, seq, 2, 4>{})), seq, d_model>);
static_assert(same_axes<decltype(merge<0, 1, 2, 3, 4, 5, 6, 7, axis{"all", 256}>(tensor<int, 2, 2, 2, 2, 2, 2, 2, 2>{})), axis{"all", 256}>);
static_assert(same_axes<decltype(merge<0, 1, axis{6}>(tensor<int, 2, 3>{})), 6>);

// Elements that do not lie as one are not merged by a copy that nobody asked for.
using context = decltype(transpose<seq, heads>(std::declval<tensor<float, heads, seq, d_k>&>()));
static_assert(!merges<context, heads, d_k, d_model> && merges<decltype(contiguous(std::declval<context>())), heads, d_k, d_model>);
static_assert(merges<context&, heads, axis{"heads_again", 2}>);
using half_of_each = decltype(slice<d_k, 0, 2>(std::declval<tensor<float, heads, seq, d_k>&>()));
static_assert(merges<half_of_each, heads, seq, 6> && !merges<half_of_each, seq, axis{"d_k", 2}, 6>);
static_assert(!merges<tensor<int, 2, 3>, 0, 1, 7> && !merges<tensor<int, 2, 3, 4>, 0, 2, 8> && !merges<tensor<int, 2, 3>, 1, 0, 6>);

TEST_CASE("neighbours merge in the middle of a view") {
  const auto x = example<float, 5, 2, 4, 3>();
  const auto y = merge<1, 2, d_model>(transpose<0, 3>(x));  // [3, d_model, 5]
  for (index_t a = 0; a < 3; ++a)
    for (index_t b = 0; b < 8; ++b)
      for (index_t c = 0; c < 5; ++c) CHECK(&y(a, b, c) == &x(c, b / 4, b % 4, a));
}

TEST_CASE("bounded axes merge into a bounded axis of their product") {
  for (const index_t n : {0, 1, 4})
    for (const index_t m : {0, 1, 8}) {
      const auto x = with_examples(tensor<float, batch, tokens, 3>(extents{n, m}));
      const auto y = merge<batch, tokens, rows>(x);
      CHECK(y.shape() == shape(measured(rows, n * m), 3));
      CHECK(y.data() == x.data());
    }
}

TEST_CASE("whether bounded axes lie as one shows at run time") {
  auto x = with_examples(tensor<float, batch, tokens, 3>(extents{2, 5}));
  const auto part = slice<tokens>(x, 1, 3);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(merge<batch, tokens, rows>(part)); },
                               "merge: batch=2 and tokens=2 of [batch=2, tokens=2, 3] are not contiguous, did you mean "
                               "merge<...>(contiguous(x))?"));
  CHECK(same(merge<batch, tokens, rows>(contiguous(part)), merge<batch, tokens, rows>(contiguous(slice<tokens>(x, 1, 3)))));
  CHECK(merge<tokens, 2, axis{"cells", at_most{24}}>(part)(1, 5) == x(1, 2, 2));
}
