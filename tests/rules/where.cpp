// Which masks choose between which operands.
#include <tenon/rules/where.hpp>

#include "axes.hpp"

namespace {
constexpr rules::where where{element::boolean, element::float32, element::float32};
}

static_assert(gives<where>(shape(seq, d_model), shape(seq, d_model), shape(seq, d_model), shape(seq, d_model)));
static_assert(gives<where>(shape(seq, d_model), shape(d_model), shape(seq, d_model), shape()));
static_assert(gives<where>(shape(seq, d_model), shape(seq, d_model), shape(), shape()));
static_assert(gives<where>(shape(seq, d_model), shape(3, 1), shape(8), shape(seq, d_model)));
static_assert(gives<where>(shape(five_tokens), shape(five_tokens), shape(five_tokens), shape()));

static_assert(says<where, "where: axes differ: [seq=3] and [src=5]: seq=3 is not src=5">(shape(seq), shape(seq), shape(src)));
static_assert(says<where, "where: axes differ: [src=5] and [seq=3]: src=5 is not seq=3">(shape(src), shape(seq), shape(seq)));
static_assert(says<where, "where: both operands would stretch: [3, 1] and [1, 4], did you mean broadcast_to<...>?">(
    shape(3, 4), shape(3, 1), shape(1, 4)));
static_assert(says<where, "where: axes differ: [tokens=5] and [tokens=0]: tokens=5 is not tokens=0">(
    shape(five_tokens), shape(no_tokens), shape()));
static_assert(says<rules::where{element::float32, element::float32, element::float32}, "where: the mask [seq=3] is of float, not of bool">(
    shape(seq), shape(seq), shape(seq)));
static_assert(says<rules::where{element::boolean, element::float32, element::float64},
                   "where: element types differ: float and double, did you mean cast<...>?">(shape(seq), shape(seq), shape(seq)));
