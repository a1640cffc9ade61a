// Which masks choose between which operands.
#pragma once
#include <tenon/rules/broadcast.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] of bool, [axes], [axes] -> [axes], the shape of one of them; the others may be stretched to it.
/// - `where: axes differ: [seq=3] and [src=5]: seq=3 is not src=5`
/// - `where: the mask [seq=3] is of float, not of bool`
/// - `where: element types differ: float and double, did you mean cast<...>?`
struct where {
  element mask;
  element left;
  element right;

  static constexpr bool mixes_elements = true;
  static constexpr const char* operation() { return "where"; }

  constexpr verdict operator()(const shape& m, const shape& a, const shape& b, writer& why) const {
    if (mask != element::boolean) return refuse(why, "where: the mask ", m, " is of ", mask, ", not of bool");
    if (left != right)
      return refuse(why, "where: element types differ: ", left, " and ", right, ", did you mean cast<...>?");
    constexpr broadcast meets{elementwise::where};
    const verdict choice = meets(a, b, why);
    if (!choice.fits) return choice;
    return meets(m, choice.result, why);
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
