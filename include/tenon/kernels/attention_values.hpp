// The last steps of attention for one block of queries: the values that its keys weigh, its result and its weights.
#pragma once

#include <tenon/kernels/attention_scores.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// What stands before a tile of keys that does not begin the sums: they are settled where it is time, and multiplied
/// where the shift has moved.
template <class Set, int Vectors>
TENON_INLINE void prepare_values(query_block<Set, Vectors>& b, index_t first_key, index_t value_width) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  const index_t count = value_width * lanes;
  if (first_key == settled_keys) {
    for (index_t i = 0; i < count; i += width) {
      *at(Set{}, b.total + i) = *at(Set{}, b.result + i);
      *at(Set{}, b.result + i) = vector<Set>{};
    }
  } else if (first_key % settled_keys == 0) {
    for (index_t i = 0; i < count; i += width) {
      vector<Set> total = *at(Set{}, b.total + i), rest = *at(Set{}, b.result + i);
      settle<Set>(total, rest, rest);
      *at(Set{}, b.total + i) = total;
      *at(Set{}, b.result + i) = rest;
    }
  }
  if (!b.rescales) return;
  for (index_t c = 0; c < value_width; ++c) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      const vector<Set> rescale = *at(Set{}, b.rescale + j * width);
      float* r = b.result + c * lanes + j * width;
      *at(Set{}, r) = *at(Set{}, r) * rescale;
      float* t = b.total + c * lanes + j * width;
      if (first_key >= settled_keys) *at(Set{}, t) = *at(Set{}, t) * rescale;
    }
  }
}

/// The exponentials times the values, added to the result.
template <class Set, int Vectors, class Keys, class ValueWidth>
TENON_INLINE void add_values(query_block<Set, Vectors>& b, index_t first_key, Keys keys, ValueWidth value_width,
                             const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  const float* v = h.v + first_key * h.v_stride;
  for_row_tiles<Set::tile_rows>(value_width, [&](auto height, index_t c) TENON_INLINE_LAMBDA {
    for (index_t first = 0; first < keys; first += key_run) {
      tile<Set, static_cast<int>(height.value), Vectors> t;  // result^T [values, queries]
      t.zero();
      t.run(v + first * h.v_stride + c, 1, h.v_stride, b.p + first * lanes, lanes, panel_width,
            keys - first < key_run ? keys - first : key_run);
      float* result = b.result + c * lanes;
      asm("" : "+r"(result));  // else GCC keeps the address of each vector apart, in more registers than there are
      if (first_key + first > 0) t.add(result, lanes);
      t.store(result, lanes);
    }
  });
}

/// The same for values that are not finite: a hidden one must not be multiplied by its weight of 0.
template <class Set, int Vectors, class Hooks>
TENON_INLINE void add_seen_values(query_block<Set, Vectors>& b, index_t first_key, index_t keys, index_t value_width,
                                  const attention_head& h, const Hooks& hooks) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  for (index_t c = 0; c < value_width; ++c) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      float* const result = b.result + c * lanes + j * width;
      for (index_t first = 0; first < keys; first += key_run) {
        const index_t end = keys - first < key_run ? keys : first + key_run;
        vector<Set> sum{};
        for (index_t key = first; key < end; ++key) {
          vector<Set> seen{};
          hooks.template hide<Set>(seen, b.place(j, first_key + key));
          const vector<Set> weight = *at(Set{}, b.p + key * lanes + j * width);
          vector<Set> more = sum;
          add_product<Set>(more, h.v[(first_key + key) * h.v_stride + c], weight);
          sum = seen == 0.f ? more : sum;
        }
        if (first_key + first > 0) sum = sum + *at(Set{}, result);
        *at(Set{}, result) = sum;
      }
    }
  }
}

/// What is hidden weighs 0, also where what is seen is not finite and the sum of the weights is none. `first` is the place
/// of the first of these weights[queries, keys], `inverse` the inverse of each query's sum.
/// Straight-line code where both extents are constants.
template <class Set, class Queries, class Keys, class Hooks>
TENON_INLINE void clear_hidden_weights(const score_place& first, Queries queries, Keys keys, const float* inverse,
                                       float* weights, index_t stride, const Hooks& hooks) {
  constexpr index_t lanes = Set::lanes;
  bool finite = true;
  const auto look = [&](index_t i) TENON_INLINE_LAMBDA { finite = finite && inverse[i] <= 1e30f; };
  const auto clear = [&](index_t i, index_t key) TENON_INLINE_LAMBDA {
    vector<Set> seen{};
    hooks.template hide<Set>(seen, score_place{first.first_query + i, first.queries, first.key + key});
    float hidden[lanes];
    *at(Set{}, hidden) = seen;
    TENON_UNROLL
    for (index_t lane = 0; lane < lanes; ++lane)
      if (i + lane < queries && hidden[lane] != 0.f) weights[(i + lane) * stride + key] = 0.f;
  };
  if constexpr (is_constant<Queries> && is_constant<Keys>) {
    unrolled<Queries::value>(look);
    if (finite) return;
    unrolled<(Queries::value + lanes - 1) / lanes>([&](auto block) TENON_INLINE_LAMBDA {
      unrolled<Keys::value>([&](auto key) TENON_INLINE_LAMBDA { clear(block.value * lanes, key.value); });
    });
  } else {
    for (index_t i = 0; i < queries; ++i) look(i);
    if (finite) return;
    for (index_t i = 0; i < queries; i += lanes)
      for (index_t key = 0; key < keys; ++key) clear(i, key);
  }
}

