// The likely mend of two axes that do not fit, for the end of a sentence.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Writes `, did you mean transpose<d_model, seq>(b)?`, or rename, fix, widen or broadcast_to; or nothing where no one
/// mend is likely. Axis `wrong` of `operand`, called `letter` in the sentence, does not fit axis `wanted` of `other`.
struct mend {
  const shape& other;
  int wanted;
  const shape& operand;
  int wrong;
  char letter = 'b';

  friend constexpr writer& operator<<(writer& out, const mend& m) {
    const axis &to = m.other[m.wanted], &from = m.operand[m.wrong];
    const auto offer = [&](const char* operation) -> writer& { return out << ", did you mean " << operation; };
    const auto end = [&]() -> writer& { return out << ">(" << m.letter << ")?"; };
    if (!to.named() || !from.named()) return out;
    if (same_name(to, from)) {
      if (to.bounded() == from.bounded()) return out;
      offer(from.bounded() ? "fix<" : "widen<") << name_of{to};
      return end();
    }
    const int elsewhere = m.operand.find(to);
    if (elsewhere >= 0 && fits(to, m.operand[elsewhere]) && m.other.find(from) >= 0) {
      offer("transpose<") << name_of{from} << ", " << name_of{to};
      return end();
    }
    if (to.extent == from.extent && to.bounded() == from.bounded() && elsewhere < 0 && m.other.find(from) < 0) {
      offer("rename<") << name_of{from} << ", " << name_of{to};
      return end();
    }
    return out;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
