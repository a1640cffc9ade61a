// Multi-head attention as a whole: against double, and the same bits for any executor, batch and kind of extent.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <tenon/kernels/multi_head_attention.hpp>
#include <thread>

using namespace kernels_test;
using kernels::constant;
using kernels::multi_head_sizes;

namespace {

template <multi_head_sizes S>
struct layer {
  static constexpr index_t q_width = S.heads * S.d_k, k_width = S.kv_heads * S.d_k, v_width = S.kv_heads * S.d_v,
                           context_width = S.heads * S.d_v;
  weight q{S.query_dim, q_width, 1, 0.5f}, k{S.key_dim, k_width, 2, 0.5f}, v{S.value_dim, v_width, 3, 0.5f},
      o{context_width, S.out_dim, 4, 0.5f};
  floats q_bias{q_width, 5}, k_bias{k_width, 6}, v_bias{v_width, 7}, o_bias{S.out_dim, 8};
  bool biased = true;

  kernels::multi_head_projections<float> projections() const {
    const auto bias = [&](const floats& b) { return biased ? b.data() : nullptr; };
    return {{q.panels.data(), bias(q_bias)},
            {k.panels.data(), bias(k_bias)},
            {v.panels.data(), bias(v_bias)},
            {o.panels.data(), bias(o_bias)}};
  }
  double project(const weight& w, const floats& bias, const float* x, index_t column) const {
    double sum = biased ? static_cast<double>(bias[column]) : 0;
    for (index_t i = 0; i < w.depth; ++i) sum += static_cast<double>(x[i]) * w(i, column);
    return sum;
  }
};

template <multi_head_sizes S>
struct inputs {
  index_t batch, queries, keys;
  floats query, key, value;
  inputs(index_t b, index_t n, index_t m)
      : batch(b),
        queries(n),
        keys(m),
        query(b * n * S.query_dim, 11),
        key(b * m * S.key_dim, 12),
        value(b * m * S.value_dim, 13) {}
};

struct results {
  floats out, weights;
};

template <multi_head_sizes S, class Batch, class Queries, class Keys, class Hooks = kernels::no_hooks,
          class Executor = kernels::serial>
results run(const layer<S>& l, const inputs<S>& x, Batch batch, Queries queries, Keys keys, const Hooks& hooks = {},
            Executor&& executor = {}) {
  results r{floats(x.batch * x.queries * S.out_dim), floats(x.batch * S.heads * x.queries * x.keys)};
  floats scratch(kernels::multi_head_scratch(S, x.batch, x.queries, x.keys));
  const kernels::multi_head_operands operands{x.query.data(), x.key.data(),     x.value.data(),
                                              r.out.data(),   r.weights.data(), scratch.data()};
  kernels::multi_head_attention<S>(batch, queries, keys, l.projections(), operands, hooks, executor);
  REQUIRE(r.out.intact());
  REQUIRE(r.weights.intact());
  REQUIRE(scratch.intact());
  // The weights do not change the result.
  floats without(x.batch * x.queries * S.out_dim);
  auto bare = operands;
  bare.out = without.data();
  bare.weights = nullptr;
  kernels::multi_head_attention<S>(batch, queries, keys, l.projections(), bare, hooks, executor);
  CHECK(same_bits(r.out, without));
  return r;
}

template <multi_head_sizes S>
double error(const layer<S>& l, const inputs<S>& x, const results& r, bool causal) {
  double worst = 0;
  using numbers = std::vector<double>;
  const auto at = [](numbers& n, index_t i) -> double& { return n[static_cast<std::size_t>(i)]; };
  for (index_t b = 0; b < x.batch; ++b) {
    numbers q(static_cast<std::size_t>(x.queries * l.q_width)), k(static_cast<std::size_t>(x.keys * l.k_width)),
        v(static_cast<std::size_t>(x.keys * l.v_width));
    for (index_t i = 0; i < x.queries; ++i)
      for (index_t c = 0; c < l.q_width; ++c)
        at(q, i * l.q_width + c) = l.project(l.q, l.q_bias, &x.query[(b * x.queries + i) * S.query_dim], c);
    for (index_t j = 0; j < x.keys; ++j) {
      for (index_t c = 0; c < l.k_width; ++c)
        at(k, j * l.k_width + c) = l.project(l.k, l.k_bias, &x.key[(b * x.keys + j) * S.key_dim], c);
      for (index_t c = 0; c < l.v_width; ++c)
        at(v, j * l.v_width + c) = l.project(l.v, l.v_bias, &x.value[(b * x.keys + j) * S.value_dim], c);
    }
    for (index_t i = 0; i < x.queries; ++i) {
      std::vector<double> context(static_cast<std::size_t>(l.context_width));
      for (index_t h = 0; h < S.heads; ++h) {
        const index_t kv = h / (S.heads / S.kv_heads), seen = causal ? std::min(i + 1, x.keys) : x.keys;
        std::vector<double> p(static_cast<std::size_t>(x.keys));
        double top = -INFINITY, sum = 0;
        for (index_t j = 0; j < seen; ++j) {
          for (index_t c = 0; c < S.d_k; ++c)
            at(p, j) += at(q, i * l.q_width + h * S.d_k + c) * at(k, j * l.k_width + kv * S.d_k + c);
          at(p, j) /= std::sqrt(static_cast<double>(S.d_k));
          top = std::max(top, at(p, j));
        }
        for (index_t j = 0; j < seen; ++j) sum += at(p, j) = std::exp(at(p, j) - top);
        for (index_t j = 0; j < x.keys; ++j) {
          at(p, j) /= sum;
          worst = std::max(
              worst,
              std::abs(at(p, j) - static_cast<double>(r.weights[((b * S.heads + h) * x.queries + i) * x.keys + j])));
          for (index_t c = 0; c < S.d_v; ++c)
            at(context, h * S.d_v + c) += at(p, j) * at(v, j * l.v_width + kv * S.d_v + c);
        }
      }
      for (index_t n = 0; n < S.out_dim; ++n) {
        double sum = l.biased ? static_cast<double>(l.o_bias[n]) : 0;
        for (index_t c = 0; c < l.context_width; ++c) sum += at(context, c) * l.o(c, n);
        worst = std::max(worst, std::abs(sum - static_cast<double>(r.out[(b * x.queries + i) * S.out_dim + n])));
      }
    }
  }
  return worst;
}

// Runs its tasks backwards, in three threads.
struct three_threads {
  static constexpr index_t width() { return 3; }
  template <class F>
  void for_each(index_t count, const F& f) const {
    std::vector<std::thread> threads;
    for (index_t t = 0; t < 3; ++t)
      threads.emplace_back([=, &f] {
        for (index_t i = count - 1; i >= 0; --i)
          if (i % 3 == t) f(i);
      });
    for (auto& thread : threads) thread.join();
  }
};

template <multi_head_sizes S>
void check(index_t batch, index_t queries, index_t keys) {
  layer<S> l;
  const inputs<S> x(batch, queries, keys);
  for (bool biased : {true, false}) {
    l.biased = biased;
    const results plain = run<S>(l, x, batch, queries, keys);
    CHECK(error<S>(l, x, plain, false) < 3e-5);
    const results threaded = run<S>(l, x, batch, queries, keys, kernels::no_hooks{}, three_threads{});
    CHECK(same_bits(plain.out, threaded.out));
    CHECK(same_bits(plain.weights, threaded.weights));
  }
  const results causal = run<S>(l, x, batch, queries, keys, kernels::score_hooks{kernels::causal{0}});
  CHECK(error<S>(l, x, causal, true) < 3e-5);
}

constexpr multi_head_sizes article{8, 8, 8, 2, 2, 4, 4, 8};
constexpr multi_head_sizes odd{30, 20, 11, 3, 3, 5, 7, 13};
constexpr multi_head_sizes grouped{48, 48, 48, 6, 2, 8, 8, 48};
constexpr multi_head_sizes wide{40, 24, 24, 4, 4, 16, 32, 50};
constexpr multi_head_sizes one_key_head{32, 32, 32, 4, 1, 16, 16, 32};
// Heads that are projected several at once, the last of them fewer, and more than three threads have tasks for.
constexpr multi_head_sizes seven_heads{21, 21, 30, 7, 7, 16, 48, 17};
constexpr multi_head_sizes three_heads{40, 40, 40, 3, 3, 48, 16, 24};
constexpr multi_head_sizes many_heads{40, 40, 40, 12, 12, 16, 16, 24};

}  // namespace

