// The attention core of one head: all keys, causal, and with the weights written. A causal call is counted with the
// operations that its mask leaves.
#include <tenon/kernels/attention.hpp>

#include "support/measure.hpp"

namespace {

namespace kernels = tenon::kernels;
using bench::floats;
using tenon::index_t;

kernels::attention_head head_of(const floats& q, const floats& k, const floats& v, const floats& out, index_t d_k,
                                index_t keys, float* weights) {
  return {.q = q.data(),
          .q_stride = d_k,
          .k = k.data(),
          .k_stride = d_k,
          .v = v.data(),
          .v_stride = d_k,
          .out = out.data(),
          .out_stride = d_k,
          .weights = weights,
          .weights_stride = keys,
          .scale = kernels::attention_scale(d_k)};
}

enum class kind { plain, causal, with_weights };

template <kind Kind>
void attention(benchmark::State& state) {
  const index_t tokens = state.range(0), d_k = state.range(1);
  constexpr bool weights = Kind == kind::with_weights;
  const floats q(tokens * d_k, 1), k(tokens * d_k, 2), v(tokens * d_k, 3), out(tokens * d_k, 4),
      w(weights ? tokens * tokens : 0, 5);
  const kernels::attention_head head = head_of(q, k, v, out, d_k, tokens, weights ? w.data() : nullptr);
  const index_t scores = Kind == kind::causal ? tokens * (tokens + 1) / 2 : tokens * tokens;
  bench::measure_operations(state, 4.0 * static_cast<double>(scores * d_k), [&] {
    if constexpr (Kind == kind::causal)
      kernels::attention(tokens, tokens, d_k, d_k, head, kernels::score_hooks{kernels::causal{0}});
    else
      kernels::attention(tokens, tokens, d_k, d_k, head, kernels::no_hooks{});
  });
}
BENCHMARK(attention<kind::plain>)
    ->Name("attention")
    ->ArgNames({"tokens", "d_k"})
    ->ArgsProduct({{16, 64, 128, 512, 2048}, {64, 32}})
    ->ArgsProduct({{128, 512}, {128, 48, 16, 8, 4}})
    ->Args({1, 64});
BENCHMARK(attention<kind::causal>)
    ->Name("attention_causal")
    ->ArgNames({"tokens", "d_k"})
    ->ArgsProduct({{64, 128, 512, 2048}, {64, 32}});
BENCHMARK(attention<kind::with_weights>)
    ->Name("attention_with_weights")
    ->ArgNames({"tokens", "d_k"})
    ->ArgsProduct({{64, 128, 512, 2048}, {64, 32}});

// A few queries against the keys and values of a long text, as when a text is written token by token.
void attention_of_few(benchmark::State& state) {
  const index_t queries = state.range(0), keys = state.range(1), d_k = 64;
  const floats q(queries * d_k, 1), k(keys * d_k, 2), v(keys * d_k, 3), out(queries * d_k, 4);
  const kernels::attention_head head = head_of(q, k, v, out, d_k, keys, nullptr);
  bench::measure_operations(state, 4.0 * static_cast<double>(queries * keys * d_k),
                            [&] { kernels::attention(queries, keys, d_k, d_k, head, kernels::no_hooks{}); });
}
BENCHMARK(attention_of_few)->ArgNames({"queries", "keys"})->ArgsProduct({{1, 2, 4, 8, 16}, {128, 2048}});

}  // namespace
