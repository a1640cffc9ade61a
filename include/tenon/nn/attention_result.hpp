// What a call of attention returns, by a kernel or from its parts.
#pragma once
#include <tenon/nn/attention_call.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// The output, or with `with_weights` the output and the weights. `run(output, weights)` fills their elements (weights is
/// null where they are not wanted) and says whether a kernel could; `compose()` gives both from their parts, in constant
/// evaluation, for elements that are no floats, and where the kernel could not.
template <class T, class Call, class... O, class Query, class Key, class Run, class Compose>
constexpr auto attention_result(const Query& query, const Key& key, const Run& run, const Compose& compose) {
  using output_type = typename tensor_of<T, Call::output>::type;
  if constexpr (wants_weights<O...>) {
    using weights_type = typename tensor_of<T, Call::scores>::type;
    if constexpr (std::is_same_v<T, float>) {
      if (!std::is_constant_evaluated()) {
        attended<output_type, weights_type> result{output_type(uninitialized, Call::measured_output(query, key)),
                                                   weights_type(uninitialized, Call::measured_scores(query, key))};
        if (run(result.output.data(), result.weights.data())) return result;
      }
    }
    return attended<output_type, weights_type>(compose());
  } else {
    if constexpr (std::is_same_v<T, float>) {
      if (!std::is_constant_evaluated()) {
        output_type output(uninitialized, Call::measured_output(query, key));
        if (run(output.data(), static_cast<T*>(nullptr))) return output;
      }
    }
    return output_type(compose().output);
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
