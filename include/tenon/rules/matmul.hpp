// Which shapes have a matrix product.
#pragma once
#include <tenon/rules/broadcast.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [batch..., m, k] x [batch..., k, n] -> [batch..., m, n]. Leading axes align as in `broadcast`; those that one operand
/// lacks are shared. PyTorch: torch.matmul.
/// - `matmul: both operands need two axes: [3] x [3, 4]`
/// - `matmul: inner axes differ: [seq=3, d_model=8] x [d_ff=32, d_model=8]: d_model=8 is not d_ff=32, did you mean
///   transpose<d_ff, d_model>(b)?`
/// - `matmul: leading axes differ: [2, 3, 4] x [5, 4, 6]: 2 is not 5`
struct matmul {
  static constexpr const char* operation() { return "matmul"; }
  static constexpr bool calculates() { return true; }

  constexpr verdict operator()(const shape& a, const shape& b, writer& why) const {
    if (a.rank < 2 || b.rank < 2) return refuse(why, "matmul: both operands need two axes: ", a, " x ", b);
    const axis &inner = a.last(0), &other = b.last(1);
    if (!fits(inner, other))
      return refuse(why, "matmul: inner axes differ: ", a, " x ", b, ": ", is_not{inner, other}, transposed{a, b});
    const alignment lead = align(leading(a), leading(b));
    if (!lead.fits)
      return refuse(why, "matmul: leading axes differ: ", a, " x ", b, ": ", is_not{a[lead.left], b[lead.right]});
    if (lead.left_stretches && lead.right_stretches)
      return refuse(why, "matmul: both operands would stretch: ", a, " x ", b, ", did you mean broadcast_to<...>?");
    shape result = lead.result;
    if (result.rank + 2 > max_rank) return refuse(why, "matmul: more than ", max_rank, " axes: ", a, " x ", b);
    result.push(a.last(1));
    result.push(b.last(0));
    return result;
  }

  static constexpr shape leading(const shape& x) {
    shape result = x;
    result.erase(x.rank - 1);
    result.erase(x.rank - 2);
    return result;
  }

 private:
  /// Offers the transpose of b, where that would fit.
  struct transposed {
    const shape& a;
    const shape& b;
    friend constexpr writer& operator<<(writer& out, const transposed& t) {
      const axis &k = t.a.last(0), &first = t.b.last(1), &last = t.b.last(0);
      if (!fits(k, last)) return out;
      if (first.named() && last.named())
        return out << ", did you mean transpose<" << name_of{first} << ", " << name_of{last} << ">(b)?";
      return out << ", did you mean transpose<-2, -1>(b)?";
    }
  };
};

}  // namespace tenon::rules
TENON_END_HEADER
