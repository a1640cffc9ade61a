// NaN and infinity in keys and values that a mask hides never reach a result: on every path, for any number of queries.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <limits>
#include <tenon/kernels/mixed_hooks.hpp>
#include <tenon/kernels/multi_head_attention.hpp>

using namespace kernels_test;
using kernels::constant;

namespace {

constexpr float poisons[] = {std::numeric_limits<float>::quiet_NaN(), INFINITY, -INFINITY, 3e38f};

/// Key 1 is hidden by a keep mask for all, key 2 by an ignore mask for all; key 3 is seen by every second query only, and
/// the keys behind query + 2 are hidden by causality. A bias changes what is seen.
struct masks {
  index_t queries, keys;
  std::vector<unsigned char> keep, ignore;
  floats bias;

  masks(index_t n, index_t m)
      : queries(n), keys(m), keep(static_cast<std::size_t>(m), 1), ignore(static_cast<std::size_t>(n * m), 0),
        bias(n * m, 7) {
    if (keys > 1) keep[1] = 0;
    for (index_t i = 0; i < queries; ++i) {
      if (keys > 2) ignore[static_cast<std::size_t>(i * keys + 2)] = 1;
      if (keys > 3) ignore[static_cast<std::size_t>(i * keys + 3)] = i % 2 == 0;
    }
  }
  bool hidden(index_t query, index_t key) const {
    return key == 1 || key == 2 || (key == 3 && query % 2 == 0) || key > query + 2;
  }
  kernels::mixed_hooks mixed() const {
    kernels::mixed_hooks hooks;
    hooks.add(kernels::keep_mask{keep.data(), {.key = 1}});
    hooks.add(kernels::ignore_mask{ignore.data(), {.query = keys, .key = 1}});
    hooks.add(kernels::score_bias{bias.data(), {.query = keys, .key = 1}});
    hooks.add(kernels::causal{2});
    return hooks;
  }
  auto fixed() const {
    return kernels::score_hooks{kernels::keep_mask{keep.data(), {.key = 1}},
                                kernels::ignore_mask{ignore.data(), {.query = keys, .key = 1}},
                                kernels::score_bias{bias.data(), {.query = keys, .key = 1}}, kernels::causal{2}};
  }
};

/// attend(first poisoned key, poison, out, weights or null) for queries that see none of the poisoned keys: their bits are
/// those of the result without poison.
template <class Attend>
void check_rows(const masks& m, index_t width, Attend attend) {
  const index_t queries = m.queries, keys = m.keys;
  floats clean(queries * width), clean_weights(queries * keys);
  attend(keys, 0.f, clean, &clean_weights);
  for (index_t first : {index_t{1}, index_t{3}, queries / 2 + 2, index_t{135}}) {
    if (first >= keys) continue;
    for (float poison : poisons)
      for (bool with_weights : {true, false}) {
        floats out(queries * width), weights(queries * keys);
        attend(first, poison, out, with_weights ? &weights : nullptr);
        REQUIRE((out.intact() && weights.intact()));
        bool same = true;
        for (index_t i = 0; i < queries; ++i) {
          bool sees = false;  // keys 1 and 2 are poisoned together, any other alone
          for (index_t key = first; key < (first == 1 ? 3 : first + 1); ++key) sees = sees || !m.hidden(i, key);
          if (sees) continue;
          const auto row_bytes = static_cast<std::size_t>(width) * 4, weight_bytes = static_cast<std::size_t>(keys) * 4;
          same = same && std::memcmp(&out[i * width], &clean[i * width], row_bytes) == 0;
          if (with_weights)
            same = same && std::memcmp(&weights[i * keys], &clean_weights[i * keys], weight_bytes) == 0;
        }
        INFO(queries << " queries, " << keys << " keys, poison " << poison << " from key " << first);
        INFO("weights " << with_weights);
        CHECK(same);
      }
  }
}

void poison_rows(floats& rows, index_t width, index_t first, index_t count, float poison) {
  for (index_t key = first; key < (first == 1 ? 3 : first + 1) && key < count; ++key)
    for (index_t c = 0; c < width; ++c) rows[key * width + c] = poison;
}

template <class Queries, class Keys, class Width, class Hooks>
void check_head(Queries queries, Keys keys, Width width, const masks& m, const Hooks& hooks) {
  check_rows(m, width, [&](index_t first, float poison, floats& out, floats* weights) {
    const floats q(queries * width, 1, 2.f);
    floats k(keys * width, 2, 2.f), v(keys * width, 3);
    poison_rows(k, width, first, keys, poison);
    poison_rows(v, width, first, keys, poison);
    kernels::attention(queries, keys, width, width,
                       {q.data(), width, k.data(), width, v.data(), width, out.data(), width,
                        weights ? weights->data() : nullptr, keys, kernels::attention_scale(width)},
                       hooks);
  });
}

template <kernels::multi_head_sizes S, class Queries, class Keys>
void check_layer(Queries queries, Keys keys) {
  const masks m(queries, keys);
  check_rows(m, S.out_dim, [&](index_t first, float poison, floats& out, floats* weights) {
    const weight q(S.query_dim, S.heads * S.d_k, 1, 0.5f), k(S.key_dim, S.kv_heads * S.d_k, 2, 0.5f),
        v(S.value_dim, S.kv_heads * S.d_v, 3, 0.5f), o(S.heads * S.d_v, S.out_dim, 4, 0.5f);
    const floats query(queries * S.query_dim, 5);
    floats key(keys * S.key_dim, 6), scratch(kernels::multi_head_scratch(S, 1, queries, keys)),
        all_weights(S.heads * queries * keys);
    poison_rows(key, S.key_dim, first, keys, poison);
    const kernels::multi_head_projections<float> projections{
        {q.panels.data(), nullptr}, {k.panels.data(), nullptr}, {v.panels.data(), nullptr}, {o.panels.data(), nullptr}};
    kernels::multi_head_attention<S>(
        constant<1>{}, queries, keys, projections,
        {query.data(), key.data(), key.data(), out.data(), weights ? all_weights.data() : nullptr, scratch.data()}, m.mixed());
    REQUIRE((scratch.intact() && all_weights.intact()));
    if (weights) std::memcpy(weights->data(), all_weights.data(), static_cast<std::size_t>(weights->count()) * 4);
  });
}

constexpr kernels::multi_head_sizes tiny_heads{8, 8, 8, 2, 1, 4, 4, 8}, odd_heads{20, 20, 20, 3, 3, 5, 5, 12};

}  // namespace