/// Several tiles of keys: the weights are kept as raw scores until the highest score and the sum of the whole row are
/// known.
template <class Set, int Vectors>
TENON_INLINE void keep_scores(query_block<Set, Vectors>& b, index_t first_key, index_t keys, index_t queries,
                              const attention_head& h) {
  constexpr index_t lanes = Set::lanes * Vectors;
  transpose<Set>(keys, queries, b.p, lanes, h.weights + b.first * h.weights_stride + first_key, h.weights_stride);
}

/// The inverse of a sum of weights. The key that made the shift weighs 1; without any the sum is 0, and so is the result,
/// whatever divides it.
template <class Set>
TENON_INLINE void invert_sum(vector<Set>& inverse, const vector<Set>& sum) {
  const vector<Set> one = vector<Set>{} + 1.f;
  vector<Set> divisor;
  take_larger(divisor, one, sum);
#if defined(__clang__)
  asm("" : "+m"(divisor));  // else clang chooses between 1 and 1 / sum, and divides by 0
#endif
  inverse = 1.f / divisor;
}

/// Writes the result. `keys`: how many were seen by any query of the block; `settled`: some of them are.
template <class Set, int Vectors, class Queries, class ValueWidth>
TENON_INLINE void finish_block(query_block<Set, Vectors>& b, Queries queries, index_t keys, bool settled,
                               ValueWidth value_width, const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  vector<Set> inverse[Vectors];
  TENON_UNROLL
  for (int j = 0; j < Vectors; ++j) {
    const vector<Set> sum = *at(Set{}, b.sum + j * width);
    invert_sum<Set>(inverse[j], sum);
    *at(Set{}, b.inverse + j * width) = inverse[j];
  }
  if (settled)
    for (index_t i = 0; i < value_width * lanes; i += width)
      *at(Set{}, b.result + i) = *at(Set{}, b.total + i) + *at(Set{}, b.result + i);
  if (keys == 0)
    for (index_t i = 0; i < value_width * lanes; i += width) *at(Set{}, b.result + i) = vector<Set>{};
  // Adding 0 makes -0 into 0: a hidden key behind the last one would do the same.
  for (index_t c = 0; c < value_width; ++c) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      float* r = b.result + c * lanes + j * width;
      *at(Set{}, r) = *at(Set{}, r) * inverse[j] + 0.f;
    }
  }
  transpose<Set>(value_width, queries, b.result, lanes, h.out + b.first * h.out_stride, h.out_stride);
}

template <class Set, int Vectors>
TENON_INLINE void finish_weights(query_block<Set, Vectors>& b, index_t queries, index_t keys, index_t all_keys,
                                 const attention_head& h) {
  constexpr index_t width = Set::lanes, lanes = width * Vectors;
  float* weights = h.weights + b.first * h.weights_stride;
  if (keys <= key_tile) {
    for (index_t i = 0; i < keys; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j)
        *at(Set{}, b.p + i * lanes + j * width) =
            *at(Set{}, b.p + i * lanes + j * width) * *at(Set{}, b.inverse + j * width);
    }
    transpose<Set>(keys, queries, b.p, lanes, weights, h.weights_stride);
  } else {
    for (index_t i = 0; i < queries; ++i) {
      float* row = weights + i * h.weights_stride;
      const float shift = b.shift[i];
      for (index_t j = 0; j < keys; j += width) {
        const index_t left = keys - j < width ? keys - j : width;
        vector<Set> e;
        if (left == width)
          e = *at(Set{}, row + j);
        else
          load_some<Set>(e, row + j, left);
        e = e - shift;
        e = e > 80.f ? vector<Set>{} + 80.f : e;  // in lanes behind the last key
        weight_in_place<Set>(e);
        e = e * b.inverse[i];
        if (left == width)
          *at(Set{}, row + j) = e;
        else
          store_some<Set>(e, row + j, left);
      }
    }
  }
  for (index_t i = 0; i < queries; ++i)
    for (index_t j = keys; j < all_keys; ++j) weights[i * h.weights_stride + j] = 0.f;
}

}  // namespace tenon::kernels
TENON_END_HEADER
