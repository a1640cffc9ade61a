// Views of mdspans, and mdspans of tensors and views: the library's, or a stand-in where it has none.
#include "mdspan_stand_in.hpp"

#include <tenon/interop/mdspan.hpp>

#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

#if defined(__cpp_lib_mdspan)
namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 2}, tokens{"tokens", at_most{4}};
constexpr float constants[] = {1, 2, 3, 4, 5, 6};
using fixed = std::extents<index_t, 3, 2>;
using open = std::extents<index_t, std::dynamic_extent, 2>;

template <class X>
constexpr bool has_steps(const X&, index_t first, index_t second) {
  return X::steps[0] == first && X::steps[1] == second;
}

}  // namespace

static_assert(from_mdspan<seq, d_model>(std::mdspan<const float, fixed>(constants, fixed{}))(2, 1) == 6);
static_assert(std::is_same_v<decltype(from_mdspan<seq, d_model>(std::declval<std::mdspan<float, fixed>>())),
                             packed_view<float, seq, d_model>>);
static_assert(std::is_same_v<decltype(to_mdspan(std::declval<const tensor<float, seq, d_model>&>())),
                             std::mdspan<const float, fixed, std::layout_right>>);
static_assert(std::is_same_v<decltype(to_mdspan(std::declval<tensor<float, tokens, d_model>&>())),
                             std::mdspan<float, open, std::layout_stride>>);

TEST_CASE("an mdspan is a view with the strides of its layout", "[interop]") {
  float values[] = {1, 2, 3, 4, 5, 6};
  const auto left = from_mdspan<seq, d_model>(std::mdspan<float, fixed, std::layout_left>(values, fixed{}));
  CHECK(has_steps(left, 1, 3));
  CHECK(left(1, 1) == 5);
  left(1, 1) = 50;
  CHECK(values[4] == 50);
  const auto measured = from_mdspan<seq, d_model>(std::mdspan<float, open>(values, open({3, 2})));
  CHECK(measured(1, 1) == 4);
  CHECK(from_mdspan<tokens, d_model>(std::mdspan<float, open>(values, open({2, 2}))).extent(0) == 2);
  using one = std::extents<index_t, 2>;
  const std::mdspan<float, one, std::layout_stride> strided(
      values, std::layout_stride::mapping<one>(one{}, std::array<index_t, 1>{3}));
  CHECK(from_mdspan<d_model>(strided)(1) == 4);
}

TEST_CASE("tensors and views are mdspans of their strides", "[interop]") {
  auto x = example<float, seq, d_model>();
  const auto turned = transpose<seq, d_model>(x);
  const auto m = to_mdspan(turned);
  CHECK(m.data_handle() == x.data());
  CHECK(m.extent(0) == 2);
  CHECK(m.stride(0) == 1);
  CHECK(m.stride(1) == 2);
  CHECK(same(from_mdspan<d_model, seq>(m), turned));
  CHECK(same(from_mdspan<seq, d_model>(to_mdspan(x)), x));
  tensor<float, tokens, d_model> y(extents{2});
  CHECK(to_mdspan(y).extent(0) == 2);
  CHECK(to_mdspan(slice<tokens>(y, 1, 2)).data_handle() == y.data() + 2);
}

TEST_CASE("extents that an mdspan knows at run time are checked then", "[interop]") {
  float values[10] = {};
  CHECK(raises<shape_mismatch>(
      [&] {
        static_cast<void>(from_mdspan<seq, d_model>(std::mdspan<float, open>(values, open({4, 2}))));
      },
      "from_mdspan: [4, 2] is not [seq=3, d_model=2]: 4 is not seq=3"));
  CHECK(raises<shape_mismatch>(
      [&] {
        static_cast<void>(from_mdspan<tokens, d_model>(std::mdspan<float, open>(values, open({5, 2}))));
      },
      "from_mdspan: [5, 2] is not [tokens<=4, d_model=2]: 5 is more than tokens<=4"));
}
#endif

TEST_CASE("which mdspan is tested", "[interop]") {
#if defined(TENON_TEST_MDSPAN_STAND_IN)
  WARN("the standard library has no <mdspan>: a stand-in is tested");
#elif !defined(__cpp_lib_mdspan)
  WARN("<mdspan> needs a later standard: std::mdspan is not tested");
#endif
  SUCCEED();
}
