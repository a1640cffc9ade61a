// softmax(scale q k^T) v for one head, without ever holding all of its scores.
#pragma once

#include <tenon/kernels/attention_calls.hpp>

// A query's result is the same, bit for bit, whatever stands beside it: alone or in a batch, with hidden keys behind
// its own, with a mask that hides nothing or without one, with or without the weights written. That holds because every
// sum runs over the keys in order, in tiles that start at multiples of key_tile, and a hidden key adds exactly 0.

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Extents, and room for the arrays of a query_block.
struct attention_extents {
  index_t queries, keys, key_width, value_width;
};
struct attention_room {
  float *q, *p, *result, *total;
};

template <class Set, int Vectors, class Hooks>
TENON_INLINE void attend_block(index_t first_query, index_t queries, const attention_extents& e,
                               const attention_head& h, const Hooks& hooks, bool finite_values,
                               const attention_room& room) {
  constexpr typename Set::wide target{};
  query_block<Set, Vectors> b;
  b.q = room.q;
  b.p = room.p;
  b.result = room.result;
  b.total = room.total;
  b.first = first_query;
  b.all_queries = e.queries;
  enter(start_block_call<Set, Vectors>{b, queries, e.key_width, h}, target);
  const index_t keys = hooks.last_key(first_query + queries, e.keys);
  for (index_t key = 0; key < keys; key += key_tile) {
    const index_t here = keys - key < key_tile ? keys - key : key_tile;
    enter(score_keys_call<Set, Vectors>{b, key, here, e.key_width, h}, target);
    if constexpr (Hooks::any) change_scores(b, key, here, hooks);
    const bool keep = h.weights && keys > key_tile;
    enter(add_values_call<Set, Vectors>{b, key, here, queries, e.value_width, keep, finite_values, h}, target);
    if constexpr (Hooks::hides)
      if (!finite_values) [[unlikely]]
        add_seen_values(b, key, here, e.value_width, h, hooks);
  }
  enter(finish_block_call<Set, Vectors>{b, queries, keys, e.keys, e.value_width, h}, target);
  if constexpr (Hooks::hides)
    if (h.weights)
      clear_hidden_weights<Set>(b.place(0, 0), queries, keys, b.inverse, h.weights + b.first * h.weights_stride,
                                h.weights_stride, hooks);
}

template <class Set, class Hooks>
struct attend_call {
  const attention_extents& e;
  const attention_head& h;
  const Hooks& hooks;
  float *q, *result, *total;

  TENON_INLINE void operator()(Set) const {
    constexpr index_t lanes = 2 * Set::lanes;
    alignas(64) float p[key_tile * lanes];
    const attention_room room{q, p, result, total};
    const bool finite = !Hooks::hides || all_finite<Set>(e.keys, e.value_width, h.v, h.v_stride);
    for (index_t query = 0; query < e.queries; query += lanes) {
      const index_t left = e.queries - query;
      if (left > Set::lanes)
        attend_block<Set, 2>(query, left < lanes ? left : lanes, e, h, hooks, finite, room);
      else
        attend_block<Set, 1>(query, left, e, h, hooks, finite, room);
    }
  }
};
#define TENON_ATTENTION(set) TENON_KERNEL(set, attend_call<set, no_hooks>)
TENON_FOR_EACH_SET(TENON_ATTENTION)
#undef TENON_ATTENTION

/// One instantiation for each instruction set and combination of hooks.
template <class Set, class Hooks>
inline void attend_shared(const attention_extents& e, const attention_head& h, const Hooks& hooks, float* q,
                          float* result, float* total) {
  enter(attend_call<Set, Hooks>{e, h, hooks, q, result, total}, Set{});
}

