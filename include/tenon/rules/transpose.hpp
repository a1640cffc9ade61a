// Which axes can change places.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [..., a, ..., b, ...] -> [..., b, ..., a, ...]. PyTorch: Tensor.transpose.
/// - `transpose: no axis src in [batch=1, seq=3]`
/// - `transpose: seq=3 with itself in [batch=1, seq=3]`
struct transpose {
  selector first;
  selector second;

  static constexpr const char* operation() { return "transpose"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const int i = first.find(x, operation(), why);
    if (i < 0) return verdict(x, false);
    const int j = second.find(x, operation(), why);
    if (j < 0) return verdict(x, false);
    if (i == j) return refuse(why, "transpose: ", x[i], " with itself in ", x);
    shape result = x;
    result[i] = x[j];
    result[j] = x[i];
    return result;
  }

  constexpr strides relaid(const shape& x, strides steps) const {
    const int i = first.index_in(x), j = second.index_in(x);
    const index_t step = steps[i];
    steps[i] = steps[j];
    steps[j] = step;
    return steps;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
