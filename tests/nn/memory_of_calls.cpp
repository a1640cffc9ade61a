// Nothing that forward writes may lie in anything that it reads: refused by sentence before anything is written.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/nn/scaled_dot_product_attention.hpp>
#include <tenon/ops/assign.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/slice.hpp>

#include <string>
#include <vector>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

// Bounded, so that forward may throw.
constexpr axis tokens{"tokens", at_most{16}}, d_model{"d_model", 16}, heads{"heads", 2}, vocab{"vocab", 16};
using rows = tensor<float, tokens, d_model>;
using scores = tensor<float, heads, tokens, prime(tokens)>;

template <class M>
M some(std::uint64_t seed) {
  random::generator source{seed};
  return M(source);
}
rows some_rows() {
  return rows(extents{4}, [](index_t i, index_t j) { return static_cast<float>((i * 5 + j * 3) % 7) / 8; });
}
/// The first four rows that lie in a parameter's memory.
packed_view<float, tokens, d_model> within(const float* memory) {
  return packed_view<float, tokens, d_model>(const_cast<float*>(memory), extents{4});
}

/// What the call says; and that it has written nothing there.
template <class Out, class Call>
std::string said(const Out& out, const Call& call) {
  // Bytes, since what lies there may be no numbers.
  const auto bytes = [&] {
    const auto* first = reinterpret_cast<const char*>(out.data());
    return std::vector<char>(first, first + out.size() * static_cast<index_t>(sizeof(float)));
  };
  const auto before = bytes();
  const std::string sentence = refusal([&] { call(out); });
  CHECK(bytes() == before);
  return sentence;
}

}  // namespace

TEST_CASE("a linear map does not write into its own parameters or its input", "[nn]") {
  auto map = some<nn::linear<float, d_model, axis{"out", 16}>>(1);
  rows x = some_rows();
  const auto as_out = [](const float* memory) {
    return packed_view<float, tokens, axis{"out", 16}>(const_cast<float*>(memory), extents{4});
  };
  const auto forward = [&](const auto& out) { map.forward(x, out); };
  CHECK(said(as_out(map.weight.panel_data()), forward) ==
        "forward: the output [tokens=4, out=16] shares memory with weight [out=16, d_model=16]");
  CHECK(said(as_out(map.weight.panel_data() + 12 * 16), forward) ==
        "forward: the output [tokens=4, out=16] shares memory with weight [out=16, d_model=16]");
  CHECK(said(as_out(map.bias.data() - 4 * 16 + 1), forward).find("shares memory with ") != std::string::npos);
  CHECK(said(as_out(x.data() + 3 * 16), forward) ==
        "forward: the output [tokens=4, out=16] shares memory with the input [tokens=4, d_model=16]");
  const nn::linear<float, d_model, axis{"out", 16}, nn::borrowed> borrower({.weight = map.weight, .bias = map.bias});
  CHECK(said(as_out(map.weight.panel_data()), [&](const auto& out) { borrower.forward(x, out); }) ==
        "forward: the output [tokens=4, out=16] shares memory with weight [out=16, d_model=16]");
}

TEST_CASE("an embedding does not write into its table or its ids", "[nn]") {
  auto table = some<nn::embedding<float, vocab, d_model>>(2);
  const tensor<int, tokens> ids(extents{4});
  CHECK(said(within(table.weight.data() + 12 * 16), [&](const auto& out) { table.forward(ids, out); }) ==
        "forward: the output [tokens=4, d_model=16] shares memory with weight [vocab=16, d_model=16]");
}

TEST_CASE("attention does not write into its parameters, masks, inputs, or twice into one place", "[nn]") {
  auto m = some<nn::multi_head_attention<float, d_model, heads>>(3);
  auto one = some<nn::single_head_attention<float, d_model>>(4);
  nn::workspace<nn::multi_head_attention<float, d_model, heads>, rows> memory;
  nn::workspace<nn::single_head_attention<float, d_model>, rows> memory_of_one;
  const rows x = some_rows();
  rows fresh(extents{4});
  const auto forward = [&](const auto& out) { m.forward(x, out, memory); };
  CHECK(said(within(m.W_o.weight.panel_data()), forward) ==
        "forward: the output [tokens=4, d_model=16] shares memory with W_o.weight [d_model=16, d_model'=16]");
  CHECK(said(within(m.W_k.weight.panel_data()), forward) ==
        "forward: the output [tokens=4, d_model=16] shares memory with W_k.weight [d_model=16, d_model'=16]");
  CHECK(said(within(one.W_v.weight.panel_data()), [&](const auto& out) { one.forward(x, out, memory_of_one); }) ==
        "forward: the output [tokens=4, d_model=16] shares memory with W_v.weight [d_model=16, d_model'=16]");

  // The weights: into a bias that is the same for every query, a mask of another order, the output, the workspace.
  scores weights(extents{4, 4});
  const auto into = [](float* at) { return packed_view<float, heads, tokens, prime(tokens)>(at, extents{4, 4}); };
  constexpr strides same_for_all = [] {
    strides result;
    result[2] = 1;
    return result;
  }();
  using of_one_row = mapping<same_for_all, heads, tokens, prime(tokens)>;
  const view<const float, same_for_all, heads, tokens, prime(tokens)> bias(weights.data() + 28,
                                                                           of_one_row(weights.shape(), same_for_all));
  CHECK(said(into(weights.data()), [&](const auto& to) {
          m.forward(x, fresh, memory, nn::score_bias(bias), nn::weights_into(to));
        }) == "forward: the weights [heads=2, tokens=4, tokens'=4] share memory with score_bias [heads=2, tokens=4, tokens'=4]");
  CHECK(said(into(fresh.data() + 63), [&](const auto& to) { m.forward(x, fresh, memory, nn::weights_into(to)); }) ==
        "forward: the weights [heads=2, tokens=4, tokens'=4] share memory with the output [tokens=4, d_model=16]");
  CHECK(said(into(memory.data()), [&](const auto& to) { m.forward(x, fresh, memory, nn::weights_into(to)); }) ==
        "forward: the workspace shares memory with the weights [heads=2, tokens=4, tokens'=4]");
  CHECK(said(into(const_cast<float*>(x.data()) + 48), [&](const auto& to) {
          m.forward(x, fresh, memory, nn::weights_into(to));
        }) == "forward: the weights [heads=2, tokens=4, tokens'=4] share memory with the query [tokens=4, d_model=16]");
  CHECK(said(within(memory.data()), forward) ==
        "forward: the workspace shares memory with the output [tokens=4, d_model=16]");
  // A mask that lies in the workspace: of single-head attention too.
  const packed_view<const float, tokens, prime(tokens)> in_workspace(memory_of_one.data(), extents{4, 4});
  CHECK(said(fresh, [&](const auto&) { one.forward(x, fresh, memory_of_one, nn::score_bias(in_workspace)); }) ==
        "forward: the workspace shares memory with score_bias [tokens=4, tokens'=4]");

  // Without projections.
  const auto& attend = nn::scaled_dot_product_attention;
  CHECK(said(within(x.data() + 16), [&](const auto& out) { attend.forward(fresh, x, x, out); }) ==
        "forward: the output [tokens=4, d_model=16] shares memory with the key [tokens=4, d_model=16]");
  // Next to each other is apart.
  rows both(extents{8});
  assign(slice<tokens>(both, 0, 4), x);
  CHECK(refusal([&] { m.forward(within(both.data()), within(both.data() + 64), memory); }) == "accepted");
  CHECK(contiguous(slice<tokens>(both, 4, 8)) == m(x));
}
