// Operations along one axis that keep every axis.
#include <tenon/rules/along.hpp>

#include "axes.hpp"

using rules::along;
using rules::along_function;

static_assert(gives<along{along_function::cumulative_sum, seq, element::float32}>(shape(seq, d_model), shape(seq, d_model)));
static_assert(gives<along{along_function::cumulative_sum, -1, element::int16}>(shape(no_tokens), shape(no_tokens)));
static_assert(gives<along{along_function::normalize, tokens, element::float64}>(shape(five_tokens, 2), shape(five_tokens, 2)));

static_assert(says<along{along_function::cumulative_sum, src, element::float32}, "cumulative_sum: no axis src in [batch=1, seq=3]">(
    shape(batch, seq)));
static_assert(says<along{along_function::normalize, 0, element::float32}, "normalize: no axis 0 in []">(shape()));
static_assert(says<along{along_function::normalize, 0, element::int32},
                   "normalize: elements of int32 have none, did you mean cast<float>(x)?">(shape(3)));
static_assert(says<along{along_function::cumulative_sum, 0, element::boolean},
                   "cumulative_sum: elements of bool have none, did you mean cast<float>(x)?">(shape(3)));