// The larger calls of each are dealt out to the threads.
TEST_CASE("multi-head attention is right for heads of any kind") {
  with_each_instruction_set([] {
    check<article>(1, 3, 3);
    check<article>(3, 7, 5);
    check<odd>(2, 9, 17);
    check<odd>(9, 40, 51);
    check<grouped>(3, 33, 12);
    check<wide>(2, 17, 40);
    check<one_key_head>(1, 5, 130);
    check<one_key_head>(2, 9, 200);
    check<seven_heads>(1, 1, 1);
    check<seven_heads>(2, 9, 4);
    check<seven_heads>(5, 20, 33);
    check<three_heads>(1, 1, 2);
    check<three_heads>(3, 1, 13);
    check<three_heads>(3, 20, 13);
    check<many_heads>(1, 2, 2);
    check<many_heads>(2, 11, 11);
  });
}

TEST_CASE("tiny multi-head attention gives the bits of the general one") {
  with_each_instruction_set([] {
    const auto agree = [](auto sizes, auto queries, auto keys, const auto& hooks) {
      constexpr multi_head_sizes S = decltype(sizes)::value;
      STATIC_REQUIRE(kernels::is_tiny<S, decltype(queries), decltype(keys)>);
      layer<S> l;
      const inputs<S> x(2, queries, keys);
      const results tiny = run<S>(l, x, constant<2>{}, queries, keys, hooks);
      const results general = run<S>(l, x, index_t{2}, index_t{queries}, index_t{keys}, hooks);
      CHECK(same_bits(tiny.out, general.out));
      CHECK(same_bits(tiny.weights, general.weights));
    };
    constexpr multi_head_sizes small_odd{5, 6, 7, 3, 1, 3, 2, 9};
    using article_type = std::integral_constant<multi_head_sizes, article>;
    agree(article_type{}, constant<3>{}, constant<3>{}, kernels::no_hooks{});
    agree(article_type{}, constant<7>{}, constant<5>{}, kernels::no_hooks{});
    agree(article_type{}, constant<3>{}, constant<3>{}, kernels::score_hooks{kernels::causal{0}});
    agree(std::integral_constant<multi_head_sizes, small_odd>{}, constant<1>{}, constant<8>{}, kernels::no_hooks{});
    agree(std::integral_constant<multi_head_sizes, small_odd>{}, constant<6>{}, constant<2>{},
          kernels::score_hooks{kernels::causal{-1}});
  });
}

