// Masks, biases and causality in any mixture that is known at run time only.
#pragma once

#include <tenon/kernels/score_hooks.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Up to three masks or biases, and a causal mask, as one kind of hook: every mixture shares one instantiation of the
/// kernels, which would otherwise be compiled for each. A score that several hide is hidden.
struct mixed_hooks {
  static constexpr bool any = true, hides = true;
  static constexpr int most = 3;

  keep_mask kept[most] = {};
  ignore_mask ignored[most] = {};
  score_bias biases[most] = {};
  int kept_count = 0, ignored_count = 0, bias_count = 0;
  bool is_causal = false;
  causal aligned = {};

  mixed_hooks() = default;

  void add(const keep_mask& mask) { kept[kept_count++] = mask; }
  void add(const ignore_mask& mask) { ignored[ignored_count++] = mask; }
  void add(const score_bias& bias) { biases[bias_count++] = bias; }
  void add(const causal& mask) {
    is_causal = true;
    aligned = mask;
  }

  mixed_hooks for_head(index_t batch, index_t head) const {
    mixed_hooks result = *this;
    for (int i = 0; i < kept_count; ++i) result.kept[i] = kept[i].for_head(batch, head);
    for (int i = 0; i < ignored_count; ++i) result.ignored[i] = ignored[i].for_head(batch, head);
    for (int i = 0; i < bias_count; ++i) result.biases[i] = biases[i].for_head(batch, head);
    return result;
  }

  template <class Set>
  TENON_INLINE void apply(vector<Set>& scores, const score_place& place) const {
    if (bias_count == 1) {
      biases[0].template apply_and_hide<Set>(scores, place);
    } else {
      for (int i = 0; i < bias_count; ++i) biases[i].template apply<Set>(scores, place);
      for (int i = 0; i < bias_count; ++i) biases[i].template hide<Set>(scores, place);
    }
    hide_by_masks<Set>(scores, place);
  }

  template <class Set>
  TENON_INLINE void hide(vector<Set>& scores, const score_place& place) const {
    for (int i = 0; i < bias_count; ++i) biases[i].template hide<Set>(scores, place);
    hide_by_masks<Set>(scores, place);
  }

  TENON_INLINE index_t last_key(index_t query_end, index_t keys) const {
    return is_causal ? aligned.last_key(query_end, keys) : keys;
  }

 private:
  template <class Set>
  TENON_INLINE void hide_by_masks(vector<Set>& scores, const score_place& place) const {
    for (int i = 0; i < kept_count; ++i) kept[i].template hide<Set>(scores, place);
    for (int i = 0; i < ignored_count; ++i) ignored[i].template hide<Set>(scores, place);
    if (is_causal) aligned.template hide<Set>(scores, place);
  }
};

}  // namespace tenon::kernels
TENON_END_HEADER
