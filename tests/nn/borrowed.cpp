// Modules whose parameters are views of the user's memory: of a constant, of a mapped file, of another module.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/nn/stored_parameters.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/pack_panels.hpp>

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", 3}, in{"in", 3}, out{"out", 19}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 5};

template <class Module>
Module seeded() {
  random::generator source{3};
  return Module(source);
}

using owner = nn::linear<float, in, out>;
using borrower = nn::linear<float, in, out, nn::borrowed>;
using borrower_without_bias = nn::linear<float, in, out, nn::borrowed, nn::no_bias>;

// Weights in flash: an array of constants, packed by the compiler. The map is a constant too, of two pointers.
constexpr auto packed = [] {
  std::array<float, panel_elements<out, in>> memory{};
  pack_panels(memory, example<float, out, in>());
  return memory;
}();
constexpr float bias[19] = {1, 2, 3};
constexpr borrower in_flash({.weight = in_panels(packed), .bias = bias});
constinit borrower_without_bias also_in_flash(in_panels(packed));
static_assert(in_flash(tensor<float, seq, in>{})(0, 2) == 3);
static_assert(in_flash.weight.panel_data() == packed.data() && in_flash.bias.data() == bias);
static_assert(sizeof in_flash == 2 * sizeof(void*) && sizeof also_in_flash == sizeof(void*));
static_assert(nn::parameter_count(in_flash) == 19 * 3 + 19);

// It is not made of nothing, of random numbers, of too little, of what lies otherwise, or of what is gone too soon.
static_assert(!std::is_default_constructible_v<borrower> && !std::is_constructible_v<borrower, random::generator&>);
using lent_weight = decltype(borrower::lent::weight);
using lent_bias = decltype(borrower::lent::bias);
template <class X, class Lent>
concept is_lent_as = Lent::template takes<X>;
static_assert(is_lent_as<panel_memory<const float, 96>, lent_weight> && !is_lent_as<panel_memory<const float, 95>, lent_weight>);
static_assert(is_lent_as<const float (&)[19], lent_bias> && !is_lent_as<const float (&)[18], lent_bias>);
static_assert(is_lent_as<const panel_tensor<float, out, in>&, lent_weight> && is_lent_as<const tensor<float, out>&, lent_bias>);
static_assert(!is_lent_as<panel_tensor<float, out, in>, lent_weight> && !is_lent_as<tensor<float, out>, lent_bias>);
// Rows, and memory that does not say what it is.
static_assert(!is_lent_as<const tensor<float, out, in>&, lent_weight> && !is_lent_as<packed_view<const float, out, in>, lent_weight>);
static_assert(!is_lent_as<const float (&)[96], lent_weight> && !is_lent_as<std::span<const float, 96>, lent_weight>);
static_assert(!is_lent_as<std::vector<float>&, lent_weight> && !is_lent_as<const float*, lent_weight>);
static_assert(!is_lent_as<panel_memory<const float, 19>, lent_bias>);
// Without names they could be exchanged.
static_assert(!std::is_constructible_v<borrower, panel_memory<const float, 96>, const float (&)[19]>);
static_assert(!std::is_constructible_v<borrower, const float (&)[96]>);
static_assert(!std::is_constructible_v<owner, const float (&)[96], const float (&)[19]>);
static_assert(std::is_copy_constructible_v<borrower> && std::is_constructible_v<owner, const borrower&>);

}  // namespace

TEST_CASE("a linear map on memory of the user's copies nothing: what changes there changes the result", "[nn]") {
  const owner m = seeded<owner>();
  std::vector<float> memory(m.weight.panel_data(), m.weight.panel_data() + m.weight.panels().size());
  std::vector<float> biases(m.bias.begin(), m.bias.end());
  const borrower view({.weight = in_panels(memory), .bias = biases});
  CHECK(view.weight.panel_data() == memory.data());
  CHECK(view.bias.data() == biases.data());
  const auto x = random_like(tensor<float, seq, in>{}, 1);
  with_each_instruction_set([&] { CHECK(same_bits(view(x), m(x))); });
  CHECK(in_flash(x)(2, 0) - also_in_flash(x)(2, 0) == Approx(1).margin(1e-4));
  biases[18] += 1;
  memory[1] = 100;
  CHECK(view.weight(1, 0) == 100);
  CHECK(view(x)(0, 18) != m(x)(0, 18));
  CHECK(view(x)(0, 1) != m(x)(0, 1));

  // A copy of a view is a view; an owner made of one has elements of its own.
  const borrower copy = view;
  CHECK(copy.weight.panel_data() == memory.data());
  const owner own(view);
  CHECK(own.weight == view.weight);
  CHECK(same_bits(own(x), view(x)));
}

