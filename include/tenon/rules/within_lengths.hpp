// Which lengths a mask of real elements can be made of.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] of integers -> [axes..., axis], or [axes] and an operand with that axis -> [axes..., axis], as long as there.
/// The key side of an axis, `prime(tokens)`, is as long as `tokens`.
/// - `within_lengths: lengths are integers, those of [batch=2] are float`
/// - `within_lengths: tokens<=512 is known at run time, did you mean within_lengths<tokens>(lengths, x)?`
/// - `within_lengths: no axis tokens in [batch=2, seq=3]`
/// - `within_lengths: tokens<=256 is not tokens<=512 in [batch=2, tokens<=512]`
/// - `within_lengths: lengths [batch=3] are not those of [batch=2, tokens<=512]: batch=3 is not batch=2`
struct within_lengths {
  axis along;
  element lengths;

  static constexpr bool mixes_elements = true;
  static constexpr const char* operation() { return "within_lengths"; }

  constexpr verdict operator()(const shape& given, writer& why) const {
    if (!are_lengths(given, why)) return verdict(given, false);
    if (along.bounded())
      return refuse(why, "within_lengths: ", along, " is known at run time, did you mean within_lengths<",
                    name_of{along}, ">(lengths, x)?");
    return with(given, along);
  }

  constexpr verdict operator()(const shape& given, const shape& x, writer& why) const {
    if (!are_lengths(given, why)) return verdict(given, false);
    if (!along.named()) return refuse(why, "within_lengths: ", along, " has no name by which to find an axis of ", x);
    const int at = find(x);
    if (at < 0) return refuse(why, "within_lengths: no axis ", name_of{along}, " in ", x);
    const bool measured_now = x[at].bounded() && !x[at].unmeasured() && along.bounded();
    if (!measured_now && (x[at].extent != along.extent || x[at].bounded() != along.bounded()))
      return refuse(why, "within_lengths: ", is_not{along, x[at]}, " in ", x);
    for (int i = 0; i < given.rank; ++i) {
      const int same = x.find(given[i]);
      if (same >= 0 && !fits(given[i], x[same]))
        return refuse(why, "within_lengths: lengths ", given, " are not those of ", x, ": ", is_not{given[i], x[same]});
    }
    return with(given, renamed(x[at], along));
  }

 private:
  constexpr bool are_lengths(const shape& given, writer& why) const {
    if (!is_integer(lengths)) {
      refuse(why, "within_lengths: lengths are integers, those of ", given, " are ", lengths);
      return false;
    }
    if (given.rank == max_rank) {
      refuse(why, "within_lengths: more than ", max_rank, " axes: ", given, " and ", along);
      return false;
    }
    return true;
  }
  constexpr int find(const shape& x) const {
    const int found = x.find(along);
    if (found >= 0) return found;
    for (int i = 0; i < x.rank; ++i)
      if (x[i].named() && x[i].name_size() < longest_axis_name && same_name(prime(x[i]), along)) return i;
    return -1;
  }
  static constexpr shape with(shape axes, const axis& last) {
    axes.push(last);
    return axes;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
