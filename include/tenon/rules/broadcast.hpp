// Which shapes meet element by element.
#pragma once
#include <tenon/rules/mend.hpp>
#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The operations that meet element by element, for their names and signs.
enum class elementwise {
  add, subtract, multiply, divide, equal, not_equal, less, less_equal, greater, greater_equal,
  logical_and, logical_or, minimum, maximum, compare, where, assign
};

constexpr const char* name(elementwise operation) {
  constexpr const char* names[] = {"add", "subtract", "multiply", "divide", "equal", "not_equal", "less", "less_equal",
                                   "greater", "greater_equal", "logical_and", "logical_or", "minimum", "maximum",
                                   "compare", "where", "assign"};
  return names[static_cast<int>(operation)];
}
constexpr bool calculates(elementwise operation) { return operation <= elementwise::divide; }
/// Whether results of 0 and 1 may be others.
constexpr bool leaves_bool(elementwise operation) { return calculates(operation) && operation != elementwise::multiply; }
constexpr const char* sign(elementwise operation) {
  constexpr const char* signs[] = {" + ", " - ", " * ", " / ", " == ", " != ", " < ", " <= ",
                                   " > ", " >= ", " && ", " || ", " and ", " and ", " == ", " and ", " = "};
  return signs[static_cast<int>(operation)];
}

/// How two lists of axes align from the last one. One of the two may stretch: it may lack leading axes, and its axes of
/// extent 1 without a name meet any extent.
struct alignment {
  shape result;
  bool fits = true;
  bool left_stretches = false;
  bool right_stretches = false;
  /// The first pair, from the last axis, that disagrees.
  int left = -1;
  int right = -1;
  constexpr alignment() = default;
};

constexpr alignment align(const shape& a, const shape& b) {
  const auto stretchable = [](const axis& x) { return x.extent == 1 && !x.named() && !x.bounded(); };
  alignment result;
  const int rank = a.rank > b.rank ? a.rank : b.rank;
  result.left_stretches = a.rank < rank;
  result.right_stretches = b.rank < rank;
  result.result = a.rank == rank ? a : b;
  for (int i = 0; i < a.rank && i < b.rank; ++i) {
    const axis &left = a.last(i), &right = b.last(i);
    axis& met = result.result[rank - 1 - i];
    if (fits(left, right)) {
      met = joined(left, right);
    } else if (stretchable(left)) {
      result.left_stretches = true;
      met = right;
    } else if (stretchable(right)) {
      result.right_stretches = true;
      met = left;
    } else {
      result.fits = false;
      result.left = a.rank - 1 - i;
      result.right = b.rank - 1 - i;
      return result;
    }
  }
  return result;
}

/// [axes] + [axes] -> [axes], the shape of one operand. Names are checked and never used to reorder. Stretching both
/// operands, or a named axis of extent 1, must be asked for with `broadcast_to`; a bounded axis never stretches.
/// - `add: axes differ: [batch=1, seq=3, d_model=8] + [batch=1, src=5, d_model=8]: seq=3 is not src=5`
/// - `add: both operands would stretch: [3, 1] + [1, 4], did you mean broadcast_to<...>?`
struct broadcast {
  elementwise kind;

  constexpr const char* operation() const { return name(kind); }
  constexpr bool calculates() const { return rules::calculates(kind); }
  constexpr bool refuses_bool() const { return leaves_bool(kind); }

  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    const alignment met = align(a, b);
    if (!met.fits) {
      const axis &left = a[met.left], &right = b[met.right];
      return refuse(why, name(kind), ": axes differ: ", a, sign(kind), b, ": ", is_not{left, right},
                    mend{a, met.left, b, met.right});
    }
    if (met.left_stretches && met.right_stretches)
      return refuse(why, name(kind), ": both operands would stretch: ", a, sign(kind), b,
                    ", did you mean broadcast_to<...>?");
    return met.result;
  }
};

/// [axes] + number -> [axes]: no fraction enters a tensor of integers, and logic is of bool.
/// - `add: a number with a fraction and elements of int32, did you mean cast<float>(x)?`
/// - `logical_and: the elements of [seq=3] are float, not bool, did you mean not_equal(x, 0)?`
/// - `subtract: bool is not calculated with, did you mean cast<int>(x)?`
/// - `add: bfloat16 is stored, not calculated with, did you mean float(b)?`
struct number {
  elementwise kind;
  bool fraction;
  element elements;
  /// The number is a bfloat16.
  bool stored_only = false;

  constexpr const char* operation() const { return name(kind); }
  constexpr bool calculates() const { return rules::calculates(kind); }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if ((kind == elementwise::logical_and || kind == elementwise::logical_or) && elements != element::boolean)
      return refuse(why, name(kind), ": the elements of ", x, " are ", elements,
                    ", not bool, did you mean not_equal(x, 0)?");
    if (fraction && (is_integer(elements) || elements == element::boolean))
      return refuse(why, name(kind), ": a number with a fraction and elements of ", elements,
                    ", did you mean cast<float>(x)?");
    if (stored_only && calculates())
      return refuse(why, name(kind), ": bfloat16 is stored, not calculated with, did you mean float(b)?");
    if (elements == element::boolean && leaves_bool(kind))
      return refuse(why, name(kind), ": bool is not calculated with, did you mean cast<int>(x)?");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