TEST_CASE("what has its length at run time only is checked then", "[nn]") {
  std::vector<float> memory(96), biases(19);
  CHECK(refusal([&] { borrower m({.weight = in_panels(memory), .bias = biases}); }) == "accepted");
  CHECK(refusal([&] { borrower m({.weight = in_panels(std::span(memory).first(57)), .bias = biases}); }) ==
        "panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?");
  biases.pop_back();
  CHECK(refusal([&] { borrower m({.weight = in_panels(memory), .bias = biases}); }) == "packed_view: 18 elements are not the 19 of [out=19]");
  CHECK(refusal([&] { borrower m({.weight = in_panels(memory), .bias = std::span<float>()}); }) == "packed_view: 0 elements are not the 19 of [out=19]");
}

TEST_CASE("the parameters of multi-head attention in one file, at an address of whole floats only", "[nn]") {
  using module = nn::multi_head_attention<float, d_model, heads>;
  const module m = seeded<module>();

  // Saved as it lies, parameter by parameter; mapped, and used in place.
  std::vector<float> file(1);
  nn::write_parameters(m, [&](std::span<const std::byte> bytes) {
    const std::size_t at = file.size();
    file.resize(at + bytes.size() / sizeof(float));
    std::memcpy(file.data() + at, bytes.data(), bytes.size());
  });
  using borrowing_module = nn::multi_head_attention<float, d_model, heads, nn::borrowed>;
  const auto mapped = nn::borrow<borrowing_module>(in_panels(std::span(file).subspan(1)));
  CHECK(sizeof mapped == 8 * sizeof(void*));
  CHECK(mapped.W_q.weight.panel_data() == file.data() + 1);
  CHECK(mapped.W_o.bias.data() + 8 == file.data() + file.size());
  const auto x = random_like(tensor<float, seq, d_model>{}, 1);
  with_each_instruction_set([&] { CHECK(same_bits(mapped(x), m(x))); });
  CHECK(same_bits(module(mapped)(x), m(x)));
}

TEST_CASE("single-head attention on the parameters of another module", "[nn]") {
  using module = nn::single_head_attention<float, d_model, d_k, nn::no_bias>;
  const module m = seeded<module>();
  using borrowing_module = nn::single_head_attention<float, d_model, d_k, nn::no_bias, nn::borrowed>;
  const borrowing_module view({.W_q = {m.W_q.weight}, .W_k = {m.W_k.weight}, .W_v = {m.W_v.weight}});
  const auto x = random_like(tensor<float, seq, d_model>{}, 1);
  CHECK(same_bits(view(x), m(x)));
}

TEST_CASE("parameters worked out in an expression come in their order, in every module", "[nn]") {
  // A reader behind the expressions: each takes what is next.
  std::vector<float> file(4 * (128 + 8));
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<float>(i);
  std::size_t next = 0;
  const auto take = [&](std::size_t count) { return std::span<const float>(file).subspan(std::exchange(next, next + count), count); };
  const auto w = [&] { return in_panels(take(128)); };
  const auto b = [&] { return take(8); };
  const nn::multi_head_attention<float, d_model, heads, nn::borrowed> named(
      {.W_q = {w(), b()}, .W_k = {.weight = w(), .bias = b()}, .W_v = {w(), b()}, .W_o = {w(), b()}});
  const float* at = file.data();
  nn::for_each_parameter(named, [&]<class P>(const auto&, const P& parameter) {
    CHECK(tenon::detail::elements_of(parameter) == at);
    at += P::axes.rank == 2 ? 128 : 8;
  });
  next = 0;
  const nn::linear<float, d_model, d_model, nn::borrowed> map({.weight = w(), .bias = b()});
  CHECK(map.weight.panel_data() == file.data());
  CHECK(map.bias.data() == file.data() + 128);
}
