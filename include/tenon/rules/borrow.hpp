// Which memory of the user's can be seen as a weight in panels, or as a bias.
#pragma once
#include <tenon/rules/foreign_memory.hpp>
#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Elements in a row, or a tensor, -> [out, in] in panels or [out], without a copy.
/// - `panel_view: 95 elements are not the 96 that [out=19, in=3] takes in panels`
/// - `panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?`
/// - `panel_view: [out=19, in=3] lies row by row, not in panels, did you mean pack_panels(memory, w)?`
/// - `panel_view: [d_ff=32, d_model=8] is not [d_model=8, d_ff=32]: d_ff=32 is not d_model=8`
/// - `panel_view: elements of float are no elements of bfloat16`
/// - `panel_view: what may only be read is not written through [out=19, in=3], did you mean panel_view<const ...>?`
/// - `panel_view: a temporary is gone before what refers to it, give it a name`
/// - `packed_view: 3 elements are not the 4 of [out=4]`
/// - `packed_view: [out=4] is not contiguous`
/// - `packed_view: [out=19, in=3] lies in panels, not row by row, did you mean contiguous(w)?`
/// - `packed_view: this memory lies in panels, [out=19, in=3] row by row, did you mean panel_view<...>?`
/// - `pack_panels: [out=19] is no weight [out, in]`
/// - `pack_panels: the memory for [out=19, in=3] may only be read`
struct borrow {
  enum class by { panel_view, packed_view, pack_panels };
  by how = by::panel_view;
  shape target;
  /// The elements that the target takes, padding included, and those that are there.
  index_t needed = 0;
  index_t count = not_yet_known;
  element target_element = element::any;
  element source_element = element::any;
  bool source_has_axes = false;
  bool source_in_panels = false;
  bool source_packed = true;
  bool constant = false;
  bool temporary = false;

  static constexpr bool takes_panels = true;
  constexpr const char* operation() const {
    constexpr const char* names[] = {"panel_view", "packed_view", "pack_panels"};
    return names[static_cast<int>(how)];
  }

  constexpr verdict operator()(const shape& source, writer& why) const {
    if (how == by::pack_panels) {
      if (target.rank != 2) return refuse(why, "pack_panels: ", target, " is no weight [out, in]");
      for (const axis& side : {target[0], target[1]})
        if (side.bounded())
          return refuse(why, "pack_panels: ", side, " of ", target, " is bounded, its extent must be known");
    }
    if (source_has_axes) {
      if (source.rank != target.rank)
        return refuse(why, operation(), ": ", source, " is not ", target, ": ", source.rank,
                      source.rank == 1 ? " axis is not " : " axes are not ", target.rank);
      for (int i = 0; i < source.rank; ++i) {
        if (!fits(target[i], source[i]))
          return refuse(why, operation(), ": ", source, " is not ", target, ": ", is_not{source[i], target[i]});
        if (source[i].named() && !target[i].named())
          return refuse(why, operation(), ": ", source, " is not ", target, ": the name ", name_of{source[i]},
                        " would be lost");
      }
    }
    if (source_element != target_element)
      return refuse(why, operation(), ": elements of ", source_element, " are no elements of ", target_element);
    if (source_has_axes && how == by::panel_view && !source_in_panels)
      return refuse(why, operation(), ": ", source,
                    " lies row by row, not in panels, did you mean pack_panels(memory, w)?");
    if (how == by::packed_view && source_in_panels) {
      if (source_has_axes)
        return refuse(why, operation(), ": ", source, " lies in panels, not row by row, did you mean contiguous(w)?");
      return refuse(why, operation(), ": this memory lies in panels, ", target, " row by row, did you mean panel_view<...>?");
    }
    if (source_has_axes && how == by::packed_view && !source_packed)
      return refuse(why, operation(), ": ", source, " is not contiguous");
    if (!source_has_axes && count != not_yet_known && count != needed) {
      why << operation() << ": " << count << (count == 1 ? " element is" : " elements are") << " not the " << needed;
      if (how == by::packed_view) return refuse(why, " of ", target);
      why << " that " << target << " takes in panels";
      return how == by::panel_view && count == target.size() ? refuse(why, ", did you mean pack_panels(memory, w)?")
                                                             : verdict(target, false);
    }
    if (constant && how == by::pack_panels)
      return refuse(why, operation(), ": the memory for ", target, " may only be read");
    if (constant)
      return refuse(why, operation(), ": what may only be read is not written through ", target, ", did you mean ",
                    operation(), "<const ...>?");
    if (temporary) return refuse(why, operation(), ": a temporary is gone before what refers to it, give it a name");
    return target;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
