// What may change the scores of attention before the softmax: masks, biases, a soft cap.
#pragma once

#include <cstdint>
#include <tenon/kernels/exponential.hpp>

// A hook acts on one vector of scores: the queries first_query + lane, all against one key. Hooks come as template
// parameters, so that one that is not there costs nothing. Those that change scores have `apply`, those that hide some
// `hide`, which selects: a hidden score becomes -infinity whatever it was. Strides count elements; a stride of 0 broadcasts. Lanes behind the last query repeat it,
// so that no mask is read past its end.

TENON_BEGIN_HEADER
namespace tenon::kernels {

TENON_LOCAL alignas(64) inline constexpr std::int32_t lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Where the lanes of a vector of scores stand.
struct score_place {
  index_t first_query;
  index_t queries;  // all of them
  index_t key;
};

/// Where a hook's values for [batch, head, query, key] lie.
struct hook_strides {
  index_t batch = 0, head = 0, query = 0, key = 0;
};

/// Reads values[query, key] for every lane.
template <class Set, class T, class Lane>
TENON_INLINE void for_each_lane(const T* values, const hook_strides& strides, const score_place& place, Lane lane) {
  const T* row = values + place.key * strides.key;
  const index_t last = place.queries - 1;
  TENON_UNROLL
  for (int i = 0; i < Set::lanes; ++i) {
    const index_t query = place.first_query + i < last ? place.first_query + i : last;
    lane(i, row[query * strides.query]);
  }
}

/// A mask of bytes. A key is seen where the byte is not 0 (keep_mask), or where it is 0 (ignore_mask).
template <bool Keep>
struct byte_mask {
  static constexpr bool changes = false, hides = true;

  const unsigned char* values;
  hook_strides strides;

  byte_mask for_head(index_t batch, index_t head) const {
    return {values + batch * strides.batch + head * strides.head, strides};
  }

  template <class Set>
  TENON_INLINE void hide(vector<Set>& scores, const score_place& place) const {
    if (strides.query == 0) {  // one answer for all queries: padding
      if ((values[place.key * strides.key] != 0) != Keep) scores = *at(Set{}, minus_infinity_lanes);
      return;
    }
    std::int32_t seen[Set::lanes];
    for_each_lane<Set>(values, strides, place,
                       [&](int lane, unsigned char value) TENON_INLINE_LAMBDA { seen[lane] = (value != 0) == Keep; });
    const int_vector<Set> see = *at(Set{}, static_cast<const std::int32_t*>(seen));
    scores = see != 0 ? scores : vector<Set>{} - infinity;
  }

  TENON_INLINE index_t last_key(index_t, index_t keys) const { return keys; }
};
using keep_mask = byte_mask<true>;
using ignore_mask = byte_mask<false>;

/// Query i sees key j where j <= i + offset.
struct causal {
  static constexpr bool changes = false, hides = true;

  index_t offset = 0;

  causal for_head(index_t, index_t) const { return *this; }

  template <class Set>
  TENON_INLINE void hide(vector<Set>& scores, const score_place& place) const {
    // Only lanes matter: the distance is cut to what fits an int.
    const index_t ahead = place.first_query + offset - place.key;
    const std::int32_t distance = static_cast<std::int32_t>(ahead < -64 ? -64 : ahead > 64 ? 64 : ahead);
    const int_vector<Set> lane = *at(Set{}, lane_numbers);
    scores = lane + distance >= 0 ? scores : vector<Set>{} - infinity;
  }

  /// Keys at and behind this one are hidden from all queries before query_end.
  TENON_INLINE index_t last_key(index_t query_end, index_t keys) const {
    const index_t end = query_end + offset;
    return end < 0 ? 0 : end < keys ? end : keys;
  }
};

/// Adds values[query, key] to the scores. What is finite stays finite: a sum beyond the largest float is the largest
/// float. A value of -infinity hides.
struct score_bias {
  static constexpr bool changes = true, hides = true;

  const float* values;
  hook_strides strides;

  score_bias for_head(index_t batch, index_t head) const {
    return {values + batch * strides.batch + head * strides.head, strides};
  }

  template <class Set>
  TENON_INLINE void apply(vector<Set>& scores, const score_place& place) const {
    vector<Set> bias;
    read<Set>(bias, place);
    add<Set>(scores, bias);
  }

  template <class Set>
  TENON_INLINE void hide(vector<Set>& scores, const score_place& place) const {
    vector<Set> bias;
    read<Set>(bias, place);
    hide_where<Set>(scores, bias);
  }

  /// Both, where nothing else changes the scores in between.
  template <class Set>
  TENON_INLINE void apply_and_hide(vector<Set>& scores, const score_place& place) const {
    vector<Set> bias;
    read<Set>(bias, place);
    add<Set>(scores, bias);
    hide_where<Set>(scores, bias);
  }

