// What a call of attention returns, by a kernel or from its parts.
#pragma once
#include <tenon/nn/attention_call.hpp>
#include <tenon/rules/forward.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Whether the kernels serve a call; what they do not serve runs from parts.
template <class Query, class... O>
consteval rules::attention_kernel kernel_rule(const axis& head) {
  return {.elements = tenon::detail::element_kind<Query>, .bias = bias_among_masks<O...>(), .head = head,
          .widest_head = widest_head};
}

/// The output, or with `with_weights` the output and the weights. `run(output, weights)` fills their elements by a kernel
/// (weights is null where they are not wanted); `compose()` gives both from their parts, in constant evaluation and for
/// what no kernel serves.
template <bool ByKernel, class T, class Call, class... O, class Query, class Key, class Run, class Compose>
constexpr auto attention_result(const Query& query, const Key& key, const Run& run, const Compose& compose) {
  using output_type = typename tensor_of<T, Call::output>::type;
  if constexpr (wants_weights<O...>) {
    using weights_type = typename tensor_of<T, Call::scores>::type;
    if constexpr (ByKernel) {
      if (!std::is_constant_evaluated()) {
        attended<output_type, weights_type> result{output_type(uninitialized, Call::measured_output(query, key)),
                                                   weights_type(uninitialized, Call::measured_scores(query, key))};
        run(result.output.data(), result.weights.data());
        return result;
      }
    }
    return attended<output_type, weights_type>(compose());
  } else {
    if constexpr (ByKernel) {
      if (!std::is_constant_evaluated()) {
        output_type output(uninitialized, Call::measured_output(query, key));
        run(output.data(), static_cast<T*>(nullptr));
        return output;
      }
    }
    return output_type(compose().output);
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
