// fix<axis>(x) and widen<axis>(x).
#include <tenon/ops/bounds.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis tokens{"tokens", at_most{8}}, more{"tokens", at_most{600}}, five{"tokens", 5}, seq{"seq", 3};

template <class X, axis To>
concept has_fix = requires(X x) { fix<To>(x); };
template <class X, axis To>
concept has_widen = requires(X x) { widen<To>(x); };

static_assert(same(fix<five>(tensor<int, tokens>{1, 2, 3, 4, 5}), tensor<int, five>{1, 2, 3, 4, 5}));
static_assert(widen<tokens>(tensor<int, five>{1, 2, 3, 4, 5}).shape() == shape(measured(tokens, 5)));
static_assert(same(fix<five>(widen<tokens>(tensor<int, five>{1, 2, 3, 4, 5})), tensor<int, five>{1, 2, 3, 4, 5}));
static_assert(same_axes<decltype(widen<more>(tensor<int, tokens, seq>{})), more, seq>);
static_assert(has_fix<tensor<int, tokens>, five> && !has_fix<tensor<int, five>, five> && !has_fix<tensor<int, tokens>, seq>);
static_assert(!has_fix<tensor<int, tokens>, axis{"tokens", 9}> && !has_fix<tensor<int, tokens>, tokens> && !has_fix<tensor<int, tokens>, 5>);
static_assert(has_widen<tensor<int, five>, tokens> && has_widen<tensor<int, tokens>, more> && !has_widen<tensor<int, more>, tokens>);
static_assert(!has_widen<tensor<int, five>, five> && !has_widen<tensor<int, five>, axis{"tokens", at_most{4}}> && !has_widen<int, tokens>);

}  // namespace

TEST_CASE("fixed and widened again, elements and extents are the same, for any layouts") {
  for (const index_t n : {0, 1, 5, 8}) {
    const auto x = with_examples(tensor<float, seq, tokens, 2>(extents{n}));
    const auto wide = widen<more>(x);
    CHECK(wide.shape() == shape(seq, measured(more, n), 2));
    CHECK(wide.capacity == 3600);
    bool all = true;
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < n; ++j) all = all && wide(i, j, 1) == x(i, j, 1);
    CHECK(all);
    CHECK(same(widen<more>(transpose<0, 2>(x)), transpose<0, 2>(wide)));
    if (n != 5) {
      CHECK(raises<shape_mismatch>([&] { static_cast<void>(fix<five>(x)); }, "fix: tokens=" + std::to_string(n) + " is not tokens=5 in [seq=3, tokens=" +
                                                              std::to_string(n) + ", 2]"));
      continue;
    }
    CHECK(same_axes<decltype(fix<five>(x)), seq, five, 2>);
    CHECK(same(widen<tokens>(fix<five>(x)), x));
    CHECK(same(fix<five>(transpose<0, 1>(x)), transpose<0, 1>(fix<five>(x))));
  }
}

TEST_CASE("a widened tensor has room to the bound") {
  auto x = widen<tokens>(example<float, five>());
  CHECK(x.extent(0) == 5);
  x = tensor<float, tokens>{1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(x(7) == 8);
}
