// One case of multi-head attention from PyTorch against Tenon: by the kernels of each instruction set, and composed.
#pragma once
#include <tenon/nn/multi_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

namespace nn_test {

/// The axes of a case; `Options` are those of the module.
template <index_t Batch, index_t Queries, index_t Keys, index_t DModel, index_t Heads, index_t KeyWidth = DModel,
          index_t ValueWidth = KeyWidth>
struct attention_case {
  static constexpr tenon::axis batch{"batch", Batch}, seq{"seq", Queries}, src{"src", Keys}, d_model{"d_model", DModel},
      heads{"heads", Heads}, key_width{"d_key", KeyWidth}, value_width{"d_value", ValueWidth};

  /// Asks golden.json whether these are the numbers of the case.
  static void is_described(const std::string& name) {
    const auto described = golden_case(name);
    CHECK(described.at("batch") == Batch);
    CHECK(described.at("q_tokens") == Queries);
    CHECK(described.at("k_tokens") == Keys);
    CHECK(described.at("d_model") == DModel);
    CHECK(described.at("heads") == Heads);
    CHECK(described.at("k_dim") == KeyWidth);
    CHECK(described.at("v_dim") == ValueWidth);
  }

  /// The tolerance is that of one float for each of the largest scores of the case.
  template <class Result>
  static void is_golden(const Result& result, const std::string& name, double tolerance) {
    CHECK(worst_of_golden(result.output, name + "/output") < tolerance);
    CHECK(worst_of_golden(result.weights, name + "/weights") < tolerance);
  }

  template <class... ModuleOptions, class... Options>
  static void attends_to_itself(const std::string& name, double tolerance, const Options&... options) {
    is_described(name);
    const auto m = golden_module<tenon::nn::multi_head_attention<float, d_model, heads, ModuleOptions...>>(name);
    const auto x = golden_as<float, batch, seq, d_model>(name + "/x");
    with_each_instruction_set([&] {
      const auto result = m(x, tenon::nn::with_weights, options...);
      static_assert(tenon::same_axes<decltype(result.output), batch, seq, d_model>);
      static_assert(tenon::same_axes<decltype(result.weights), batch, heads, seq, tenon::prime(seq)>);
      is_golden(result, name, tolerance);
      is_golden(m.composed(x, x, x, options...), name, tolerance);
    });
  }

  template <class... ModuleOptions, class Memory, class... Options>
  static void attends_to(const std::string& name, double tolerance, const Memory& value, const Options&... options) {
    is_described(name);
    const auto m = golden_module<tenon::nn::multi_head_attention<float, d_model, heads, ModuleOptions...>>(name);
    const auto x = golden_as<float, batch, seq, d_model>(name + "/x");
    const auto key = golden_as<float, batch, src, (KeyWidth == DModel ? d_model : key_width)>(name + "/memory_k");
    with_each_instruction_set([&] {
      const auto result = m(x, key, value, tenon::nn::with_weights, options...);
      static_assert(tenon::same_axes<decltype(result.output), batch, seq, d_model>);
      static_assert(tenon::same_axes<decltype(result.weights), batch, heads, seq, src>);
      is_golden(result, name, tolerance);
      is_golden(m.composed(x, key, value, options...), name, tolerance);
    });
  }
  /// The same where keys and values are one memory.
  template <class... ModuleOptions, class... Options>
  static void attends_to_memory(const std::string& name, double tolerance, const Options&... options) {
    attends_to<ModuleOptions...>(name, tolerance, golden_as<float, batch, src, d_model>(name + "/memory_k"), options...);
  }
};

}  // namespace nn_test
