// Which vectors have a dot product and an outer product, and which tensors a norm.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [n] and [n] -> a number. PyTorch: torch.dot.
/// - `dot: [seq=3, d_model=8] is no vector`
/// - `dot: axes differ: [seq=3] . [src=5]: seq=3 is not src=5`
struct dot {
  static constexpr const char* operation() { return "dot"; }
  static constexpr bool calculates() { return true; }

  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    if (a.rank != 1 || b.rank != 1) return refuse(why, "dot: ", a.rank != 1 ? a : b, " is no vector");
    if (!fits(a[0], b[0])) return refuse(why, "dot: axes differ: ", a, " . ", b, ": ", is_not{a[0], b[0]});
    return shape();
  }
};

/// [m] and [n] -> [m, n]. PyTorch: torch.outer.
/// - `outer: [seq=3, d_model=8] is no vector`
struct outer {
  static constexpr const char* operation() { return "outer"; }
  static constexpr bool calculates() { return true; }

  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    if (a.rank != 1 || b.rank != 1) return refuse(why, "outer: ", a.rank != 1 ? a : b, " is no vector");
    return shape(a[0], b[0]);
  }
};

/// [axes] -> a number.
/// - `norm: elements of int32 have none, did you mean cast<float>(x)?`
struct norm {
  element elements;

  static constexpr const char* operation() { return "norm"; }

  constexpr verdict operator()(const shape&, writer& why) const {
    if (!is_floating(elements))
      return refuse(why, "norm: elements of ", elements, " have none, did you mean cast<", elements == element::long_double ? "double" : "float", ">(x)?");
    return shape();
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
