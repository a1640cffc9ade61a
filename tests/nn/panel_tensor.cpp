// The panel tensor: elements by their indices, wherever they lie.
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/panel_tensor.hpp>
#include <tenon/tensor/print.hpp>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis out{"out", 19}, in{"in", 3};
using weight = panel_tensor<float, out, in>;

constexpr tensor<float, out, in> numbers() {
  return tensor<float, out, in>([](index_t o, index_t i) { return 10 * o + i; });
}

constexpr bool keeps_elements() {
  const weight w = numbers();
  weight written;
  for (index_t o = 0; o < 19; ++o)
    for (index_t i = 0; i < 3; ++i) {
      if (w(o, i) != static_cast<float>(10 * o + i)) return false;
      written(o, i) = w(o, i);
    }
  return same(tensor<float, out, in>(written), numbers());
}
static_assert(keeps_elements());

}  // namespace

TEST_CASE("a weight lies in panels of 16 outputs, the last one padded with zeros", "[nn]") {
  const weight w = numbers();
  static_assert(weight::capacity == 2 * 16 * 3);
  CHECK(w.panel_data()[0] == 0);
  CHECK(w.panel_data()[1] == 10);        // the outputs of a panel lie side by side
  CHECK(w.panel_data()[16] == 1);        // then the next input
  CHECK(w.panel_data()[16 * 3] == 160);  // then the next panel
  for (index_t i = 0; i < 3; ++i)
    for (index_t o = 3; o < 16; ++o) CHECK(w.panel_data()[16 * 3 + 16 * i + o] == 0);
}

TEST_CASE("a weight is stored and copied like any tensor", "[nn]") {
  weight w = numbers();
  CHECK(same(tensor<float, out, in>(w), numbers()));
  CHECK(same(contiguous(w), numbers()));
  const weight copy = w;
  w(18, 2) = -1;
  CHECK(copy(18, 2) == 182);
  CHECK(w(18, 2) == -1);
  w = copy;
  CHECK(w(18, 2) == 182);
  const weight& itself = w;
  w = itself;
  CHECK(same(contiguous(w), numbers()));
}

TEST_CASE("a weight is stored from views, transposed ones and unnamed tensors", "[nn]") {
  const tensor<float, in, out> flipped = transpose<0, 1>(numbers());
  const weight from_view = transpose<0, 1>(flipped);
  CHECK(same(contiguous(from_view), numbers()));
  const weight from_temporary = transpose<0, 1>(tensor<float, in, out>(flipped));
  CHECK(same(contiguous(from_temporary), numbers()));
  weight assigned;
  assigned = transpose<0, 1>(flipped);
  CHECK(same(contiguous(assigned), numbers()));
  const weight from_unnamed = tensor<float, 19, 3>([](index_t o, index_t i) { return 10 * o + i; });
  CHECK(same(contiguous(from_unnamed), numbers()));
}

TEST_CASE("an index outside a weight is refused as in any tensor", "[nn]") {
  weight w = numbers();
  CHECK(raises<out_of_range>([&] { w(19, 0) = 1; }, "element: index 19 is outside out=19 of [out=19, in=3]"));
  CHECK(raises<out_of_range>([&] { w(0, 3) = 1; }, "element: index 3 is outside in=3 of [out=19, in=3]"));
  CHECK(raises<out_of_range>([&] { w(-1, 0) = 1; }, "element: index -1 is outside out=19 of [out=19, in=3]"));
  CHECK(same(contiguous(w), numbers()));
}

TEST_CASE("a weight prints as the tensor that it stands for", "[nn]") {
  std::ostringstream panels, packed;
  panels << weight(numbers());
  packed << numbers();
  CHECK(panels.str() == packed.str());
}

TEST_CASE("a large weight owns heap memory; one that was moved from says so", "[nn]") {
  constexpr axis wide{"wide", 80}, deep{"deep", 33};
  using large = panel_tensor<float, wide, deep>;
  const tensor<float, wide, deep> wanted([](index_t o, index_t i) { return 100 * o + i; });
  large w = wanted;
  large copy = w;
  large moved = std::move(w);
  CHECK(same(contiguous(moved), wanted));
  CHECK(same(contiguous(copy), wanted));
  CHECK(refusal([&] { w(0, 0) = 1; }) == "tensor: it was moved from and has no elements until it is assigned");
  w = moved;
  CHECK(w(79, 32) == 7932);
  moved = std::move(copy);
  CHECK(moved(79, 32) == 7932);
  copy = wanted;
  CHECK(copy(79, 32) == 7932);
}

