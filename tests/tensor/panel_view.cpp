// The panel view and pack_panels: weights in memory of the user's, without a copy.
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/pack_panels.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/print.hpp>

#include <array>
#include <cstring>
#include <sstream>
#include <vector>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis out{"out", 19}, in{"in", 3};
constexpr auto rows = example<float, out, in>();

// A constant of the program, packed by the compiler, and seen in place.
constexpr std::array<float, panel_elements<out, in>> constants = [] {
  std::array<float, panel_elements<out, in>> memory{};
  pack_panels(memory, rows);
  return memory;
}();
constexpr panel_view<const float, out, in> in_place(constants);
static_assert(in_place == rows && in_place.panel_data() == constants.data() && in_place(18, 2) == rows(18, 2));
static_assert(sizeof in_place == sizeof(void*));

constexpr std::array<bfloat16, panel_elements<out, in>> halves = [] {
  std::array<bfloat16, panel_elements<out, in>> memory{};
  pack_panels(memory, rows);
  return memory;
}();
static_assert(panel_view<const bfloat16, out, in>(halves) == cast<bfloat16>(rows));

using view_of_constants = panel_view<const float, out, in>;
using writable_view = panel_view<float, out, in>;
using weight = panel_tensor<float, out, in>;

// Sizes, elements, axes, layouts and constants that do not fit are refused; type traits answer.
static_assert(std::is_constructible_v<view_of_constants, const float (&)[96]> && !std::is_constructible_v<view_of_constants, const float (&)[57]>);
static_assert(std::is_constructible_v<view_of_constants, std::span<const float, 96>> && !std::is_constructible_v<view_of_constants, std::span<float, 95>>);
static_assert(!std::is_constructible_v<view_of_constants, const double (&)[96]> && !std::is_constructible_v<view_of_constants, const double*>);
static_assert(!std::is_constructible_v<writable_view, const float (&)[96]> && std::is_constructible_v<writable_view, float*>);
static_assert(std::is_constructible_v<view_of_constants, const weight&> && !std::is_constructible_v<view_of_constants, const tensor<float, out, in>&>);
static_assert(!std::is_constructible_v<view_of_constants, const panel_tensor<float, in, out>&>);
static_assert(std::is_convertible_v<panel_memory<float, 96>, view_of_constants> && !std::is_constructible_v<view_of_constants, panel_memory<float, 95>>);
static_assert(!std::is_constructible_v<writable_view, panel_memory<const float, 96>>);

// What lies in panels is not seen row by row, even where there are as many elements.
constexpr axis whole_out{"whole_out", 32};
using rows_view = packed_view<const float, whole_out, in>;
using whole_weight = panel_tensor<float, whole_out, in>;
static_assert(panel_elements<whole_out, in> == whole_weight::axes.size());
static_assert(!std::is_constructible_v<rows_view, whole_weight&> && !std::is_constructible_v<rows_view, const whole_weight&>);
static_assert(!std::is_constructible_v<rows_view, decltype(std::declval<whole_weight&>().panels())>);
static_assert(!std::is_constructible_v<rows_view, panel_view<float, whole_out, in>>);
template <class X>
concept has_elements_in_a_row = requires(X& x) { std::span(x); } || requires(X& x) { x.begin(); } || requires(X& x) { *x.data(); };
static_assert(has_elements_in_a_row<tensor<float, whole_out, in>> && !has_elements_in_a_row<whole_weight>);
static_assert(!has_elements_in_a_row<const whole_weight> && !has_elements_in_a_row<panel_view<float, whole_out, in>>);
static_assert(!has_elements_in_a_row<panel_tensor<bfloat16, whole_out, in>> && !has_elements_in_a_row<panel_memory<float, 96>>);

static_assert(!std::is_default_constructible_v<view_of_constants> && !std::is_assignable_v<writable_view&, const weight&>);
static_assert(std::is_convertible_v<weight&, writable_view> && !std::is_convertible_v<float*, writable_view>);
static_assert(std::is_convertible_v<writable_view, view_of_constants> && !std::is_convertible_v<view_of_constants, writable_view>);

