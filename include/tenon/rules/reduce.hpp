// Which axes can be summed or searched away.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

enum class reduction { sum, mean, max, min, argmax, argmin };

constexpr const char* name(reduction operation) {
  constexpr const char* names[] = {"sum", "mean", "max", "min", "argmax", "argmin"};
  return names[static_cast<int>(operation)];
}

/// [..., axis, ...] -> [...]: the axes named are gone.
/// - `sum: no axis src in [batch=1, seq=3]`
/// - `max: tokens=0 has no elements in [tokens=0, d_model=8]`, at run time
/// - `mean: the elements of [2, 3] are int64, did you mean cast<float>(x)?`
/// - `sum: seq=3 of [batch=1, seq=3] is named twice`
struct reduce {
  reduction kind;
  selectors over;
  element elements = element::float32;

  constexpr const char* operation() const { return name(kind); }
  static constexpr bool calculates() { return true; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (kind == reduction::mean && !is_real(elements))
      return refuse(why, "mean: the elements of ", x, " are ", elements, ", did you mean cast<float>(x)?");
    bool gone[max_rank] = {};
    for (const selector& s : over) {
      const int at = s.find(x, operation(), why);
      if (at < 0) return verdict(x, false);
      if (gone[at]) return refuse(why, operation(), ": ", x[at], " of ", x, " is named twice");
      if (kind != reduction::sum && x[at].extent == 0)
        return refuse(why, operation(), ": ", x[at], " has no elements in ", x);
      gone[at] = true;
    }
    shape result;
    for (int i = 0; i < x.rank; ++i)
      if (!gone[i]) result.push(x[i]);
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
