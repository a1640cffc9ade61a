// contiguous(x).
#include <tenon/ops/contiguous.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

static_assert(same(contiguous(transpose<0, 1>(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6})), tensor<int, 3, 2>{1, 4, 2, 5, 3, 6}));
static_assert(std::is_same_v<decltype(contiguous(transpose<0, 1>(tensor<int, 2, 3>{}))), tensor<int, 3, 2>>);

TEST_CASE("an lvalue is copied, a packed temporary is passed on") {
  auto x = example<float, 35, 33>();
  const float* memory = x.data();
  CHECK(contiguous(x).data() != memory);
  CHECK(same(contiguous(transpose<0, 1>(x)), transpose<0, 1>(x)));
  CHECK(contiguous(std::move(x)).data() == memory);
}
