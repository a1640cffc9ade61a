// Which elements have a square root, a logarithm and the like.
#include <tenon/rules/unary.hpp>

#include "axes.hpp"

using rules::unary;
using rules::unary_function;

static_assert(gives<unary{unary_function::exp, element::float32}>(shape(seq, five_tokens), shape(seq, five_tokens)));
static_assert(gives<unary{unary_function::cos, element::float64}>(shape(), shape()));
static_assert(gives<unary{unary_function::abs, element::int8}>(shape(3), shape(3)));

static_assert(says<unary{unary_function::sqrt, element::int32}, "sqrt: elements of int32 have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::exp, element::boolean}, "exp: elements of bool have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::log, element::uint8}, "log: elements of uint8 have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::tanh, element::int64}, "tanh: elements of int64 have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::sin, element::int16}, "sin: elements of int16 have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::cos, element::int16}, "cos: elements of int16 have none, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<unary{unary_function::abs, element::boolean}, "abs: elements of bool have none, did you mean cast<float>(x)?">(shape(seq)));
