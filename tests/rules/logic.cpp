// What and, or, not are of.
#include <tenon/rules/logic.hpp>

#include "axes.hpp"

using rules::elementwise;
using rules::logic;
using rules::logical_not;

namespace {
constexpr logic both{elementwise::logical_and, element::boolean, element::boolean};
}

static_assert(gives<both>(shape(seq, d_model), shape(seq, d_model), shape(d_model)) && gives<both>(shape(seq), shape(), shape(seq)));
static_assert(says<both, "logical_and: axes differ: [seq=3] && [src=5]: seq=3 is not src=5">(shape(seq), shape(src)));
static_assert(says<logic{elementwise::logical_and, element::boolean, element::float32},
                   "logical_and: the elements of [src=5] are float, not bool, did you mean not_equal(x, 0)?">(shape(seq), shape(src)));
static_assert(says<logic{elementwise::logical_or, element::int32, element::boolean},
                   "logical_or: the elements of [seq=3] are int32, not bool, did you mean not_equal(x, 0)?">(shape(seq), shape(seq)));
static_assert(gives<logical_not{element::boolean}>(shape(seq), shape(seq)));
static_assert(says<logical_not{element::float32}, "logical_not: the elements of [seq=3] are float, not bool, did you mean equal(x, 0)?">(
    shape(seq)));
static_assert(says<rules::number{elementwise::logical_or, false, element::float32},
                   "logical_or: the elements of [seq=3] are float, not bool, did you mean not_equal(x, 0)?">(shape(seq)));
