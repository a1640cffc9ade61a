// Attention of one head: against double, under every mask, and bit by bit where results must agree.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <limits>
#include <tenon/kernels/attention.hpp>

using namespace kernels_test;

namespace {

struct head {
  index_t queries, keys, key_width, value_width;
  floats q, k, v;

  head(index_t n, index_t m, index_t d_k, index_t d_v)
      : queries(n), keys(m), key_width(d_k), value_width(d_v), q(n * d_k, 1, 3.f), k(m * d_k, 2, 3.f), v(m * d_v, 3) {}

  kernels::attention_head operands(floats& out, floats* weights) const {
    return {q.data(),
            key_width,
            k.data(),
            key_width,
            v.data(),
            value_width,
            out.data(),
            value_width,
            weights ? weights->data() : nullptr,
            keys,
            kernels::attention_scale(key_width)};
  }

  template <class Hooks = kernels::no_hooks>
  floats out(const Hooks& hooks = {}, floats* weights = nullptr) const {
    floats result(queries * value_width);
    kernels::attention(queries, keys, key_width, value_width, operands(result, weights), hooks);
    REQUIRE(result.intact());
    return result;
  }
};

// The worst error of out and weights; change(i, j, score) is the score after the hooks, -infinity where hidden.
template <class Change>
double error(const head& h, const floats& out, const floats& weights, Change change) {
  double worst = 0;
  std::vector<double> p(static_cast<std::size_t>(h.keys));
  for (index_t i = 0; i < h.queries; ++i) {
    double top = -INFINITY, sum = 0;
    for (index_t j = 0; j < h.keys; ++j) {
      double score = 0;
      for (index_t c = 0; c < h.key_width; ++c)
        score += static_cast<double>(h.q[i * h.key_width + c]) * static_cast<double>(h.k[j * h.key_width + c]);
      score = change(i, j, score / std::sqrt(static_cast<double>(h.key_width)));
      p[static_cast<std::size_t>(j)] = score;
      top = std::max(top, score);
    }
    for (double& e : p) sum += e = e == -INFINITY ? 0 : std::exp(e - top);
    for (double& e : p) e = sum > 0 ? e / sum : 0;
    for (index_t j = 0; j < h.keys; ++j)
      worst = std::max(worst, std::abs(p[static_cast<std::size_t>(j)] - static_cast<double>(weights[i * h.keys + j])));
    for (index_t c = 0; c < h.value_width; ++c) {
      double value = 0;
      for (index_t j = 0; j < h.keys; ++j)
        value += p[static_cast<std::size_t>(j)] * static_cast<double>(h.v[j * h.value_width + c]);
      worst = std::max(worst, std::abs(value - static_cast<double>(out[i * h.value_width + c])));
    }
  }
  return worst;
}

template <class Hooks, class Change>
void check(const head& h, const Hooks& hooks, Change change) {
  floats weights(h.queries * h.keys);
  const floats out = h.out(hooks, &weights);
  REQUIRE(weights.intact());
  CHECK(error(h, out, weights, change) < 4e-6);
  CHECK(same_bits(out, h.out(hooks)));  // without the weights
}

}  // namespace