// What is gone too soon.
static_assert(!std::is_constructible_v<view_of_constants, weight> && !std::is_constructible_v<view_of_constants, std::array<float, 96>>);
static_assert(std::is_constructible_v<view_of_constants, std::span<const float>> && std::is_constructible_v<view_of_constants, writable_view>);

}  // namespace

TEST_CASE("a panel view reads and writes memory in place", "[tensor]") {
  std::vector<float> memory(96, -1.0f);
  const panel_view<float, out, in> w = pack_panels(memory, rows);
  CHECK(w.panel_data() == memory.data());
  CHECK(w.panels().panel_data() == memory.data());
  CHECK(w.panels().size() == 96);
  CHECK(w == rows);
  CHECK(std::memcmp(memory.data(), constants.data(), sizeof constants) == 0);  // the padding too
  w(1, 0) = 42;
  CHECK(memory[1] == 42);
  memory[16] = 43;
  CHECK(w(0, 1) == 43);
  CHECK(raises<out_of_range>([&] { w(19, 0) = 1; }, "element: index 19 is outside out=19 of [out=19, in=3]"));
}

TEST_CASE("a panel view is stored, copied, printed as the tensor that it stands for", "[tensor]") {
  CHECK(same(contiguous(in_place), rows));
  CHECK(tensor<float, out, in>(in_place) == rows);
  const weight owned = in_place;
  CHECK(owned == rows);
  CHECK(panel_tensor<bfloat16, out, in>(in_place) == cast<bfloat16>(rows));
  const panel_view<const float, out, in> of_owned = owned;
  CHECK(of_owned.panel_data() == owned.panel_data());
  std::ostringstream panels, packed;
  panels << in_place;
  packed << rows;
  CHECK(panels.str() == packed.str());
}

TEST_CASE("memory that is no more aligned than its elements serves", "[tensor]") {
  alignas(64) std::array<float, 1 + panel_elements<out, in>> file{};
  const auto w = pack_panels(std::span(file).subspan<1>(), rows);
  CHECK(reinterpret_cast<std::uintptr_t>(w.panel_data()) % 64 == 4);
  CHECK(w == rows);
}

TEST_CASE("a span of the wrong length, no memory, and odd addresses are refused when the program runs", "[tensor]") {
  std::vector<float> memory(96);
  const std::span<const float> all(memory);
  CHECK(refusal([&] { panel_view<const float, out, in> w(all); }) == "accepted");
  CHECK(refusal([&] { panel_view<const float, out, in> w(all.first(95)); }) ==
        "panel_view: 95 elements are not the 96 that [out=19, in=3] takes in panels");
  CHECK(refusal([&] { panel_view<const float, out, in> w(all.first(57)); }) ==
        "panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?");
  CHECK(refusal([&] { pack_panels(std::span(memory).first(1), rows); }) ==
        "pack_panels: 1 element is not the 96 that [out=19, in=3] takes in panels");
  const float* none = nullptr;
  CHECK(refusal([&] { panel_view<const float, out, in> w(none); }) == "panel_view: the pointer is null");
  const auto* odd = reinterpret_cast<const float*>(reinterpret_cast<std::uintptr_t>(memory.data()) + 2);
  CHECK(refusal([&] { panel_view<const float, out, in> w(odd); }) ==
        "panel_view: elements of float lie at multiples of 4 bytes, this memory does not");
}

TEST_CASE("pack_panels takes views and panels, but not of its own memory", "[tensor]") {
  const auto flipped = contiguous(transpose<0, 1>(rows));
  std::vector<float> memory(96);
  CHECK(pack_panels(memory, transpose<0, 1>(flipped)) == rows);
  CHECK(pack_panels(memory, in_place) == rows);
  const packed_view<const float, out, in> inside(memory.data() + 20);
  CHECK(refusal([&] { pack_panels(memory, inside); }) == "pack_panels: the memory holds w itself");
  CHECK(refusal([&] { pack_panels(memory, panel_view<float, out, in>(memory)); }) == "pack_panels: the memory holds w itself");
  CHECK(panel_view<float, out, in>(memory) == rows);
}
