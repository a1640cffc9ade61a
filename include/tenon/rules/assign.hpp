// What can be written through a tensor or view that keeps its shape.
#pragma once
#include <tenon/rules/broadcast.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] <- [axes], where the right side may be stretched to the left, never the left.
/// - `assign: axes differ: [seq=3] = [src=5]: seq=3 is not src=5`
/// - `add in place: [d_model=8] would have to become [seq=3, d_model=8]`
/// - `assign: [seq=3] is constant or a temporary and cannot be written`
struct assign {
  enum class how { assign, add, subtract, multiply, divide };
  how kind;
  bool writable = true;

  constexpr const char* operation() const {
    constexpr const char* names[] = {"assign", "add in place", "subtract in place", "multiply in place", "divide in place"};
    return names[static_cast<int>(kind)];
  }
  constexpr bool calculates() const { return kind != how::assign; }
  constexpr bool refuses_bool() const { return calculates() && kind != how::multiply; }
  constexpr const char* sign() const {
    constexpr const char* signs[] = {" = ", " += ", " -= ", " *= ", " /= "};
    return signs[static_cast<int>(kind)];
  }

  /// With a number.
  constexpr verdict operator()(const shape& to, writer& why) const {
    return writable ? to : refuse(why, operation(), ": ", to, " is constant or a temporary and cannot be written");
  }
  constexpr verdict operator()(const shape& to, const shape& from, writer& why) const {
    if (!writable) return (*this)(to, why);
    const alignment met = align(to, from);
    if (!met.fits)
      return refuse(why, operation(), ": axes differ: ", to, sign(), from, ": ", is_not{to[met.left], from[met.right]},
                    mend{to, met.left, from, met.right});
    if (met.left_stretches) return refuse(why, operation(), ": ", to, " would have to become ", met.result);
    return to;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
