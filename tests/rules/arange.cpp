// Whose axis arange can be as long as.
#include <tenon/rules/arange.hpp>

#include "axes.hpp"

using rules::arange;

static_assert(gives<arange{seq}>(shape(seq), shape(batch, seq)) && gives<arange{tokens}>(shape(five_tokens), shape(five_tokens, d_model)));
static_assert(gives<arange{tokens}>(shape(tokens), shape(batch, tokens)));

static_assert(says<arange{tokens}, "arange: no axis tokens in [seq=3]">(shape(seq)));
static_assert(says<arange{axis{"seq", 4}}, "arange: seq=4 is not seq=3 in [seq=3]">(shape(seq)));
static_assert(says<arange{3}, "arange: 3 has no name by which to find an axis of [3]">(shape(3)));
