// Memory of any alignment: every kernel gives the bits that it gives for aligned operands. An aligned instruction that a
// compiler chose wrongly ends this program.
#include "../support/catch.hpp"
#include "numbers.hpp"

#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/matmul.hpp>
#include <tenon/kernels/mixed_hooks.hpp>
#include <tenon/kernels/multi_head_attention.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/softmax.hpp>

using namespace kernels_test;
using kernels::constant;

TENON_BEGIN_HEADER
namespace {

void transpose(index_t rows, index_t columns, const float* from, float* to) {
  kernels::dispatch([&](auto set) TENON_INLINE_LAMBDA {
    kernels::transpose<decltype(set)>(rows, columns, from, columns, to, rows);
  });
}

}  // namespace
TENON_END_HEADER

namespace {

/// run(offset, out): operands and results `offset` floats behind an address that is a multiple of 64 bytes.
template <class Run>
void same_everywhere(index_t results, Run run) {
  with_each_instruction_set([&] {
    floats aligned(results, 0, 1.f, 0);
    run(0, aligned);
    REQUIRE(aligned.intact());
    for (int offset : {1, 2, 3, 4, 7}) {
      floats y(results, 0, 1.f, offset);
      run(offset, y);
      REQUIRE(y.intact());
      CHECK(same_bits(y, aligned));
    }
  });
}

/// Extents around the widths of vectors, tiles and panels.
constexpr index_t extents[] = {1, 4, 7, 16, 21, 48};

constexpr kernels::multi_head_sizes odd_heads{20, 20, 20, 3, 3, 5, 6, 18}, tiny_heads{8, 8, 8, 2, 2, 4, 4, 8};

template <kernels::multi_head_sizes S, class Rows>
void same_attention_everywhere(Rows rows, index_t batch) {
  same_everywhere(batch * rows * S.out_dim, [&](int offset, floats& out) {
    const auto weights = [&](index_t depth, index_t columns, unsigned seed) {
      return floats(kernels::panels_size(depth, columns), seed, 0.5f, offset);
    };
    constexpr index_t k_width = S.kv_heads * S.d_k, v_width = S.kv_heads * S.d_v;
    const floats q = weights(S.query_dim, S.heads * S.d_k, 1), k = weights(S.key_dim, k_width, 2),
                 v = weights(S.value_dim, v_width, 3), o = weights(S.heads * S.d_v, S.out_dim, 4);
    const floats bias(64, 5, 1.f, offset), x(batch * rows * S.query_dim, 6, 1.f, offset);
    floats scratch(kernels::multi_head_scratch(S, batch, rows, rows), 0, 1.f, offset),
        seen(batch * S.heads * rows * rows, 0, 1.f, offset);
    const kernels::multi_head_projections<float> projections{
        {q.data(), bias.data()}, {k.data(), bias.data()}, {v.data(), bias.data()}, {o.data(), nullptr}};
    kernels::multi_head_attention<S>(
        batch, rows, rows, projections,
        {x.data(), x.data(), x.data(), out.data(), seen.data(), scratch.data()});
    REQUIRE((scratch.intact() && seen.intact()));
  });
}

}  // namespace

TEST_CASE("functions, arithmetic and reductions take floats at any address") {
  for (index_t count : extents) {
    const auto mapped = [&](auto function) {
      same_everywhere(count, [&](int offset, floats& y) {
        const floats x(count, 1, 4.f, offset);
        kernels::map<decltype(function)>(count, x.data(), y.data());
      });
    };
    mapped(kernels::exponential{});
    mapped(kernels::gelu{});
    mapped(kernels::gelu_tanh{});
    mapped(kernels::silu{});
    mapped(kernels::relu{});
    same_everywhere(2 * count, [&](int offset, floats& y) {
      const floats a(count, 1, 1.f, offset), b(count, 2, 1.f, (offset + 2) % 4);
      kernels::combine<kernels::plus>(count, a.data(), b.data(), y.data());
      kernels::combine_scalar<kernels::divided_by>(count, a.data(), 3.f, y.data() + count);
    });
    same_everywhere(9, [&](int offset, floats& y) {
      const floats x(3 * count, 1, 1.f, offset);
      kernels::sum_rows(3, count, x.data(), count, y.data());
      kernels::max_rows(3, count, x.data(), count, y.data() + 3);
      kernels::min_rows(3, count, x.data(), count, y.data() + 6);
    });
  }
}

