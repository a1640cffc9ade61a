// What may be stored in a tensor: construction and assignment.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/rules/mend.hpp>

namespace tenon::rules {

/// [axes] <- [axes]: the same extents and names; an axis without a name takes the name of the target.
/// - `cannot store [seq=3] in [src=5]: seq=3 is not src=5`
/// - `cannot store [seq=3] in [3]: the name seq would be lost, did you mean unnamed(x)?`
/// - `cannot store float in double, did you mean cast<double>(x)?`
struct store {
  shape target;
  element target_element = element::any;
  element source_element = element::any;

  static constexpr const char* operation() { return "store"; }

  constexpr verdict operator()(const shape& source, writer& why) const {
    if (target_element != source_element)
      return refuse(why, "cannot store ", source_element, " in ", target_element, ", did you mean cast<",
                    target_element, ">(x)?");
    if (source.rank != target.rank)
      return refuse(why, "cannot store ", source, " in ", target, ": ", source.rank, " axes are not ", target.rank);
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

}  // namespace tenon::rules