TEST_CASE("hidden keys and values do not matter in attention of one head") {
  with_each_instruction_set([] {
    for (index_t queries = 1; queries <= 17; ++queries)
      for (index_t keys : {5, 20, 150}) {
        const masks m(queries, keys);
        check_head(queries, keys, index_t{6}, m, m.mixed());
        check_head(queries, keys, index_t{21}, m, m.fixed());
      }
    for (index_t queries : {33, 70}) {
      const masks m(queries, 140);
      check_head(queries, index_t{140}, index_t{6}, m, m.mixed());
    }
  });
}

TEST_CASE("hidden keys and values do not matter in attention that is compiled into its caller") {
  with_each_instruction_set([] {
    const auto check = [](auto queries, auto keys) {
      const masks m(queries, keys);
      check_head(queries, keys, constant<6>{}, m, m.mixed());
    };
    check(constant<1>{}, constant<5>{});
    check(constant<4>{}, constant<5>{});
    check(constant<7>{}, constant<5>{});
    check(constant<16>{}, constant<20>{});
    check(constant<17>{}, constant<20>{});
  });
}

TEST_CASE("hidden keys and values do not matter in multi-head attention, tiny and large") {
  with_each_instruction_set([] {
    check_layer<tiny_heads>(constant<1>{}, constant<4>{});
    check_layer<tiny_heads>(constant<6>{}, constant<5>{});
    for (index_t queries : {1, 2, 3, 8, 9, 17}) check_layer<odd_heads>(queries, index_t{20});
    check_layer<odd_heads>(index_t{17}, index_t{150});
  });
}
