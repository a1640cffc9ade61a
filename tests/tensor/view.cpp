// Views: elements that someone else owns.
#include <tenon/tensor/view.hpp>

#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/tensor.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {
constexpr axis seq{"seq", 3}, d_model{"d_model", 2};
constexpr axis tokens{"tokens", at_most{3}}, batch{"batch", at_most{2}};
constexpr float in_flash[] = {1, 2, 3, 4, 5, 6};
}  // namespace

// Memory of the user's, constant or not.
static_assert(packed_view<const float, seq, d_model>(in_flash)(2, 1) == 6);
static_assert(same(packed_view<const float, seq, d_model>(in_flash) + 1, tensor<float, seq, d_model>{2, 3, 4, 5, 6, 7}));
static_assert(same(tensor<float, seq, d_model>(packed_view<const float, 3, 2>(in_flash)), tensor<float, seq, d_model>{1, 2, 3, 4, 5, 6}));

// Bounded axes have the extents that are given, and the elements are packed by them.
static_assert(packed_view<const float, tokens, d_model>(in_flash, extents{2}).size() == 4);
static_assert(packed_view<const float, d_model, tokens>(in_flash, extents{2})(1, 0) == 3);
static_assert(packed_view<const float, batch, tokens, 1>(in_flash, extents{2, 3})(1, 2, 0) == 6);
static_assert(packed_view<const float, tokens>(in_flash, extents{0}).size() == 0);
static_assert(std::is_constructible_v<packed_view<float, tokens>, float*, extents<1>>);
static_assert(!std::is_constructible_v<packed_view<float, tokens>, float*>);
static_assert(!std::is_constructible_v<packed_view<float, tokens>, float*, extents<2>>);
static_assert(!std::is_constructible_v<packed_view<float, seq>, float*, extents<1>>);
static_assert(!std::is_constructible_v<packed_view<float, tokens>, const float*, extents<1>>);

TEST_CASE("a view with bounded axes takes its extents as a tensor does") {
  float memory[6] = {1, 2, 3, 4, 5, 6};
  const packed_view<float, tokens, d_model> x(memory, extents{2});
  x(1, 1) = 7;
  CHECK(memory[3] == 7);
  CHECK(same(tensor<float, tokens, d_model>(x), tensor<float, tokens, d_model>{1, 2, 3, 7}));
  CHECK(raises<out_of_range>([&] { static_cast<void>(x(2, 0)); }, "element: index 2 is outside tokens=2 of [tokens=2, d_model=2]"));
  CHECK(raises<shape_mismatch>([&] { packed_view<float, tokens, d_model>(memory, extents{4}); },
                               "extents: 4 is not within tokens<=3 of [tokens<=3, d_model=2]"));
  CHECK(raises<shape_mismatch>([&] { packed_view<float, tokens, d_model>(memory, extents{-1}); },
                               "extents: -1 is not within tokens<=3 of [tokens<=3, d_model=2]"));
}

TEST_CASE("a view writes through") {
  float memory[6] = {};
  const packed_view<float, seq, d_model> x(memory);
  x(1, 0) = 5;
  CHECK(memory[2] == 5);
  const packed_view<const float, seq, d_model> reader = x;
  CHECK(reader(1, 0) == 5);
  CHECK(reader.data() == memory);
}

TEST_CASE("only the alignment of an element is assumed") {
  alignas(64) char bytes[(17 * 16 + 16 * 17 + 2) * sizeof(float)];
  float* a = new (bytes + sizeof(float)) float[17 * 16];
  float* b = new (bytes + sizeof(float) * (17 * 16 + 1)) float[16 * 17];
  for (int i = 0; i < 17 * 16; ++i) a[i] = b[i] = static_cast<float>(example_value(i));
  const packed_view<float, 17, 16> left(a);
  const packed_view<float, 16, 17> right(b);
  CHECK(same(matmul(left, right), matmul(tensor<float, 17, 16>(left), tensor<float, 16, 17>(right))));
}

TEST_CASE("a view of a view refers to the elements, not to the view") {
  const auto x = example<float, 2, 3>();
  const auto y = transpose<0, 1>(packed_view<const float, 2, 3>(x.data()));
  CHECK(y.data() == x.data());
  CHECK(same(transpose<0, 1>(y), x));
}
