// rename<from, to>(x) and unnamed(x).
#include <tenon/ops/rename.hpp>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, keys{"keys", 3}, d_k{"d_k", 4}, tokens{"tokens", at_most{8}}, words{"words", at_most{8}};

template <class X, selector From, axis To>
concept renames = requires(X x) { rename<From, To>(x); };

}  // namespace

static_assert(same_axes<decltype(rename<seq, keys>(tensor<float, seq, d_k>{})), keys, d_k>);
static_assert(same_axes<decltype(rename<0, seq>(tensor<float, 3, 4>{})), seq, 4>);
static_assert(same_axes<decltype(rename<seq, prime(seq)>(tensor<float, seq, d_k>{})), prime(seq), d_k>);
static_assert(same_axes<decltype(unnamed(tensor<float, seq, tokens, 4>{})), 3, at_most{8}, 4>);
static_assert(std::is_same_v<decltype(unnamed(tensor<float, seq, d_k>{})), tensor<float, 3, 4>>);
static_assert(std::is_same_v<decltype(rename<0, seq>(tensor<float, 3>{})), tensor<float, seq>>);
static_assert(!renames<tensor<float, seq, keys>, seq, keys> && !renames<tensor<float, seq>, seq, d_k>);
static_assert(!renames<tensor<float, tokens>, tokens, axis{"words", 8}>);

TEST_CASE("names change, elements and extents stay") {
  const auto x = with_examples(tensor<float, tokens, d_k>(extents{5}));
  const auto y = rename<tokens, words>(x);
  CHECK(y.shape() == shape(measured(words, 5), d_k));
  CHECK(y.data() == x.data());
  const tensor<float, words, d_k> stored = unnamed(x);
  CHECK(stored.shape() == y.shape());
  CHECK(stored(4, 3) == x(4, 3));
}