TEST_CASE("a text of a batch gives the bits that it gives alone") {
  with_each_instruction_set([] {
    const auto agree = []<multi_head_sizes S>(std::integral_constant<multi_head_sizes, S>, index_t queries,
                                              index_t keys) {
      layer<S> l;
      const inputs<S> all(70, queries, keys);
      inputs<S> one(1, queries, keys);
      const results batch = run<S>(l, all, all.batch, queries, keys);
      for (index_t b : {0, 31, 69}) {
        std::memcpy(one.query.data(), &all.query[b * queries * S.query_dim],
                    static_cast<std::size_t>(one.query.count()) * 4);
        std::memcpy(one.key.data(), &all.key[b * keys * S.key_dim], static_cast<std::size_t>(one.key.count()) * 4);
        std::memcpy(one.value.data(), &all.value[b * keys * S.value_dim],
                    static_cast<std::size_t>(one.value.count()) * 4);
        const results alone = run<S>(l, one, index_t{1}, queries, keys);
        CHECK(std::memcmp(alone.out.data(), &batch.out[b * queries * S.out_dim],
                          static_cast<std::size_t>(alone.out.count()) * 4) == 0);
      }
    };
    agree(std::integral_constant<multi_head_sizes, wide>{}, 6, 9);
    agree(std::integral_constant<multi_head_sizes, odd>{}, 13, 5);
  });
}
