// What may be stored in a tensor: construction and assignment.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/rules/mend.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] <- [axes]: the same extents and names; an axis without a name takes the name of the target.
/// - `cannot store [seq=3] in [src=5]: seq=3 is not src=5`
/// - `cannot store [seq=3] in [3]: the name seq would be lost, did you mean unnamed(x)?`
/// - `cannot store float in double, did you mean cast<double>(x)?`
/// - `cannot store [2, 3] in const [2, 3]`
struct store {
  shape target;
  element target_element = element::any;
  element source_element = element::any;
  bool constant = false;

  static constexpr bool takes_panels = true;
  static constexpr const char* operation() { return "store"; }

  constexpr verdict operator()(const shape& source, writer& why) const {
    if (constant) return refuse(why, "cannot store ", source, " in const ", target);
    if (target_element != source_element)
      return refuse(why, "cannot store ", source_element, " in ", target_element, ", did you mean cast<",
                    target_element, ">(x)?");
    if (source.rank != target.rank)
      return refuse(why, "cannot store ", source, " in ", target, ": ", source.rank,
                    source.rank == 1 ? " axis is not " : " axes are not ", target.rank);
    for (int i = 0; i < source.rank; ++i) {
      if (!fits(target[i], source[i]))
        return refuse(why, "cannot store ", source, " in ", target, ": ", is_not{source[i], target[i]}, mend{target, i, source, i, 'x'});
      if (source[i].named() && !target[i].named())
        return refuse(why, "cannot store ", source, " in ", target, ": the name ", name_of{source[i]},
                      " would be lost, did you mean unnamed(x)?");
    }
    return target;
  }
};

/// What an operation gave in a layout of its own stays as it is.
/// - `a view of [seq=3] is not assigned to, did you mean assign(a, b)?`
/// - `a strided tensor of [seq=3] is not assigned to, did you mean contiguous(x)?`
struct strided_store {
  shape target;
  bool owner = false;

  static constexpr bool takes_panels = true;
  static constexpr const char* operation() { return "store"; }

  constexpr verdict operator()(const shape&, writer& why) const {
    if (owner) return refuse(why, "a strided tensor of ", target, " is not assigned to, did you mean contiguous(x)?");
    return refuse(why, "a view of ", target, " is not assigned to, did you mean assign(a, b)?");
  }
};

/// [axes] <- what has no axes.
/// - `cannot store in [2, 3] what is neither a tensor nor a list of its elements`
/// - `tensor: [3] does not copy from a pointer or container, did you mean packed_view<...>(data)?`
struct foreign_store {
  bool elements_in_memory = false;

  static constexpr const char* operation() { return "store"; }

  constexpr verdict operator()(const shape& target, writer& why) const {
    if (elements_in_memory)
      return refuse(why, "tensor: ", target, " does not copy from a pointer or container, did you mean packed_view<...>(data)?");
    return refuse(why, "cannot store in ", target, " what is neither a tensor nor a list of its elements");
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