/// One block of queries and one tile of keys, all of it constants: compiled into the caller.
template <class Set, int Vectors, class Hooks, class Queries, class Keys, class KeyWidth, class ValueWidth>
TENON_INLINE void attend_inline(Queries queries, Keys all_keys, KeyWidth key_width, ValueWidth value_width,
                                const attention_head& h, const Hooks& hooks) {
  constexpr index_t lanes = Set::lanes * Vectors;
  alignas(64) float q[KeyWidth::value * lanes], p[Keys::value * lanes], result[ValueWidth::value * lanes];
  query_block<Set, Vectors> b;
  b.q = q;
  b.p = p;
  b.result = b.total = result;
  b.first = 0;
  b.all_queries = queries;
  start_block(b, queries, key_width, h);
  const auto attend = [&](auto keys) TENON_INLINE_LAMBDA {
    score_keys(b, 0, keys, key_width, h);
    if constexpr (Hooks::any) change_scores(b, 0, keys, hooks);
    weigh_keys(b, true, keys);
    bool finite = true;
    if constexpr (Hooks::hides) finite = all_finite<Set>(keys, value_width, h.v, h.v_stride);
    if (finite)
      add_values(b, 0, keys, value_width, h);
    else
      add_seen_values(b, 0, keys, value_width, h, hooks);
  };
  index_t keys = all_keys;
  if constexpr (Hooks::hides) {
    keys = hooks.last_key(queries, all_keys);
    if (keys > 0) attend(keys);
  } else {
    attend(all_keys);
  }
  finish_block(b, queries, keys, false, value_width, h);
  if (h.weights) {
    finish_weights(b, queries, keys, all_keys, h);
    if constexpr (Hooks::hides)
      clear_hidden_weights<Set>(b.place(0, 0), queries, keys, b.inverse, h.weights, h.weights_stride, hooks);
  }
}

/// The largest key or value width of attention whose widths are known at run time only.
inline constexpr index_t largest_head_width = 256;

template <class Width>
constexpr index_t width_capacity() {
  if constexpr (is_constant<Width>)
    return Width::value;
  else
    return largest_head_width;
}

template <class Extent>
constexpr bool fewer_than(index_t limit) {
  if constexpr (is_constant<Extent>)
    return Extent::value < limit;
  else
    return false;
}

/// attention for a caller that is already compiled for `Set`.
template <class Set, class Hooks, class Queries, class Keys, class KeyWidth, class ValueWidth>
TENON_INLINE void attention_on(Set, Queries queries, Keys keys, KeyWidth key_width, ValueWidth value_width,
                               const attention_head& h, const Hooks& hooks) {
  if constexpr (is_constant<Queries> && is_constant<Keys> && is_constant<KeyWidth> && is_constant<ValueWidth>) {
    if constexpr (Queries::value <= 2 * Set::lanes && Keys::value <= 32 &&
                  Keys::value * (KeyWidth::value + ValueWidth::value) <= 1024) {
      using Lanes = std::conditional_t<(Queries::value <= Set::narrow::lanes), typename Set::narrow, Set>;
      attend_inline<Lanes, (Queries::value > Lanes::lanes ? 2 : 1)>(queries, keys, key_width, value_width, h, hooks);
      return;
    }
  }
  if constexpr (!is_constant<KeyWidth>)
    if (key_width > largest_head_width) __builtin_trap();
  if constexpr (!is_constant<ValueWidth>)
    if (value_width > largest_head_width) __builtin_trap();
  constexpr index_t lanes = 2 * Set::lanes;
  alignas(64) float q[width_capacity<KeyWidth>() * lanes];
  alignas(64) float result[width_capacity<ValueWidth>() * lanes];
  constexpr index_t totals = fewer_than<Keys>(settled_keys + 1) ? 1 : width_capacity<ValueWidth>() * lanes;
  alignas(64) float total[totals];
  attend_shared<Set>(attention_extents{queries, keys, key_width, value_width}, h, hooks, q, result, total);
}

/// out[queries, value_width] = softmax(scale q k^T) v for one head; hooks change or hide scores.
/// Extents are `index_t` or `constant<n>`; run-time widths are at most largest_head_width. A query that sees no key
/// gives zeros, in out and weights. What lies in a hidden key or value does not matter, NaN and infinity included.
template <class Hooks = no_hooks, class Queries, class Keys, class KeyWidth, class ValueWidth>
inline void attention(Queries queries, Keys keys, KeyWidth key_width, ValueWidth value_width, const attention_head& h,
                      const Hooks& hooks = {}) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA { attention_on(set, queries, keys, key_width, value_width, h, hooks); });
}

}  // namespace tenon::kernels
TENON_END_HEADER
