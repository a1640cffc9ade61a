// What and, or, not are of.
#pragma once
#include <tenon/rules/broadcast.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] and [axes] of bool -> [axes] of bool; one operand may be stretched.
/// - `logical_and: the elements of [seq=3] are float, not bool, did you mean not_equal(x, 0)?`
/// - `logical_and: axes differ: [seq=3] && [src=5]: seq=3 is not src=5`
struct logic {
  elementwise kind;
  element left;
  element right;

  static constexpr bool mixes_elements = true;
  constexpr const char* operation() const { return name(kind); }

  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    if (left != element::boolean || right != element::boolean)
      return refuse(why, operation(), ": the elements of ", left != element::boolean ? a : b, " are ",
                    left != element::boolean ? left : right, ", not bool, did you mean not_equal(x, 0)?");
    return broadcast{kind}(a, b, why);
  }
};

/// [axes] of bool -> [axes] of bool.
/// - `logical_not: the elements of [seq=3] are float, not bool, did you mean equal(x, 0)?`
struct logical_not {
  element elements;

  static constexpr const char* operation() { return "logical_not"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (elements == element::boolean) return x;
    return refuse(why, "logical_not: the elements of ", x, " are ", elements, ", not bool, did you mean equal(x, 0)?");
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
