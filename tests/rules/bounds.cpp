// Which bounded axes can become static, and which static ones bounded.
#include <tenon/rules/bounds.hpp>

#include "axes.hpp"

using rules::fix;
using rules::widen;

namespace {
constexpr axis five{"tokens", 5}, seven{"tokens", 7}, some_seq{"seq", at_most{512}};
}

static_assert(gives<fix{five}>(shape(five, d_model), shape(tokens, d_model)) && gives<fix{five}>(shape(five), shape(five_tokens)));
static_assert(gives<fix{axis{"tokens", 512}}>(shape(axis{"tokens", 512}), shape(tokens)));
static_assert(says<fix{five}, "fix: tokens=7 is not tokens=5 in [tokens=7, d_model=8]">(shape(measured(tokens, 7), d_model)));
static_assert(says<fix{five}, "fix: tokens=0 is not tokens=5 in [tokens=0]">(shape(no_tokens)));
static_assert(says<fix{axis{"tokens", 600}}, "fix: tokens=600 is over tokens<=512">(shape(tokens)));
static_assert(says<fix{seq}, "fix: seq=3 is not bounded in [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<fix{seq}, "fix: no axis seq in [tokens<=512]">(shape(tokens)));
static_assert(says<fix{tokens}, "fix: tokens<=512 is bounded, give an extent">(shape(tokens)));
static_assert(says<fix{5}, "fix: 5 has no name by which to find an axis of [<=8]">(shape(at_most{8})));

static_assert(gives<widen{some_seq}>(shape(some_seq, d_model), shape(seq, d_model)));
static_assert(gives<widen{tokens}>(shape(tokens, d_model), shape(few_tokens, d_model)) && gives<widen{tokens}>(shape(tokens), shape(tokens)));
static_assert(says<widen{axis{"seq", at_most{2}}}, "widen: seq=3 is over seq<=2">(shape(seq)));
static_assert(says<widen{few_tokens}, "widen: tokens<=512 is over tokens<=256">(shape(tokens)));
static_assert(says<widen{seven}, "widen: tokens=7 is not bounded, give a bound">(shape(tokens)));
static_assert(says<widen{tokens}, "widen: no axis tokens in [seq=3]">(shape(seq)));
static_assert(says<widen{at_most{8}}, "widen: <=8 has no name by which to find an axis of [3]">(shape(3)));
