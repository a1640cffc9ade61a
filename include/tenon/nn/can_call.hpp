// can_call<M, X...>: whether a module takes operands and options of these types.
#pragma once

namespace tenon::nn {

/// Whether `module(x...)` is a call that is not refused: `can_call<linear<float, d_model, d_ff>, tensor<float, seq, d_model>>`;
/// options count as operands: `can_call<attention, tensor<float, seq, d_model>, decltype(causal)>`. `std::invocable` does not
/// see that a call is refused.
template <class Module, class... X>
concept can_call = requires(const Module& module, X&... x) { module(x...); };

}  // namespace tenon::nn
