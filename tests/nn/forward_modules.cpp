// forward(x, out) and forward(x, out, workspace) of every module but multi-head attention: the numbers of m(x).
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "attention_cases.hpp"

using namespace tenon;
using namespace nn_test;

namespace {

constexpr axis seq{"seq", 9}, src{"src", 5}, tokens{"tokens", at_most{9}}, d_model{"d_model", 12};
using fixed = tensor<float, seq, d_model>;
using memory_t = tensor<float, src, d_model>;

using single = nn::single_head_attention<float, d_model, axis{"d_k", 5}>;
static_assert(nn::workspace_bytes<single, fixed> == 3 * 9 * 5 * 4);
static_assert(nn::workspace_bytes<single, fixed, memory_t> == (9 + 2 * 5) * 5 * 4);

using map = nn::linear<float, d_model, axis{"d_ff", 20}>;
using table = nn::embedding<float, axis{"vocab", 300}, d_model>;
static_assert(sizeof(nn::workspace<map, fixed>) == 1 && sizeof(nn::workspace<table, tensor<int, seq>>) == 1);

/// Runs its tasks from the last to the first: the results must not depend on the order.
struct backwards {
  static constexpr index_t width() { return 3; }
  template <class F>
  void for_each(index_t count, const F& f) const {
    for (index_t i = count; i-- > 0;) f(i);
  }
};

}  // namespace

TEST_CASE("single-head attention runs into memory of the caller's", "[nn]") {
  random::generator source{5};
  const single m(source);
  const auto x = random_like(fixed(), 6);
  const auto memory = random_like(memory_t(), 7);
  nn::workspace<single, fixed> workspace;
  tensor<float, seq, axis{"d_k", 5}> out;
  static_assert(noexcept(m.forward(x, out, workspace)));
  m.forward(x, out, workspace);
  CHECK(out == m(x));
  tensor<float, seq, src> weights;
  m.forward(x, memory, out, workspace, nn::weights_into(weights));
  const auto to_memory = m(x, memory, nn::with_weights);
  CHECK(out == to_memory.output);
  CHECK(weights == to_memory.weights);
  // Texts in groups.
  const auto many = random_like(tensor<float, 30, tokens, d_model>(extents{9}), 8);
  nn::workspace<single, tensor<float, 30, tokens, d_model>> for_many;
  backwards executor;
  tensor<float, 30, tokens, axis{"d_k", 5}> together;
  m.forward(many, together, for_many, nn::on(executor));
  tensor<float, tokens, axis{"d_k", 5}> last;
  m.forward(row(many, 29), last, for_many);
  CHECK(same_bits(last, row(together, 29)));
}

TEST_CASE("scaled_dot_product_attention runs into memory of the caller's, without any of its own", "[nn]") {
  const auto x = random_like(tensor<float, 2, tokens, d_model>(extents{9}), 6);
  tensor<float, 2, tokens, d_model> out;
  tensor<float, 2, tokens, prime(tokens)> weights;
  backwards executor;
  nn::scaled_dot_product_attention.forward(x, x, x, out, nn::causal, nn::weights_into(weights), nn::on(executor));
  const auto wanted = nn::scaled_dot_product_attention(x, x, x, nn::causal, nn::with_weights);
  CHECK(out == wanted.output);
  CHECK(weights == wanted.weights);
  const fixed same_length = random_like(fixed(), 6);
  fixed of_same_length;
  tensor<float, seq, prime(seq)> its_weights;
  nn::workspace<nn::scaled_dot_product_attention_t, fixed, fixed, fixed> none;
  static_assert(noexcept(nn::scaled_dot_product_attention.forward(
      same_length, same_length, same_length, of_same_length, none, nn::causal, nn::weights_into(its_weights))));
}

TEST_CASE("a linear map runs into memory of the caller's, from rows that lie apart", "[nn]") {
  random::generator source{5};
  const map m(source);
  nn::workspace<map, fixed> none;
  const auto x = random_like(fixed(), 6);
  tensor<float, seq, axis{"d_ff", 20}> out;
  static_assert(noexcept(m.forward(x, out)) && noexcept(m.forward(x, out, none)));
  m.forward(x, out, none);
  CHECK(out == m(x));
  const auto wider = random_like(tensor<float, seq, axis{"d_model", 15}>(), 7);
  const auto part = slice<-1, 2, 14>(wider);
  m.forward(part, out);
  CHECK(out == m(contiguous(part)));
  CHECK(out == m(part));
  const auto some = random_like(tensor<float, tokens, axis{"d_model", 15}>(extents{4}), 7);
  tensor<float, tokens, axis{"d_ff", 20}> some_out;
  static_assert(!noexcept(m.forward(slice<-1, 2, 14>(some), some_out)));
  m.forward(slice<-1, 2, 14>(some), some_out);
  CHECK(some_out == m(contiguous(slice<-1, 2, 14>(some))));
  static_assert([] {
    nn::linear<double, 2, 2> doubles;
    doubles.weight(0, 1) = 3;
    tensor<double, 2> y;
    doubles.forward(tensor<double, 2>{4, 5}, y);
    return y(0);
  }() == 15);
}

TEST_CASE("a linear map deals out rows and columns, and no bit changes", "[nn]") {
  random::generator source{5};
  backwards executor;
  // Many panels; one panel and many rows; one row.
  const nn::linear<float, axis{"in", 96}, axis{"out", 333}> many(source);
  const auto x = random_like(tensor<float, axis{"rows", at_most{700}}, axis{"in", 96}>(extents{17}), 1);
  CHECK(same_bits(many(x, nn::on(executor)), many(x)));
  const nn::linear<float, axis{"in", 96}, axis{"out", 5}, nn::no_bias> one(source);
  const auto rows = random_like(tensor<float, axis{"rows", at_most{700}}, axis{"in", 96}>(extents{699}), 1);
  CHECK(same_bits(one(rows, nn::on(executor)), one(rows)));
  const nn::linear<float, axis{"in", 96}, axis{"out", 1100}> wide(source);
  tensor<float, axis{"out", 1100}> out;
  wide.forward(row(rows, 3), out, nn::on(executor));
  CHECK(same_bits(out, wide(row(rows, 3))));
}

TEST_CASE("an embedding runs into memory of the caller's", "[nn]") {
  random::generator source{5};
  const table m(source);
  const tensor<int, seq> ids{0, 299, 7, 7, 7, 7, 7, 7, 1};
  nn::workspace<table, tensor<int, seq>> none;
  fixed out;
  m.forward(ids, out, none);
  CHECK(out == m(ids));
  static_assert(!noexcept(m.forward(ids, out)), "an id can be outside the table");
  static_assert(noexcept(m.forward(std::declval<const tensor<std::uint8_t, seq>&>(), out)), "none of these can");
  const fixed before = out;
  CHECK(raises<out_of_range>([&] { m.forward(tensor<int, seq>{0, 1, 2, 3, 4, 5, 6, 7, 300}, out); },
                             "embedding: id 300 is outside vocab=300"));
  CHECK(out == before);
}
