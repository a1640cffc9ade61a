// Modules whose parameters are views of the user's memory: of a constant, of a mapped file, of another module.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/pack_panels.hpp>

#include <array>
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
constexpr borrower in_flash(packed, bias);
constinit borrower_without_bias also_in_flash(packed);
static_assert(in_flash(tensor<float, seq, in>{})(0, 2) == 3);
static_assert(in_flash.weight.data() == packed.data() && in_flash.bias.data() == bias);
static_assert(sizeof in_flash == 2 * sizeof(void*) && sizeof also_in_flash == sizeof(void*));
static_assert(nn::parameter_count(in_flash) == 19 * 3 + 19);

// It is not made of nothing, of random numbers, of too little, of what lies otherwise, or of what is gone too soon.
static_assert(!std::is_default_constructible_v<borrower> && !std::is_constructible_v<borrower, random::generator&>);
static_assert(std::is_constructible_v<borrower, const float (&)[96], const float (&)[19]>);
static_assert(!std::is_constructible_v<borrower, const float (&)[95], const float (&)[19]>);
static_assert(!std::is_constructible_v<borrower, const float (&)[96], const float (&)[18]>);
static_assert(!std::is_constructible_v<borrower, const tensor<float, out, in>&, const float (&)[19]>);
static_assert(std::is_constructible_v<borrower, const panel_tensor<float, out, in>&, const tensor<float, out>&>);
static_assert(!std::is_constructible_v<borrower, panel_tensor<float, out, in>, const tensor<float, out>&>);
static_assert(!std::is_constructible_v<borrower, const panel_tensor<float, out, in>&, tensor<float, out>>);
static_assert(!std::is_constructible_v<borrower, const float (&)[96]>);
static_assert(!std::is_constructible_v<owner, const float (&)[96], const float (&)[19]>);
static_assert(std::is_copy_constructible_v<borrower> && std::is_constructible_v<owner, const borrower&>);

}  // namespace

TEST_CASE("a linear map on memory of the user's copies nothing: what changes there changes the result", "[nn]") {
  const owner m = seeded<owner>();
  std::vector<float> memory(m.weight.panels().begin(), m.weight.panels().end());
  std::vector<float> biases(m.bias.begin(), m.bias.end());
  const borrower view(memory, biases);
  CHECK(view.weight.data() == memory.data());
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
  CHECK(copy.weight.data() == memory.data());
  const owner own(view);
  CHECK(own.weight == view.weight);
  CHECK(same_bits(own(x), view(x)));
}

TEST_CASE("what has its length at run time only is checked then", "[nn]") {
  std::vector<float> memory(96), biases(19);
  CHECK(refusal([&] { borrower m(memory, biases); }) == "accepted");
  CHECK(refusal([&] { borrower m{std::span(memory).first(57), biases}; }) ==
        "panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?");
  biases.pop_back();
  CHECK(refusal([&] { borrower m(memory, biases); }) == "packed_view: 18 elements are not the 19 of [out=19]");
  CHECK(refusal([&] { borrower m{memory, std::span<float>()}; }) == "packed_view: 0 elements are not the 19 of [out=19]");
}

TEST_CASE("the parameters of multi-head attention in one file, at an address of whole floats only", "[nn]") {
  using module = nn::multi_head_attention<float, d_model, heads>;
  const module m = seeded<module>();

  // Saved as it lies, parameter by parameter.
  std::vector<float> file(1);
  nn::for_each_parameter(m, [&]<class P>(const auto&, const P& parameter) {
    const float* const from = parameter.data();
    index_t count = parameter.size();
    if constexpr (requires { parameter.panels(); }) count = static_cast<index_t>(parameter.panels().size());
    file.insert(file.end(), from, from + count);
  });

  // Mapped, and used in place.
  const float* next = file.data() + 1;
  const auto take = [&](index_t count) {
    return std::span<const float>(std::exchange(next, next + count), static_cast<std::size_t>(count));
  };
  const auto map = [&] {
    const auto w = take(panel_elements<d_model, d_model>);
    return nn::linear<float, d_model, d_model, nn::borrowed>(w, take(8));
  };
  const auto q = map(), k = map(), v = map(), o = map();
  const nn::multi_head_attention<float, d_model, heads, nn::borrowed> mapped(q, k, v, o);
  CHECK(sizeof mapped == 8 * sizeof(void*));
  CHECK(mapped.W_q.weight.data() == file.data() + 1);
  CHECK(next == file.data() + file.size());
  const auto x = random_like(tensor<float, seq, d_model>{}, 1);
  with_each_instruction_set([&] { CHECK(same_bits(mapped(x), m(x))); });
  CHECK(same_bits(module(mapped)(x), m(x)));
}

TEST_CASE("single-head attention on the parameters of another module", "[nn]") {
  using module = nn::single_head_attention<float, d_model, d_k, nn::no_bias>;
  const module m = seeded<module>();
  using borrowing_module = nn::single_head_attention<float, d_model, d_k, nn::no_bias, nn::borrowed>;
  const borrowing_module view(m.W_q.weight, m.W_k.weight, m.W_v.weight);
  const auto x = random_like(tensor<float, seq, d_model>{}, 1);
  CHECK(same_bits(view(x), m(x)));
}