TEST_CASE("attention is right for odd extents on every instruction set") {
  with_each_instruction_set([] {
    for (index_t queries : {1, 3, 5, 7, 16, 17, 33, 127})
      for (index_t keys : {1, 3, 7, 17, 33, 127, 300, 513})
        for (index_t width : {1, 3, 8, 17, 64})
          if (queries * keys < 20'000)
            check(head(queries, keys, width, width == 8 ? 13 : width), kernels::no_hooks{},
                  [](index_t, index_t, double s) { return s; });
    check(head(5, 9, 200, 130), kernels::no_hooks{}, [](index_t, index_t, double s) { return s; });
  });
}

TEST_CASE("attention of constant extents gives the bits of run-time extents") {
  with_each_instruction_set([] {
    const auto agree = [](auto queries, auto keys, auto d_k, auto d_v) {
      const head h(queries, keys, d_k, d_v);
      floats a(queries * d_v), wa(queries * keys), wb(queries * keys);
      kernels::attention(queries, keys, d_k, d_v, h.operands(a, &wa));
      CHECK(same_bits(a, h.out({}, &wb)));
      CHECK(same_bits(wa, wb));
    };
    using kernels::constant;
    agree(constant<3>{}, constant<3>{}, constant<4>{}, constant<4>{});
    agree(constant<16>{}, constant<16>{}, constant<8>{}, constant<8>{});
    agree(constant<5>{}, constant<11>{}, constant<6>{}, constant<3>{});
    agree(constant<40>{}, constant<70>{}, constant<256>{}, constant<16>{});
  });
}

TEST_CASE("hooks hide and change scores, alone and together") {
  with_each_instruction_set([] {
    const index_t queries = 37, keys = 290;
    const head h(queries, keys, 12, 12);
    std::vector<unsigned char> each(static_cast<std::size_t>(queries * keys)), padding(static_cast<std::size_t>(keys));
    for (std::size_t i = 0; i < each.size(); ++i) each[i] = i * 7 % 5 < 2;
    for (std::size_t j = 0; j < padding.size(); ++j) padding[j] = j % 3 == 1;
    const floats bias(queries * keys, 9, 2.f);
    const auto hidden = [&](index_t i, index_t j) { return each[static_cast<std::size_t>(i * keys + j)] != 0; };
    const auto padded = [&](index_t j) { return padding[static_cast<std::size_t>(j)] != 0; };
    const kernels::keep_mask keep{each.data(), {.query = keys, .key = 1}};
    const kernels::ignore_mask ignore{each.data(), {.query = keys, .key = 1}};
    const kernels::ignore_mask ignore_padding{padding.data(), {.key = 1}};
    const kernels::score_bias add{bias.data(), {.query = keys, .key = 1}};
    const kernels::score_bias add_to_keys{bias.data(), {.key = 1}};

    check(h, kernels::score_hooks{keep}, [&](index_t i, index_t j, double s) { return hidden(i, j) ? s : -INFINITY; });
    check(h, kernels::score_hooks{ignore},
          [&](index_t i, index_t j, double s) { return hidden(i, j) ? -INFINITY : s; });
    check(h, kernels::score_hooks{ignore_padding},
          [&](index_t, index_t j, double s) { return padded(j) ? -INFINITY : s; });
    check(h, kernels::score_hooks{add},
          [&](index_t i, index_t j, double s) { return s + static_cast<double>(bias[i * keys + j]); });
    check(h, kernels::score_hooks{add_to_keys},
          [&](index_t, index_t j, double s) { return s + static_cast<double>(bias[j]); });
    check(h, kernels::score_hooks{kernels::softcap{3.f}},
          [](index_t, index_t, double s) { return 3 * std::tanh(s / 3); });
    for (index_t offset : {index_t{-400}, index_t{-20}, index_t{0}, index_t{253}, index_t{1000}})
      check(h, kernels::score_hooks{kernels::causal{offset}},
            [&](index_t i, index_t j, double s) { return j <= i + offset ? s : -INFINITY; });
    check(h, kernels::score_hooks{kernels::causal{200}, ignore_padding, add, kernels::softcap{5.f}},
          [&](index_t i, index_t j, double s) {
            return padded(j) || j > i + 200 ? -INFINITY
                                            : 5 * std::tanh((s + static_cast<double>(bias[i * keys + j])) / 5);
          });
  });
}

TEST_CASE("a mask that hides nothing changes no bit") {
  with_each_instruction_set([] {
    const head h(21, 300, 16, 16);
    const std::vector<unsigned char> all(21 * 300, 1);
    const floats expected = h.out();
    CHECK(same_bits(expected, h.out(kernels::score_hooks{kernels::keep_mask{all.data(), {.query = 300, .key = 1}}})));
    CHECK(same_bits(expected, h.out(kernels::score_hooks{kernels::keep_mask{all.data(), {}}})));
    CHECK(same_bits(expected, h.out(kernels::score_hooks{kernels::causal{299}})));
  });
}

TEST_CASE("a query that sees no key gives zeros") {
  with_each_instruction_set([] {
    const head h(19, 270, 5, 7);
    const unsigned char none = 0;
    floats weights(19 * 270, 4);
    const floats out = h.out(kernels::score_hooks{kernels::keep_mask{&none, {}}}, &weights);
    CHECK(same_bits(out, floats(19 * 7)));
    CHECK(same_bits(weights, floats(19 * 270)));
  });
}

TEST_CASE("what lies in a hidden key or value does not matter") {
  with_each_instruction_set([] {
    for (float poison : {std::numeric_limits<float>::quiet_NaN(), INFINITY, -INFINITY}) {
      for (index_t keys : {index_t{20}, index_t{300}}) {
        head h(18, keys, 8, 8);
        std::vector<unsigned char> seen(static_cast<std::size_t>(18 * keys), 1);
        for (index_t i = 0; i < 18; ++i) {
          seen[static_cast<std::size_t>(i * keys + 3)] = 0;           // hidden from all
          seen[static_cast<std::size_t>(i * keys + 7)] = i % 2 == 1;  // seen by odd queries only
        }
        const kernels::score_hooks hooks{kernels::keep_mask{seen.data(), {.query = keys, .key = 1}}};
        floats clean_weights(18 * keys), weights(18 * keys);
        const floats clean = h.out(hooks, &clean_weights);
        for (index_t c = 0; c < 8; ++c) h.k[3 * 8 + c] = h.v[3 * 8 + c] = h.v[7 * 8 + c] = poison;
        const floats out = h.out(hooks, &weights);
        CHECK(same_bits(weights, clean_weights));
        for (index_t i = 0; i < 18; ++i)
          for (index_t c = 0; c < 8; ++c) {
            if (i % 2 == 0)
              CHECK(std::memcmp(&out[i * 8 + c], &clean[i * 8 + c], 4) == 0);
            else
              CHECK_FALSE(std::isfinite(out[i * 8 + c]));
          }
      }
    }
    // Behind the causal edge, and in padding.
    head h(24, 24, 8, 8);
    const floats clean = h.out(kernels::score_hooks{kernels::causal{0}});
    for (index_t j = 12; j < 24; ++j)
      for (index_t c = 0; c < 8; ++c) h.k[j * 8 + c] = h.v[j * 8 + c] = NAN;
    const floats out = h.out(kernels::score_hooks{kernels::causal{0}});
    CHECK(std::memcmp(out.data(), clean.data(), 12 * 8 * 4) == 0);
  });
}

TEST_CASE("NaN in a key or value that is seen reaches the result") {
  with_each_instruction_set([] {
    head h(5, 20, 8, 8);
    h.k[4 * 8] = NAN;
    const floats out = h.out();
    for (index_t i = 0; i < 5 * 8; ++i) CHECK(std::isnan(out[i]));
  });
}

TEST_CASE("a text alone and beside longer ones gives the same bits") {
  with_each_instruction_set([] {
    for (index_t length : {1, 3, 7, 20, 256, 280}) {
      const head padded(330, 330, 16, 16);
      std::vector<unsigned char> seen(330);
      for (index_t j = 0; j < length; ++j) seen[static_cast<std::size_t>(j)] = 1;
      head alone(length, length, 16, 16);
      std::memcpy(alone.q.data(), padded.q.data(), static_cast<std::size_t>(length * 16) * 4);
      std::memcpy(alone.k.data(), padded.k.data(), static_cast<std::size_t>(length * 16) * 4);
      std::memcpy(alone.v.data(), padded.v.data(), static_cast<std::size_t>(length * 16) * 4);
      floats weights_alone(length * length), weights(330 * 330);
      const floats a = alone.out({}, &weights_alone);
      const floats b = padded.out(kernels::score_hooks{kernels::keep_mask{seen.data(), {.key = 1}}}, &weights);
      CHECK(std::memcmp(a.data(), b.data(), static_cast<std::size_t>(length * 16) * 4) == 0);
      for (index_t i = 0; i < length; ++i)
        CHECK(std::memcmp(&weights_alone[i * length], &weights[i * 330], static_cast<std::size_t>(length) * 4) == 0);
    }
  });
}

TEST_CASE("few queries give the bits that they give among many") {
  with_each_instruction_set([] {
    for (const index_t keys : {1, 5, 128, 300})
      for (const index_t d_v : {1, 5, 16, 20, 64, 100}) {
        const head many(40, keys, 16, d_v);
        floats all_weights(40 * keys);
        const floats all = many.out({}, &all_weights);
        for (const index_t queries : {1, 2, 3, 4, 5, 7, 8, 9}) {
          head few(queries, keys, 16, d_v);
          std::memcpy(few.q.data(), &many.q[7 * 16], static_cast<std::size_t>(queries * 16) * 4);
          floats weights(queries * keys);
          const floats out = few.out({}, &weights);
          CHECK(std::memcmp(out.data(), &all[7 * d_v], static_cast<std::size_t>(queries * d_v) * 4) == 0);
          CHECK(std::memcmp(weights.data(), &all_weights[7 * keys], static_cast<std::size_t>(queries * keys) * 4) == 0);
        }
      }
  });
}
