// can_call<M, X...>: whether a module takes operands and options of these types, asked without an error.
#include <tenon/nn/can_call.hpp>

#include <tenon/nn/embedding.hpp>
#include <tenon/nn/linear.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>

#include "../support/catch.hpp"

using namespace tenon;
using nn::can_call;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2}, vocab{"vocab", 11};
constexpr axis tokens{"tokens", at_most{8}};

using up = nn::linear<float, d_model, d_ff>;
static_assert(can_call<up, tensor<float, seq, d_model>> && can_call<up&, const tensor<float, batch, tokens, d_model>&>);
static_assert(can_call<up, packed_view<const float, d_model>> && can_call<up, tensor<float, seq, 8>>);
static_assert(!can_call<up, tensor<float, seq, d_ff>> && !can_call<up, tensor<double, seq, d_model>> && !can_call<up, float> && !can_call<up>);
static_assert(!can_call<up, tensor<float, d_model>, tensor<float, d_model>> && !can_call<up, void> && !can_call<void, int> && !can_call<int, int>);

using table = nn::embedding<float, vocab, d_model>;
static_assert(can_call<table, tensor<int, seq>> && can_call<table, tensor<index_t, tokens>> && !can_call<table, tensor<float, seq>> && !can_call<table, int>);

using attention = nn::multi_head_attention<float, d_model, heads>;
using sequence = tensor<float, batch, seq, d_model>;
static_assert(can_call<attention, sequence> && can_call<attention, sequence, tensor<float, batch, src, d_model>>);
static_assert(can_call<attention, sequence, std::remove_const_t<decltype(nn::causal)>> && !can_call<attention, sequence, tensor<bool, seq, prime(seq)>>);
static_assert(!can_call<attention, tensor<float, batch, seq, d_ff>> && !can_call<attention, sequence, tensor<float, batch, src, d_ff>> && !can_call<attention>);

// Anything that is called.
using twice = decltype([](int i) { return 2 * i; });
static_assert(can_call<twice, int> && !can_call<twice, tensor<float, seq>>);

}  // namespace

TEST_CASE("a module can be chosen by what it takes") {
  const auto apply = []<class M, class X>(const M& module, const X& x) {
    if constexpr (can_call<M, X>) return module(x).size();
    else return index_t{-1};
  };
  CHECK(apply(up{}, tensor<float, seq, d_model>{}) == 96);
  CHECK(apply(up{}, tensor<float, seq, d_ff>{}) == -1);
}
