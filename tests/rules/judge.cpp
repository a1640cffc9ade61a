// How rules are asked: by types, by measured axes, and for their sentences.
#include <tenon/rules/check.hpp>

#include <string>

#include <tenon/rules/broadcast.hpp>
#include <tenon/rules/matmul.hpp>
#include <tenon/tensor/tensor.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"
#include "axes.hpp"

namespace {

constexpr rules::broadcast add{rules::elementwise::add};
using bounded = tensor<float, tokens, d_model>;

}  // namespace

// Elements are asked before shapes, and two integer types of one size are one.
static_assert(fit<add, tensor<float, 2>, tensor<float, 2>> && fit<add, tensor<float, 2>&, const tensor<float, 2>&>);
static_assert(!fit<add, tensor<float, 2>, tensor<double, 2>> && !fit<add, tensor<int, 2>, tensor<unsigned, 2>>);
static_assert(fit<add, tensor<long, 2>, tensor<twin_of_long, 2>>);
static_assert(sentence<add, tensor<float, 2>, tensor<double, 3>>() ==
              text("add: element types differ: float and double, did you mean cast<...>?"));
static_assert(sentence<add, tensor<float, 2>, tensor<float, 3>>() == text("add: axes differ: [2] + [3]: 2 is not 3"));
static_assert(sentence<add, tensor<float, 2>, tensor<float, 2>>() == text<1>{});
static_assert(sentence<add, int, tensor<float, 2>>() == text<1>{});

TEST_CASE("checked gives the shape of this call") {
  const bounded a(extents{5}), b(extents{5});
  CHECK(checked<add>(a, b) == shape(five_tokens, d_model));
}

TEST_CASE("checked refuses extents that do not meet, in the compiler's words") {
  const bounded a(extents{5}), b(extents{6});
  CHECK(raises<shape_mismatch>([&] { checked<add>(a, b); },
                               "add: axes differ: [tokens=5, d_model=8] + [tokens=6, d_model=8]: tokens=5 is not tokens=6"));
}

TEST_CASE("long sentences are not cut") {
  const shape long_names(axis{"fifteen_letterA", 1000000001}, axis{"fifteen_letterB", 1000000002},
                         axis{"fifteen_letterC", 1000000003}, axis{"fifteen_letterD", 1000000004});
  const std::string said = refusal([&] { raise_refusal(rules::matmul{}, long_names, long_names); });
  CHECK(said == "matmul: inner axes differ: [fifteen_letterA=1000000001, fifteen_letterB=1000000002, "
                "fifteen_letterC=1000000003, fifteen_letterD=1000000004] x [fifteen_letterA=1000000001, "
                "fifteen_letterB=1000000002, fifteen_letterC=1000000003, fifteen_letterD=1000000004]: "
                "fifteen_letterD=1000000004 is not fifteen_letterC=1000000003, did you mean "
                "transpose<fifteen_letterC, fifteen_letterD>(b)?");
}
