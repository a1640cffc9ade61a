// Selectors: an axis of an operand, by name or by position.
#include <tenon/shape/selector.hpp>

#include <string>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 1}, seq{"seq", 3}, tokens{"tokens", at_most{512}};

std::string why_not(const selector& s, const shape& x) {
  char characters[256] = {};
  writer out{characters};
  return s.find(x, "softmax", out) < 0 ? characters : "found";
}

}  // namespace

static_assert(selector(seq).index_in(shape(batch, seq)) == 1);
static_assert(selector(0).index_in(shape(batch, seq)) == 0 && selector(-1).index_in(shape(batch, seq)) == 1);
static_assert(selector(-2).index_in(shape(batch, seq)) == 0);
static_assert(selector(tokens).index_in(shape(measured(tokens, 5))) == 0);

TEST_CASE("an axis that is not there is named") {
  CHECK(why_not(seq, shape(batch, seq)) == "found");
  CHECK(why_not(axis{"src", 3}, shape(batch, seq)) == "softmax: no axis src in [batch=1, seq=3]");
  CHECK(why_not(prime(seq), shape(batch, seq)) == "softmax: no axis seq' in [batch=1, seq=3]");
  CHECK(why_not(2, shape(batch, seq)) == "softmax: no axis 2 in [batch=1, seq=3]");
  CHECK(why_not(-3, shape(batch, seq)) == "softmax: no axis -3 in [batch=1, seq=3]");
  CHECK(why_not(0, shape()) == "softmax: no axis 0 in []");
  CHECK(why_not(-1, shape()) == "softmax: no axis -1 in []");
}

TEST_CASE("an axis of the same name and another extent is refused") {
  CHECK(why_not(axis{"seq", 4}, shape(batch, seq)) == "softmax: seq=4 is not seq=3 in [batch=1, seq=3]");
  CHECK(why_not(axis{"tokens", 512}, shape(tokens)) == "softmax: tokens=512 is not tokens<=512 in [tokens<=512]");
  CHECK(why_not(tokens, shape(axis{"tokens", 512})) == "softmax: tokens<=512 is not tokens=512 in [tokens=512]");
  CHECK(why_not(axis{"tokens", at_most{256}}, shape(tokens)) ==
        "softmax: tokens<=256 is not tokens<=512 in [tokens<=512]");
}

TEST_CASE("an axis without a name is no position") {
  CHECK(refusal([] { return selector(axis{3}); }) == "axis: one without a name is given by its position");
}
