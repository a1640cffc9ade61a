// Which axes one axis can be split into.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The axis that is split: by name, by an extent that no other axis has, or, as a negative number, by position from the end.
struct whole_axis {
  selector where;
  index_t extent = 0;
  bool by_extent = false;

  constexpr whole_axis(const axis& a) : where(a.named() ? selector(a) : selector()), extent(a.extent), by_extent(!a.named()) {}
  constexpr whole_axis(int number) : where(number), extent(number), by_extent(number >= 0) {}
};

/// [..., d_model, ...] -> [..., heads, d_k, ...]: the head split of attention. See `whole_axis`.
/// - `split: d_model=8 is not 3 x 2 = 6`
/// - `split: no axis src in [batch=1, seq=3, d_model=8]`
struct split {
  whole_axis whole;
  shape parts;
  int count = parts.rank;  // more than a shape can hold, to be refused

  static constexpr const char* operation() { return "split"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = find(x, why);
    if (at < 0) return verdict(x, false);
    if (x.rank - 1 + count > max_rank)
      return refuse(why, "split: ", x.rank - 1 + count, " axes are more than ", max_rank, ": ", x);
    if (x[at].bounded() || parts.bounded())
      return refuse(why, "split: a bounded axis cannot be split: ", x[at], " of ", x);
    if (parts.size() != x[at].extent)
      return refuse(why, "split: ", x[at], " is not ", product{parts}, " = ", parts.size());
    shape result = x;
    result.erase(at);
    for (int i = 0; i < parts.rank; ++i) result.insert(at + i, parts[i]);
    return result;
  }

  constexpr strides relaid(const shape& x, const strides& steps) const {
    writer unheard;
    const int at = find(x, unheard);
    strides result;
    int to = 0;
    for (int i = 0; i < x.rank; ++i) {
      if (i != at) {
        result[to++] = steps[i];
        continue;
      }
      index_t step = steps[i];
      for (int part = parts.rank - 1; part >= 0; --part) {
        result[to + part] = step;
        step = step == dynamic ? dynamic : step * parts[part].extent;
      }
      to += parts.rank;
    }
    return result;
  }

  /// Writes `heads=2 x d_k=4`.
  struct product {
    const shape& factors;
    friend constexpr writer& operator<<(writer& out, const product& p) {
      for (int i = 0; i < p.factors.rank; ++i) out << (i == 0 ? "" : " x ") << p.factors[i];
      return out;
    }
  };

 private:
  constexpr int find(const shape& x, writer& why) const {
    if (!whole.by_extent) return whole.where.find(x, operation(), why);
    int found = -1;
    for (int i = 0; i < x.rank; ++i) {
      if (x[i].extent != whole.extent || x[i].bounded()) continue;
      if (found >= 0) {
        refuse(why, "split: two axes have the extent ", whole.extent, " in ", x, ", did you mean reshape?");
        return -1;
      }
      found = i;
    }
    if (found < 0) refuse(why, "split: no axis has the extent ", whole.extent, " in ", x);
    return found;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
