// Along which axis a softmax can be taken.
#include <tenon/rules/softmax.hpp>

#include "axes.hpp"

using rules::softmax;

static_assert(gives<softmax{seq}>(shape(batch, seq, d_model), shape(batch, seq, d_model)));
static_assert(gives<softmax{-1}>(shape(3), shape(3)) && gives<softmax{tokens}>(shape(tokens), shape(tokens)));
static_assert(gives<softmax{d_model}>(shape(no_tokens, d_model), shape(no_tokens, d_model)));
static_assert(gives<softmax{seq, element::float64}>(shape(seq), shape(seq)));

static_assert(says<softmax{src}, "softmax: no axis src in [batch=1, seq=3, d_model=8]">(shape(batch, seq, d_model)));
static_assert(says<softmax{3}, "softmax: no axis 3 in [batch=1, seq=3, d_model=8]">(shape(batch, seq, d_model)));
static_assert(says<softmax{0}, "softmax: no axis 0 in []">(shape()));
static_assert(says<softmax{tokens}, "softmax: tokens=0 has no elements in [tokens=0, d_model=8]">(shape(no_tokens, d_model)));
static_assert(says<softmax{seq, element::int64}, "softmax: the elements of [seq=3] are int64, did you mean cast<float>(x)?">(shape(seq)));
static_assert(says<softmax{seq, element::boolean}, "softmax: the elements of [seq=3] are bool, did you mean cast<float>(x)?">(shape(seq)));
