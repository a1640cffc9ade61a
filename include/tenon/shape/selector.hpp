// Names an axis of an operand: by its name, or by its position from the front or the back.
#pragma once
#include <concepts>

#include <tenon/shape/shape.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// One axis of an operand: the template argument of `softmax<keys>`, `softmax<-1>`, `transpose<seq, d_model>`: an axis, or a position.
/// An axis without a name cannot be looked for: `axis: one without a name is given by its position`.
struct selector {
  axis name;
  int position;
  bool text = false;

  constexpr selector() : selector(0) {}
  constexpr selector(const axis& a) : name(a), position(0) {
    if (!a.named()) refuse_constant<"axis: one without a name is given by", "its position">();
  }
  constexpr selector(int i) : name(1), position(i) {}
  selector(std::floating_point auto) = delete;
  /// A name alone is no axis; `find` says so.
  template <std::size_t N>
  constexpr selector(const char (&)[N]) : name(1), position(0), text(true) {}

  /// Where the axis stands in x; -1 after writing why it does not:
  /// - `softmax: no axis src in [batch=1, seq=3]`
  /// - `softmax: no axis 2 in [batch=1, seq=3]`
  /// - `softmax: seq=4 is not seq=3 in [batch=1, seq=3]`
  /// - `softmax: an axis is given by its constant, not by a string: [batch=1, seq=3]`
  constexpr int find(const shape& x, const char* operation, writer& why) const {
    if (text) {
      why << operation << ": an axis is given by its constant, not by a string: " << x;
      return -1;
    }
    if (name.named()) {
      const int found = x.find(name);
      if (found < 0) {
        why << operation << ": no axis " << name_of{name} << " in " << x;
        return -1;
      }
      const bool measured_now = x[found].bounded() && !x[found].unmeasured() && name.bounded();
      if (!measured_now && (x[found].extent != name.extent || x[found].bounded() != name.bounded())) {
        why << operation << ": " << name << " is not " << x[found] << " in " << x;
        return -1;
      }
      return found;
    }
    const int from_front = position < 0 ? position + x.rank : position;
    if (from_front >= 0 && from_front < x.rank) return from_front;
    why << operation << ": no axis " << position << " in " << x;
    return -1;
  }

  /// The same, where the extent does not matter.
  constexpr int find_by_name(const shape& x, const char* operation, writer& why) const {
    const int found = x.find(name);
    return found >= 0 ? found : find(x, operation, why);
  }

  /// Where the axis stands in x, which is known to have it.
  constexpr int index_in(const shape& x) const {
    writer unheard;
    return find_by_name(x, "", unheard);
  }
};

/// Several of them, in order.
struct selectors {
  /// One more than axes: of nine that exist two are the same, and every rule refuses that. Those beyond are dropped.
  selector at[max_rank + 1];
  int count = 0;

  template <class... Selector>
  constexpr selectors(Selector... one) {
    (push(selector(one)), ...);
  }

  constexpr void push(const selector& one) {
    if (count <= max_rank) at[count++] = one;
  }

  constexpr const selector* begin() const { return at; }
  constexpr const selector* end() const { return at + count; }
};

}  // namespace tenon
TENON_END_HEADER
