// Which ids an embedding takes.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] of ids -> [axes..., features].
/// - `embedding: ids are integers, those of [batch=1, seq=3] are float`
struct embedding {
  axis features;
  element ids;

  static constexpr const char* operation() { return "embedding"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!is_integer(ids)) return refuse(why, "embedding: ids are integers, those of ", x, " are ", ids);
    if (x.rank == max_rank) return refuse(why, "embedding: more than ", max_rank, " axes: ", x);
    shape result = x;
    result.push(features);
    return result;
  }
};

/// What a table can have as its sides.
/// - `embedding: tokens<=512 is bounded, its extent must be known`
struct embedding_table {
  axis rows;
  axis features;

  static constexpr const char* operation() { return "embedding"; }

  constexpr verdict operator()(writer& why) const {
    if (rows.bounded() || features.bounded())
      return refuse(why, "embedding: ", rows.bounded() ? rows : features, " is bounded, its extent must be known");
    return shape(features);
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
