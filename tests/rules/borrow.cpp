// What may be seen as a weight in panels or as a bias, without a copy.
#include <tenon/rules/borrow.hpp>
#include <tenon/rules/judge.hpp>

using namespace tenon;

namespace {

constexpr axis out{"out", 19}, in{"in", 3}, tokens{"tokens", at_most{8}};
using by = rules::borrow::by;

constexpr rules::borrow memory(by how, index_t count) {
  return {.how = how, .target = shape(out, in), .needed = 96, .count = count};
}
constexpr rules::borrow tensor_with_axes(bool in_panels) {
  return {.how = by::panel_view, .target = shape(out, in), .needed = 96, .source_has_axes = true, .source_in_panels = in_panels};
}
constexpr rules::borrow bias{.how = by::packed_view, .target = shape(out), .needed = 19, .count = 18};
constexpr rules::borrow strided_bias{.how = by::packed_view, .target = shape(out), .needed = 19, .source_has_axes = true, .source_packed = false};
constexpr rules::borrow vector_to_pack{.how = by::pack_panels, .target = shape(out)};
constexpr rules::borrow bounded_to_pack{.how = by::pack_panels, .target = shape(tokens, in)};

// Memory is counted, where its extent is known.
constexpr bool takes(const rules::borrow& rule, const shape& source) {
  writer unheard;
  return judge(rule, unheard, source).fits;
}
static_assert(takes(memory(by::panel_view, 96), shape(out, in)) && takes(memory(by::panel_view, rules::not_yet_known), shape(out, in)));
static_assert(says<memory(by::panel_view, 95), "panel_view: 95 elements are not the 96 that [out=19, in=3] takes in panels">(shape(out, in)));
static_assert(says<memory(by::panel_view, 57),
                   "panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?">(
    shape(out, in)));
static_assert(says<memory(by::pack_panels, 1), "pack_panels: 1 element is not the 96 that [out=19, in=3] takes in panels">(shape(out, in)));
static_assert(says<bias, "packed_view: 18 elements are not the 19 of [out=19]">(shape(out)));

// A tensor has axes, and lies in panels.
static_assert(says<tensor_with_axes(false), "panel_view: [out=19, in=3] lies row by row, not in panels, did you mean pack_panels(memory, w)?">(
    shape(out, in)));
static_assert(says<tensor_with_axes(true), "panel_view: [in=3, out=19] is not [out=19, in=3]: in=3 is not out=19">(shape(in, out)));
static_assert(says<tensor_with_axes(true), "panel_view: [out=19] is not [out=19, in=3]: 1 axis is not 2">(shape(out)));
static_assert(takes(tensor_with_axes(true), shape(out, in)) && takes(tensor_with_axes(true), shape(19, 3)));
static_assert(says<strided_bias, "packed_view: [out=19] is not contiguous">(shape(out)));

static_assert(says<vector_to_pack, "pack_panels: [out=19] is no weight [out, in]">(shape(out)));
static_assert(says<bounded_to_pack, "pack_panels: tokens<=8 of [tokens<=8, in=3] is bounded, its extent must be known">(shape(tokens, in)));

}  // namespace
