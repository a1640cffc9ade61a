// Which extents the bounded axes of a tensor may have.
#include <tenon/rules/extents.hpp>

#include <string>

#include <tenon/rules/check.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "axes.hpp"


static_assert(gives<rules::extents{1, {5}}>(shape(five_tokens, d_model), shape(tokens, d_model)));
static_assert(gives<rules::extents{1, {0}}>(shape(no_tokens), shape(tokens)));
static_assert(gives<rules::extents{1, {512}}>(shape(measured(tokens, 512)), shape(tokens)));
static_assert(gives<rules::extents{2, {4, 5}}>(shape(measured(items, 4), 2, five_tokens), shape(items, 2, tokens)));

static_assert(says<rules::extents{1, {513}}, "extents: 513 is not within tokens<=512 of [tokens<=512, d_model=8]">(shape(tokens, d_model)));
static_assert(says<rules::extents{1, {-1}}, "extents: -1 is not within tokens<=512 of [tokens<=512]">(shape(tokens)));
static_assert(says<rules::extents{1, {1}}, "extents: 1 given for the 2 bounded axes of [items<=4, tokens<=512]">(shape(items, tokens)));
static_assert(says<rules::extents{2, {1, 2}}, "extents: 2 given for the 1 bounded axis of [tokens<=512]">(shape(tokens)));

TEST_CASE("a rule raises the same sentence at run time") {
  CHECK(raises<shape_mismatch>([] { raise_refusal(rules::extents{1, {513}}, shape(tokens)); },
                               "extents: 513 is not within tokens<=512 of [tokens<=512]"));
}

TEST_CASE("a refusal can be copied and outlives the call that raised it") {
  std::string copied;
  try {
    raise_refusal(rules::extents{1, {-1}}, shape(tokens));
  } catch (const shape_mismatch& refused) {
    shape_mismatch copy = refused;
    shape_mismatch assigned = copy;
    assigned = copy;
    assigned = *&assigned;
    copied = assigned.what();
  }
  CHECK(copied == "extents: -1 is not within tokens<=512 of [tokens<=512]");
}
