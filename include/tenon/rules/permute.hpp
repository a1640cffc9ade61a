// Which orders axes can be given.
#pragma once
#include <tenon/shape/selector.hpp>
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [a, b, c] -> [c, a, b]: every axis, in a new order. PyTorch: Tensor.permute.
/// - `permute: 2 axes are given for the 3 of [batch=1, seq=3, d_model=8]`
/// - `permute: seq=3 is named twice`
struct permute {
  selectors order;

  static constexpr const char* operation() { return "permute"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (order.count != x.rank)
      return refuse(why, "permute: ", order.count, order.count == 1 ? " axis is" : " axes are", " given for the ", x.rank,
                    " of ", x);
    shape result = x;
    bool taken[max_rank] = {};
    for (int i = 0; i < x.rank; ++i) {
      const int from = order.at[i].find(x, operation(), why);
      if (from < 0) return verdict(x, false);
      if (taken[from]) return refuse(why, "permute: ", x[from], " is named twice");
      taken[from] = true;
      result[i] = x[from];
    }
    return result;
  }

  constexpr strides relaid(const shape& x, const strides& steps) const {
    strides result;
    for (int i = 0; i < x.rank; ++i) result[i] = steps[order.at[i].index_in(x)];
    return result;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
