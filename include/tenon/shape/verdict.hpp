// What a rule answers: a shape, or that there is none, the reason having been written.
#pragma once
#include <tenon/shape/shape.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The shapes of the operands, for rules that take any number of them.
struct shape_list {
  const shape* at;
  int count;

  constexpr const shape& operator[](int i) const { return at[i]; }
};

/// The result of a rule.
struct verdict {
  shape result;
  bool fits = true;

  constexpr verdict(const shape& s) : result(s) {}
  constexpr verdict(const shape& s, bool good) : result(s), fits(good) {}
};

/// Writes why there is no result: `return refuse(why, "matmul: inner axes differ: ", a, " x ", b);`
template <class... Parts>
constexpr verdict refuse(writer& why, const Parts&... parts) {
  (why << ... << parts);
  return verdict(shape{}, false);
}

/// Writes `seq=3 is not src=5`, the end of many sentences.
struct is_not {
  const axis& left;
  const axis& right;
  friend constexpr writer& operator<<(writer& out, const is_not& pair) {
    return out << pair.left << " is not " << pair.right;
  }
};

}  // namespace tenon
TENON_END_HEADER