TEST_CASE("softmax, normalisation and transposition take floats at any address") {
  for (index_t width : extents) {
    same_everywhere(6 * width, [&](int offset, floats& y) {
      const floats x(3 * width, 1, 4.f, offset);
      kernels::softmax_rows(3, width, x.data(), width, y.data(), width);
      kernels::softmax_columns(3, width, x.data(), width, y.data() + 3 * width, width);
    });
    same_everywhere(6 * width, [&](int offset, floats& y) {
      const floats x(3 * width, 1, 4.f, offset), more(3 * width, 2, 4.f, offset), gain(width, 3, 1.f, offset),
          shift(width, 4, 1.f, (offset + 1) % 4);
      kernels::norm_rows rows{x.data(), width, more.data(), width, gain.data(), shift.data(), y.data(), width};
      kernels::layer_norm(3, width, rows, 1e-5f);
      rows.y += 3 * width;
      kernels::rms_norm(3, width, rows, 1e-5f);
    });
    for (index_t rows : extents)
      same_everywhere(rows * width, [&](int offset, floats& y) {
        const floats x(rows * width, 1, 1.f, offset);
        transpose(rows, width, x.data(), y.data());
      });
  }
}

TEST_CASE("products take matrices at any address") {
  for (index_t rows : {1, 2, 6, 13, 20})
    for (index_t columns : extents)
      for (index_t depth : {1, 17, 32}) {
        same_everywhere(2 * rows * columns, [&](int offset, floats& y) {
          const floats a(rows * depth, 1, 1.f, offset), b(depth * columns, 2, 1.f, offset);
          kernels::matmul(rows, depth, columns, {a.data(), depth, 1}, {b.data(), columns, 1}, y.data(), columns);
          kernels::matmul(rows, depth, columns, {a.data(), 1, rows}, {b.data(), 1, depth}, y.data() + rows * columns,
                          columns);
        });
        same_everywhere(rows * columns, [&](int offset, floats& y) {
          const floats x(rows * depth, 1, 1.f, offset), w(kernels::panels_size(depth, columns), 2, 1.f, (offset + 1) % 4),
              bias(columns, 3, 1.f, (offset + 2) % 4);
          kernels::packed_product<kernels::gelu>(rows, depth, columns, x.data(), depth, w.data(), bias.data(), y.data(),
                                                 columns);
        });
      }
}

TEST_CASE("attention takes operands and masks at any address") {
  const auto attend = [](auto queries, auto keys, auto width) {
    same_everywhere(queries * (width + keys), [&](int offset, floats& y) {
      const floats q(queries * width, 1, 2.f, offset), k(keys * width, 2, 2.f, offset), v(keys * width, 3, 1.f, offset),
          bias(queries * keys, 4, 1.f, offset);
      std::vector<unsigned char> mask(static_cast<std::size_t>(queries * keys + offset), 1);
      for (index_t i = 0; i < queries * keys; i += 3) mask[static_cast<std::size_t>(i + offset)] = 0;
      kernels::mixed_hooks hooks;
      hooks.add(kernels::keep_mask{mask.data() + offset, {.query = keys, .key = 1}});
      hooks.add(kernels::score_bias{bias.data(), {.query = keys, .key = 1}});
      kernels::attention(queries, keys, width, width,
                         {q.data(), width, k.data(), width, v.data(), width, y.data(), width,
                          y.data() + queries * width, keys, kernels::attention_scale(width)},
                         hooks);
    });
  };
  for (index_t queries : {1, 3, 4, 8, 17, 33})
    for (index_t keys : {1, 16, 150})
      for (index_t width : {3, 8, 20, 64}) attend(queries, keys, width);
  attend(constant<3>{}, constant<5>{}, constant<7>{});
  attend(constant<16>{}, constant<16>{}, constant<8>{});
}

TEST_CASE("multi-head attention takes tensors and weights at any address") {
  same_attention_everywhere<odd_heads>(index_t{9}, 2);
  same_attention_everywhere<tiny_heads>(constant<3>{}, 2);
}
