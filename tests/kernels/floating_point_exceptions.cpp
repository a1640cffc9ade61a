// No kernel raises a flag that mathematics does not raise: programs may trap on invalid operations, divisions by zero and
// overflows.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <cfenv>
#include <limits>
#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/mixed_hooks.hpp>
#include <tenon/kernels/multi_head_attention.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/softmax.hpp>

using namespace kernels_test;

namespace {

/// Leaves signalling NaN where the next call has its variables: what is calculated there before it is written shows.
[[gnu::noinline]] void poison_stack() {
  volatile std::uint32_t words[100'000];
  for (volatile std::uint32_t& word : words) word = 0x7fa00000;
}

template <class F>
bool raises_nothing(F f) {
  poison_stack();
  std::feclearexcept(FE_ALL_EXCEPT);
  f();
  return std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) == 0;
}

template <class Hooks>
void check_attention(index_t queries, index_t keys, index_t width, const Hooks& hooks) {
  const floats q(queries * width, 1, 3.f), k(keys * width, 2, 3.f), v(keys * width, 3);
  floats out(queries * width), weights(queries * keys);
  for (float* kept : {weights.data(), static_cast<float*>(nullptr)})
    CHECK(raises_nothing([&] {
      kernels::attention(queries, keys, width, width,
                         {q.data(), width, k.data(), width, v.data(), width, out.data(), width, kept, keys,
                          kernels::attention_scale(width)},
                         hooks);
    }));
}

}  // namespace

TEST_CASE("attention raises no floating-point exception") {
  with_each_instruction_set([] {
    for (index_t queries : {1, 2, 3, 7, 9, 17, 33})
      for (index_t keys : {1, 5, 129, 700}) {
        INFO(queries << " queries, " << keys << " keys");
        std::vector<unsigned char> mask(static_cast<std::size_t>(queries * keys));
        floats bias(queries * keys, 5);
        for (index_t i = 0; i < queries * keys; ++i) {
          mask[static_cast<std::size_t>(i)] = i % 3 == 0 || i / keys == 1;  // the second query sees nothing
          constexpr float least = std::numeric_limits<float>::lowest();
          if (i % 4 > 1) bias[i] = i % 4 == 2 ? least : -INFINITY;
        }
        kernels::mixed_hooks hooks;
        hooks.add(kernels::score_bias{bias.data(), {.query = keys, .key = 1}});
        check_attention(queries, keys, 12, hooks);
        hooks.add(kernels::ignore_mask{mask.data(), {.query = keys, .key = 1}});
        check_attention(queries, keys, 12, hooks);
        check_attention(queries, keys, 12, kernels::no_hooks{});
        check_attention(queries, keys, 5, kernels::score_hooks{kernels::causal{keys - queries}});
        check_attention(queries, keys, 5, kernels::score_hooks{kernels::causal{-2}});
        check_attention(queries, keys, 5, kernels::score_hooks{kernels::softcap{2.f}});
      }
    constexpr kernels::multi_head_sizes sizes{8, 8, 8, 2, 2, 4, 4, 8};
    const weight w(8, 8, 1, 0.3f);
    const kernels::multi_head_projections<float> p{{w.panels.data(), nullptr},
                                                   {w.panels.data(), nullptr},
                                                   {w.panels.data(), nullptr},
                                                   {w.panels.data(), nullptr}};
    const floats x(24, 2);
    floats y(24), kept(18);
    const auto tiny = [&](const auto& hooks) {
      kernels::multi_head_attention<sizes>(kernels::constant<1>{}, kernels::constant<3>{}, kernels::constant<3>{}, p,
                                           {x.data(), x.data(), x.data(), y.data(), kept.data(), nullptr}, hooks);
    };
    CHECK(raises_nothing([&] { tiny(kernels::no_hooks{}); }));
    CHECK(raises_nothing([&] { tiny(kernels::score_hooks{kernels::causal{-1}}); }));
  });
}

TEST_CASE("softmax, norms, products and functions raise no floating-point exception") {
  with_each_instruction_set([] {
    for (index_t width : {1, 3, 9, 16, 17, 100, 1000}) {
      INFO(width);
      const index_t rows = 3;
      const floats gain(width, 4), shift(width, 5);
      for (float scale : {1.f, 1e-3f, 80.f, 1e4f}) {
        floats x(rows * width, 3, scale), y(rows * width);
        CHECK(raises_nothing([&] { kernels::softmax_rows(rows, width, x.data(), width, y.data(), width); }));
        CHECK(raises_nothing([&] { kernels::softmax_columns(rows, width, x.data(), width, y.data(), width); }));
        const kernels::norm_rows norm{x.data(), width, x.data(), width, gain.data(), shift.data(), y.data(), width};
        CHECK(raises_nothing([&] { kernels::layer_norm(rows, width, norm, 1e-5f); }));
        CHECK(raises_nothing([&] { kernels::rms_norm(rows, width, norm, 1e-5f); }));
        CHECK(raises_nothing([&] { kernels::map<kernels::relu>(rows * width, x.data(), y.data()); }));
        CHECK(raises_nothing([&] { kernels::map<kernels::silu>(rows * width, x.data(), y.data()); }));
        CHECK(raises_nothing([&] { kernels::map<kernels::gelu>(rows * width, x.data(), y.data()); }));
        CHECK(raises_nothing([&] { kernels::map<kernels::gelu_tanh>(rows * width, x.data(), y.data()); }));
        for (index_t i = 0; i < rows * width; ++i) x[i] = -std::abs(x[i]);
        CHECK(raises_nothing([&] { kernels::map<kernels::exponential>(rows * width, x.data(), y.data()); }));
        x[0] = -INFINITY;
        if (width > 1)
          CHECK(raises_nothing([&] { kernels::softmax_rows(rows, width, x.data(), width, y.data(), width); }));
      }
      const weight w(width, 7, 6, 1.f);
      const floats x(rows * width, 7);
      floats y(rows * 7);
      CHECK(raises_nothing([&] {
        kernels::packed_product(rows, width, 7, x.data(), width, w.panels.data(), nullptr, y.data(), 7);
      }));
      CHECK(raises_nothing([&] {
        kernels::matmul(rows, width, 7, {x.data(), width, 1}, {w.plain.data(), 7, 1}, y.data(), 7);
      }));
    }
  });
}
