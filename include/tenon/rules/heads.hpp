// Whether a model's width can be divided among heads.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// d_model / heads -> d_k.
/// - `multi_head_attention: d_model=10 is not divisible by heads=3`
struct heads {
  axis d_model;
  axis count;

  static constexpr const char* operation() { return "multi_head_attention"; }

  constexpr verdict operator()(writer& why) const {
    if (d_model.bounded() || count.bounded())
      return refuse(why, operation(), ": ", d_model.bounded() ? d_model : count, " is bounded, its extent must be known");
    if (d_model.extent % count.extent != 0)
      return refuse(why, operation(), ": ", d_model, " is not divisible by ", count);
    return shape(axis("d_k", d_model.extent / count.extent));
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
