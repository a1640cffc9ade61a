// row<axis>(x, i).
#include <tenon/ops/row.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {
constexpr axis seq{"seq", 3}, d_model{"d_model", 4}, tokens{"tokens", at_most{8}};
}  // namespace

static_assert(row(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}, 1)(2) == 6 && row<1>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}, 1)(1) == 5);
static_assert(row(tensor<int, 3>{1, 2, 3}, 2)() == 3);
static_assert(same_axes<decltype(row<seq>(tensor<float, 2, seq, d_model>{}, 0)), 2, d_model>);

TEST_CASE("a row is written through") {
  auto x = example<int, seq, d_model>();
  row<d_model>(x, 1)(2) = 99;
  CHECK(x(2, 1) == 99);
  row(row(x, 0), 3)() = 98;
  CHECK(x(0, 3) == 98);
  row<d_model>(transpose<0, 1>(x), 0)(1) = 97;
  CHECK(x(1, 0) == 97);
}

TEST_CASE("an index outside the axis is refused") {
  tensor<float, seq, d_model> x;
  CHECK(raises<out_of_range>([&] { static_cast<void>(row(x, 3)); }, "row: index 3 is outside seq=3 of [seq=3, d_model=4]"));
  CHECK(raises<out_of_range>([&] { static_cast<void>(row<d_model>(x, -1)); }, "row: index -1 is outside d_model=4 of [seq=3, d_model=4]"));
  tensor<float, tokens, 2> y(extents{5});
  CHECK(raises<out_of_range>([&] { static_cast<void>(row(y, 5)); }, "row: index 5 is outside tokens=5 of [tokens=5, 2]"));
  CHECK(refusal([&] { static_cast<void>(row(std::move(y), 5)); }) == "row: index 5 is outside tokens=5 of [tokens=5, 2]");
  CHECK(y.size() == 10);
}