namespace {

// What does not fit is not stored: type traits answer.
static_assert(std::is_constructible_v<weight, tensor<float, out, in>>);
static_assert(!std::is_constructible_v<weight, tensor<float, in, out>>);
static_assert(!std::is_constructible_v<weight, tensor<float, out, axis{"src", 3}>>);

}  // namespace

TEST_CASE("weights in panels are compared by their elements", "[nn]") {
  weight w = numbers();
  CHECK(w == weight(numbers()));
  CHECK(w == numbers());
  CHECK(numbers() == w);
  w(18, 2) = 0;
  CHECK(w != weight(numbers()));
  CHECK(!all_close(w, numbers()));
}

TEST_CASE("the panels of a weight are a span, to be saved as they are and loaded back", "[nn]") {
  const weight w = numbers();
  static_assert(std::is_same_v<decltype(w.panels()), panel_memory<const float, 96>>);
  CHECK(w.panels().panel_data() == w.panel_data());
  weight loaded;
  std::copy_n(w.panel_data(), w.panels().size(), loaded.panel_data());
  CHECK(loaded == w);
}

namespace {

using half_weight = panel_tensor<bfloat16, out, in>;

constexpr bool half_keeps_elements() {
  half_weight w = numbers();
  for (index_t o = 0; o < 19; ++o)
    for (index_t i = 0; i < 3; ++i)
      if (w(o, i) != bfloat16(static_cast<float>(10 * o + i))) return false;
  w(18, 1) = bfloat16(0.5);
  const half_weight copy = w;
  w = numbers();
  return copy(18, 1) == bfloat16(0.5) && w == cast<bfloat16>(numbers());
}
static_assert(half_keeps_elements());

// Only floats are rounded on the way in; nothing is stored the other way without being asked for.
static_assert(std::is_constructible_v<half_weight, weight> && std::is_assignable_v<half_weight&, tensor<float, out, in>>);
static_assert(!std::is_constructible_v<half_weight, tensor<double, out, in>> && !std::is_constructible_v<weight, half_weight>);
static_assert(!std::is_constructible_v<half_weight, tensor<float, in, out>>);

}  // namespace

TEST_CASE("a weight of bfloat16 takes half the memory; a word holds outputs j and j + 8 of a panel", "[nn]") {
  const half_weight w = numbers();
  static_assert(half_weight::capacity == weight::capacity);
  CHECK(sizeof w == sizeof(weight) / 2);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 8; ++j) {
      std::uint16_t word[2];
      std::memcpy(word, w.panel_data() + 16 * i + 2 * j, sizeof word);
      CHECK(word[0] == bfloat16(static_cast<float>(10 * j + i)).bits);
      CHECK(word[1] == bfloat16(static_cast<float>(10 * (j + 8) + i)).bits);
      CHECK((w.panel_data()[16 * (3 + i) + 2 * j].bits == 0) == (16 + j >= 19));
      CHECK(w.panel_data()[16 * (3 + i) + 2 * j + 1].bits == 0);
    }
}

TEST_CASE("a weight of bfloat16 rounds the floats that are stored in it", "[nn]") {
  const tensor<float, out, in> drawn = random_like(tensor<float, out, in>{}, 7);
  const half_weight from_tensor = drawn, from_panels = weight(drawn), from_view = transpose<0, 1>(contiguous(transpose<0, 1>(drawn)));
  CHECK(from_tensor == cast<bfloat16>(drawn));
  CHECK(from_panels == from_tensor);
  CHECK(from_view == from_tensor);
  CHECK(half_weight(cast<bfloat16>(drawn)) == from_tensor);
  CHECK(weight(cast<float>(from_tensor)) == cast<float>(cast<bfloat16>(drawn)));
  std::ostringstream panels, packed;
  panels << from_tensor;
  packed << cast<bfloat16>(drawn);
  CHECK(panels.str() == packed.str());
}
