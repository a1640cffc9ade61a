// Two functions whose machine code tiny_code.py reads: one head, and a whole multi-head attention, at (3, 8, 2).
#include <tenon/kernels/multi_head_attention.hpp>

namespace kernels = tenon::kernels;

namespace {

// [tokens=3, d_model=8], 2 heads of d_k=4
constexpr kernels::multi_head_sizes sizes{
    .query_dim = 8, .key_dim = 8, .value_dim = 8, .heads = 2, .kv_heads = 2, .d_k = 4, .d_v = 4, .out_dim = 8};

// `enter` gives each of these a function of its own, under the instruction set's target.
struct per_head_code {
  const kernels::attention_head& head;

  template <class Set>
  TENON_INLINE void operator()(Set) const {
    kernels::tiny_head<typename Set::narrow, 0, 3, 3, 3, 4, 4>(head, kernels::no_hooks{});
  }
};

struct per_head_code_causal {
  const kernels::attention_head& head;

  template <class Set>
  TENON_INLINE void operator()(Set) const {
    kernels::tiny_head<typename Set::narrow, 0, 3, 3, 3, 4, 4>(head, kernels::score_hooks{kernels::causal{0}});
  }
};

}  // namespace

void one_head(const kernels::attention_head& head) {
  kernels::dispatch_small(per_head_code{head});
  kernels::dispatch_small(per_head_code_causal{head});
}

void whole_attention(const kernels::multi_head_projections<float>& weights, const kernels::multi_head_operands& tensors) {
  kernels::multi_head_attention<sizes>(kernels::constant<1>{}, kernels::constant<3>{}, kernels::constant<3>{}, weights,
                                       tensors);
}
