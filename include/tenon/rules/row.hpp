// Which axis an index picks one element from.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., axis, ...] -> [...]. PyTorch: Tensor.select.
/// - `row: no axis src in [batch=1, seq=3]`
struct row {
  selector along;

  static constexpr const char* operation() { return "row"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    shape result = x;
    result.erase(at);
    return result;
  }

  constexpr strides relaid(const shape& x, strides steps) const {
    const int at = along.index_in(x);
    for (int i = at; i + 1 < max_rank; ++i) steps[i] = steps[i + 1];
    steps[max_rank - 1] = 0;
    return steps;
  }};

}  // namespace tenon::rules
TENON_END_HEADER
