// Views of spans, and spans of tensors and views.
#include <tenon/interop/span.hpp>

#include <vector>

#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {
constexpr axis seq{"seq", 3}, d_model{"d_model", 2}, tokens{"tokens", at_most{4}}, batch{"batch", at_most{2}};
constexpr float constants[] = {1, 2, 3, 4, 5, 6};
}  // namespace

// The axes are in the type, and constants stay constants.
static_assert(from_span<seq, d_model>(std::span(constants))(2, 1) == 6);
static_assert(
    std::is_same_v<decltype(from_span<seq, d_model>(std::span(constants))), packed_view<const float, seq, d_model>>);
static_assert(std::is_same_v<decltype(from_span<6>(std::declval<std::span<float>>())), packed_view<float, 6>>);
static_assert(from_span<>(std::span(constants).first<1>())() == 1);

// One bounded axis takes its extent from the span.
static_assert(from_span<tokens, d_model>(std::span(constants)).extent(0) == 3);
static_assert(from_span<d_model, tokens>(std::span(constants))(1, 0) == 4);

// A span has a static extent where every axis has, and is of constants where nothing may be written.
static_assert(std::is_same_v<decltype(to_span(std::declval<tensor<float, seq, d_model>&>())), std::span<float, 6>>);
static_assert(
    std::is_same_v<decltype(to_span(std::declval<const tensor<float, seq, d_model>&>())), std::span<const float, 6>>);
static_assert(std::is_same_v<decltype(to_span(std::declval<tensor<int, tokens, d_model>&>())), std::span<int>>);
static_assert(
    std::is_same_v<decltype(to_span(std::declval<packed_view<const float, seq>>())), std::span<const float, 3>>);
static_assert([] {
  const tensor<float, seq, d_model> x{1, 2, 3, 4, 5, 6};
  return to_span(x)[5] == 6 && to_span(slice<seq, 1, 3>(x))[0] == 3;
}());

TEST_CASE("a span and a view of it are the same memory", "[interop]") {
  std::vector<float> values{1, 2, 3, 4, 5, 6};
  const auto x = from_span<seq, d_model>(std::span(values));
  x(1, 0) = 9;
  CHECK(values[2] == 9);
  CHECK(to_span(x).data() == values.data());
  const auto open = from_span<tokens, d_model>(std::span(values));
  CHECK(open.extent(0) == 3);
  CHECK(to_span(open).size() == 6);
  CHECK(from_span<tokens, d_model>(std::span<float>()).extent(0) == 0);
}

TEST_CASE("the number of elements is checked when it is known", "[interop]") {
  std::vector<float> values(5);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_span<seq, d_model>(std::span(values))); },
                               "from_span: 5 elements are not the 6 of [seq=3, d_model=2]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_span<tokens, d_model>(std::span(values))); },
                               "from_span: 5 elements are no whole number of rows of [tokens<=4, d_model=2]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_span<tokens>(std::span(values))); },
                               "from_span: 5 elements are more than the 4 of [tokens<=4]"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_span<seq>(std::span(values).first(1))); },
                               "from_span: 1 element is not the 3 of [seq=3]"));
}

TEST_CASE("strides that are known at run time are checked then", "[interop]") {
  tensor<float, batch, tokens> x(extents{2, 3});
  const auto part = slice<tokens>(x, 0, 2);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(to_span(part)); },
                               "to_span: [batch=2, tokens=2] is not contiguous, did you mean contiguous(x)?"));
  CHECK(to_span(slice<batch>(part, 0, 1)).size() == 2);
  CHECK(to_span(slice<batch>(x, 1, 2)).data() == x.data() + 3);
}