  TENON_INLINE index_t last_key(index_t, index_t keys) const { return keys; }

 private:
  template <class Set>
  TENON_INLINE void read(vector<Set>& bias, const score_place& place) const {
    if (strides.query == 0) {
      bias = vector<Set>{} + values[place.key * strides.key];
      return;
    }
    float lanes[Set::lanes];
    for_each_lane<Set>(values, strides, place, [&](int lane, float value) TENON_INLINE_LAMBDA { lanes[lane] = value; });
    bias = *at(Set{}, static_cast<const float*>(lanes));
  }

  // By integers: GCC 12 takes what is made of comparisons of floats apart, lane by lane.

  /// All bits of a lane are 1 where it is finite.
  template <class Set>
  TENON_INLINE static void mark_finite(int_vector<Set>& finite, const vector<Set>& x) {
    constexpr std::int32_t no_sign = 0x7fffffff, infinite = 0x7f800000;
    finite = (((int_vector<Set>)x & no_sign) - infinite) >> 31;
  }

  template <class Set>
  TENON_INLINE static void add(vector<Set>& scores, const vector<Set>& bias) {
    const vector<Set> sum = scores + bias;
    int_vector<Set> before, added, after;
    mark_finite<Set>(before, scores);
    mark_finite<Set>(added, bias);
    mark_finite<Set>(after, sum);
    // One less than infinity is the largest float.
    scores = (vector<Set>)((int_vector<Set>)sum + (before & added & ~after));
  }

  template <class Set>
  TENON_INLINE static void hide_where(vector<Set>& scores, const vector<Set>& bias) {
    const int_vector<Set> infinite = (int_vector<Set>)*at(Set{}, minus_infinity_lanes);
    const int_vector<Set> other = (int_vector<Set>)bias ^ infinite;
    const int_vector<Set> seen = (other | -other) >> 31;
    scores = (vector<Set>)(((int_vector<Set>)scores & seen) | (infinite & ~seen));
  }
};

/// cap * tanh(score / cap)
struct softcap {
  static constexpr bool changes = true, hides = false;

  float cap;

  softcap for_head(index_t, index_t) const { return *this; }

  template <class Set>
  TENON_INLINE void apply(vector<Set>& scores, const score_place&) const {
    // cap tanh(s / cap) = cap - 2 cap / (1 + e^(2 s / cap))
    vector<Set> e = scores * (2.f / cap);
    e = e > 87.f ? vector<Set>{} + 87.f : e;
    weight_in_place<Set>(e);
    scores = cap - (2.f * cap) / (e + 1.f);
  }

  TENON_INLINE index_t last_key(index_t, index_t keys) const { return keys; }
};

/// Any hooks together. Those that hide come last, in whatever order they are given.
template <class... Hooks>
struct score_hooks : Hooks... {
  static constexpr bool any = sizeof...(Hooks) > 0;
  static constexpr bool hides = (Hooks::hides || ...);

  constexpr score_hooks() requires(sizeof...(Hooks) == 0) = default;
  constexpr explicit score_hooks(const Hooks&... hooks) requires(sizeof...(Hooks) > 0) : Hooks(hooks)... {}

  TENON_INLINE score_hooks for_head(index_t batch, index_t head) const {
    if constexpr (any)
      return score_hooks(static_cast<const Hooks&>(*this).for_head(batch, head)...);
    else
      return *this;
  }

  template <class Set>
  TENON_INLINE void apply(vector<Set>& scores, const score_place& place) const {
    (apply_one<Set, Hooks>(scores, place), ...);
    hide<Set>(scores, place);
  }

  template <class Set>
  TENON_INLINE void hide(vector<Set>& scores, const score_place& place) const {
    (hide_one<Set, Hooks>(scores, place), ...);
  }

  /// The number of keys, from the first, that some query before query_end may see.
  TENON_INLINE index_t last_key([[maybe_unused]] index_t query_end, index_t keys) const {
    ((keys = static_cast<const Hooks&>(*this).last_key(query_end, keys)), ...);
    return keys;
  }

 private:
  template <class Set, class Hook>
  TENON_INLINE void apply_one(vector<Set>& scores, const score_place& place) const {
    if constexpr (Hook::changes) static_cast<const Hook&>(*this).template apply<Set>(scores, place);
  }
  template <class Set, class Hook>
  TENON_INLINE void hide_one(vector<Set>& scores, const score_place& place) const {
    if constexpr (Hook::hides) static_cast<const Hook&>(*this).template hide<Set>(scores, place);
  }
};

using no_hooks = score_hooks<>;

}  // namespace tenon::kernels
TENON_END_HEADER
