// Views of memory that there is not, or whose address is none of the elements, are refused everywhere.
#include <tenon/interop/span.hpp>
#include <tenon/tensor/borrow.hpp>
#include <tenon/tensor/panel_view.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

TEST_CASE("null and misaligned memory is refused by every view", "[tensor]") {
  constexpr axis seq{"seq", 3}, in{"in", 2}, tokens{"tokens", at_most{9}};
  std::vector<double> memory(64);
  float* const none = nullptr;
  auto* const odd = reinterpret_cast<float*>(reinterpret_cast<std::uintptr_t>(memory.data()) + 2);
  auto* const four = reinterpret_cast<double*>(reinterpret_cast<std::uintptr_t>(memory.data()) + 4);
  const auto null_in = [](const std::string& name) { return name + ": the pointer is null"; };
  const auto odd_in = [](const std::string& name) {
    return name + ": elements of float lie at multiples of 4 bytes, this memory does not";
  };
  CHECK(refusal([&] { (void)packed_view<float, seq, in>(none); }) == null_in("packed_view"));
  CHECK(refusal([&] { (void)packed_view<const float, seq, in>(odd); }) == odd_in("packed_view"));
  CHECK(refusal([&] { (void)packed_view<float, tokens, in>(none, extents{3}); }) == null_in("packed_view"));
  CHECK(refusal([&] { (void)packed_view<const float, tokens, in>(odd, extents{3}); }) == odd_in("packed_view"));
  CHECK(refusal([&] { (void)packed_view<const double, seq>(four); }) ==
        "packed_view: elements of double lie at multiples of 8 bytes, this memory does not");
  CHECK(refusal([&] { (void)panel_view<float, seq, in>(none); }) == null_in("panel_view"));
  CHECK(refusal([&] { (void)panel_view<const float, seq, in>(odd); }) == odd_in("panel_view"));
  CHECK(refusal([&] { (void)from_span<seq, in>(std::span<float>(odd, 6)); }) == odd_in("from_span"));
  CHECK(refusal([&] { (void)from_span<seq, in>(std::span<float, 6>(odd, 6)); }) == odd_in("from_span"));
  CHECK(refusal([&] { (void)from_span<tokens, in>(std::span<const float>(odd, 6)); }) == odd_in("from_span"));
  // Of no elements there need be no memory.
  CHECK(refusal([&] { (void)packed_view<float, tokens, in>(none, extents{0}); }) == "accepted");
  CHECK(refusal([&] { (void)from_span<tokens, in>(std::span<float>()); }) == "accepted");
}
