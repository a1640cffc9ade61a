// What can be drawn as a heat map, and how many labels it takes.
#pragma once
#include <tenon/rules/check.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes..., queries, keys] -> the same. Labels are counted where they are given.
/// - `heatmap: [seq=3] has no two axes for queries and keys`
/// - `heatmap: 2 labels for seq=3 of [batch=1, heads=2, seq=3, seq'=3]`
/// - `heatmap: 3 labels for queries and keys alike, but src=5 of [seq=3, src=5], did you mean to give labels of both?`
struct heatmap {
  /// The number of labels, or -1 where none are given or their number is known at run time only.
  index_t query_labels = -1, key_labels = -1;
  /// Whether one list of labels serves both axes.
  bool alike = false;

  static constexpr const char* operation() { return "heatmap"; }

  /// Whether an axis has, or may turn out to have, this many places.
  static constexpr bool may_count(index_t labels, const axis& places) {
    return labels < 0 || (places.unmeasured() ? labels <= places.extent : labels == places.extent);
  }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (x.rank < 2) return refuse(why, "heatmap: ", x, " has no two axes for queries and keys");
    const axis queries = x.last(1), keys = x.last(0);
    const auto wrong = [&](index_t labels, const axis& places) {
      return refuse(why, "heatmap: ", labels, labels == 1 ? " label for " : " labels for ", places, " of ", x);
    };
    if (!may_count(query_labels, queries)) return wrong(query_labels, queries);
    if (may_count(key_labels, keys)) return x;
    if (!alike) return wrong(key_labels, keys);
    return refuse(why, "heatmap: ", key_labels, " labels for queries and keys alike, but ", keys, " of ", x,
                  ", did you mean to give labels of both?");
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
