// The steps of attention that do not know the hooks, as functions of their own: once for each instruction set, so that more
// masks and shapes cost little code.
#pragma once

#include <tenon/kernels/compile_once.hpp>
#include <tenon/kernels/few_queries.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

template <class Set, int Vectors>
struct start_block_call {
  query_block<Set, Vectors>& b;
  index_t queries, key_width;
  const attention_head& h;

  TENON_INLINE void operator()(typename Set::wide) const { start_block(b, queries, key_width, h); }
};
template <class Set, int Vectors>
struct score_keys_call {
  query_block<Set, Vectors>& b;
  index_t first_key, keys, key_width;
  const attention_head& h;

  TENON_INLINE void operator()(typename Set::wide) const { score_keys(b, first_key, keys, key_width, h); }
};
template <class Set, int Vectors>
struct add_values_call {
  query_block<Set, Vectors>& b;
  index_t first_key, keys, queries, value_width;
  bool keep, add;
  const attention_head& h;

  TENON_INLINE void operator()(typename Set::wide) const {
    if (keep) keep_scores(b, first_key, keys, queries, h);
    weigh_keys(b, first_key == 0, keys);
    if (first_key > 0) prepare_values(b, first_key, value_width);
    if (!add) return;
    if constexpr (Vectors == 1)
      if (queries <= few_queries<Set>) return add_values_of_few(b, first_key, keys, queries, value_width, h);
    add_values(b, first_key, keys, value_width, h);
  }
};
template <class Set, int Vectors>
struct finish_block_call {
  query_block<Set, Vectors>& b;
  index_t queries, keys, all_keys, value_width;
  const attention_head& h;

  TENON_INLINE void operator()(typename Set::wide) const {
    finish_block(b, queries, keys, keys > settled_keys, value_width, h);
    if (h.weights) finish_weights(b, queries, keys, all_keys, h);
  }
};
#define TENON_ATTENTION_STEPS(set)               \
  TENON_KERNEL(set, start_block_call<set, 1>)    \
  TENON_KERNEL(set, start_block_call<set, 2>)    \
  TENON_KERNEL(set, score_keys_call<set, 1>)     \
  TENON_KERNEL(set, score_keys_call<set, 2>)     \
  TENON_KERNEL(set, add_values_call<set, 1>)     \
  TENON_KERNEL(set, add_values_call<set, 2>)     \
  TENON_KERNEL(set, finish_block_call<set, 1>)   \
  TENON_KERNEL(set, finish_block_call<set, 2>)
TENON_FOR_EACH_SET(TENON_ATTENTION_STEPS)
#undef TENON_ATTENTION_STEPS

}  // namespace tenon::kernels
TENON_END_HEADER
