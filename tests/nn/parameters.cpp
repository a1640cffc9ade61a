// The parameters of modules: their names, their order, their number.
#include <boost/hana/define_struct.hpp>
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>

#include "../support/catch.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis vocab{"vocab", 6}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 5}, src{"src", 10}, val{"val", 3};

using names = std::vector<std::string>;

template <class Module>
names names_of(const Module& m) {
  names result;
  nn::for_each_parameter(m, [&](const auto& name, const auto&) { result.push_back(text_of(name)); });
  return result;
}

// A module of a user: modules and tensors side by side.
struct tagger {
  BOOST_HANA_DEFINE_STRUCT(tagger, (nn::embedding<float, vocab, d_model>, embed),
                           (nn::multi_head_attention<float, d_model, heads>, attention), (tensor<float, d_model>, scale));
};
struct two_taggers {
  BOOST_HANA_DEFINE_STRUCT(two_taggers, (tagger, first), (tagger, second));
};

static_assert(nn::module<tagger> && nn::module<const nn::linear<float, d_model, d_model>&>);
static_assert(!nn::module<tensor<float, d_model>> && !nn::module<int>);

static_assert(nn::parameter_count(nn::linear<float, d_model, d_k>{}) == 8 * 5 + 5);
static_assert(nn::parameter_count(nn::linear<float, d_model, d_k, nn::no_bias>{}) == 8 * 5);
static_assert(nn::parameter_count(nn::embedding<float, vocab, d_model>{}) == 48);
static_assert(nn::parameter_count(nn::multi_head_attention<float, d_model, heads>{}) == 4 * (64 + 8));
static_assert(nn::parameter_count(nn::multi_head_attention<float, d_model, heads, nn::no_bias>{}) == 4 * 64);

}  // namespace

TEST_CASE("parameters are named by their path, as PyTorch names them", "[nn]") {
  CHECK(names_of(nn::linear<float, d_model, d_k>{}) == names{"weight", "bias"});
  CHECK(names_of(nn::linear<float, d_model, d_k, nn::no_bias>{}) == names{"weight"});
  CHECK(names_of(nn::embedding<float, vocab, d_model>{}) == names{"weight"});
  CHECK(names_of(nn::multi_head_attention<float, d_model, heads>{}) ==
        names{"W_q.weight", "W_q.bias", "W_k.weight", "W_k.bias", "W_v.weight", "W_v.bias", "W_o.weight", "W_o.bias"});
  CHECK(names_of(nn::multi_head_attention<float, d_model, heads, nn::no_bias>{}) ==
        names{"W_q.weight", "W_k.weight", "W_v.weight", "W_o.weight"});
  CHECK(names_of(nn::single_head_attention<float, d_model>{}) ==
        names{"W_q.weight", "W_q.bias", "W_k.weight", "W_k.bias", "W_v.weight", "W_v.bias"});
}

TEST_CASE("modules of modules join their names", "[nn]") {
  const names of_two = names_of(two_taggers{});
  REQUIRE(of_two.size() == 20);
  CHECK(of_two.front() == "first.embed.weight");
  CHECK(of_two[1] == "first.attention.W_q.weight");
  CHECK(of_two.back() == "second.scale");
  CHECK(nn::parameter_count(two_taggers{}) == 2 * (48 + 288 + 8));
}

TEST_CASE("the widths of keys and values change two of the weights, and nothing else", "[nn]") {
  const nn::multi_head_attention<float, d_model, heads, nn::key_width<src>, nn::value_width<val>> attention;
  static_assert(same_axes<decltype(attention.W_q.weight), d_model, prime(d_model)>);
  static_assert(same_axes<decltype(attention.W_k.weight), d_model, src>);
  static_assert(same_axes<decltype(attention.W_v.weight), d_model, val>);
  static_assert(same_axes<decltype(attention.W_o.weight), d_model, prime(d_model)>);
  CHECK(nn::parameter_count(attention) == 8 * (8 + 10 + 3 + 8) + 4 * 8);
  using plain = nn::multi_head_attention<float, d_model, heads>;
  static_assert(same_axes<decltype(plain::W_k.weight), d_model, prime(d_model)>);
}

TEST_CASE("parameters are visited in place: const in a const module, to be written otherwise", "[nn]") {
  nn::multi_head_attention<float, d_model, heads> attention;
  nn::for_each_parameter(attention, [](const auto&, auto& parameter) {
    static_assert(!std::is_const_v<std::remove_reference_t<decltype(parameter)>>);
    for (index_t i = 0; i < parameter.extent(0); ++i)
      if constexpr (std::remove_cvref_t<decltype(parameter)>::axes.rank == 1) parameter(i) = 3;
  });
  CHECK(attention.W_v.bias(7) == 3);
  nn::for_each_parameter(std::as_const(attention), [](const auto&, auto& parameter) {
    static_assert(std::is_const_v<std::remove_reference_t<decltype(parameter)>>);
  });
}
