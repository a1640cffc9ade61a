// Which indices name an element.
#include <tenon/rules/access.hpp>

#include "axes.hpp"

using rules::access;

static_assert(gives<access{2}>(shape(batch, seq), shape(batch, seq)) && gives<access{0}>(shape(), shape()));
static_assert(says<access{2}, "element: 2 indices for the 3 axes of [batch=1, seq=3, d_model=8]">(shape(batch, seq, d_model)));
static_assert(says<access{1}, "element: 1 index for the 2 axes of [2, 3]">(shape(2, 3)));
static_assert(says<access{2}, "element: 2 indices for the 1 axis of [3]">(shape(3)));
static_assert(says<access{1}, "element: 1 index for the 0 axes of []">(shape()));
static_assert(says<access{2, false}, "element: an index of [2, 3] is no integer">(shape(2, 3)));

// By names, in any order, each axis once.
static_assert(gives<rules::named_access{selectors(seq, batch), 2}>(shape(batch, seq), shape(batch, seq)));
static_assert(gives<rules::named_access{selectors(-1, batch), 2}>(shape(batch, seq), shape(batch, seq)));
static_assert(gives<rules::named_access{selectors(), 0}>(shape(), shape()));
static_assert(says<rules::named_access{selectors(seq), 1}, "element: d_model=8 of [seq=3, d_model=8] has no index">(shape(seq, d_model)));
static_assert(says<rules::named_access{selectors(seq, seq), 2}, "element: seq=3 of [seq=3, d_model=8] is named twice">(shape(seq, d_model)));
static_assert(says<rules::named_access{selectors(seq, src), 2}, "element: no axis src in [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<rules::named_access{selectors(seq, d_model), 1}, "element: 1 index for 2 named axes of [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<rules::named_access{selectors(), 2}, "element: 2 indices for 0 named axes of [seq=3, d_model=8]">(shape(seq, d_model)));
static_assert(says<rules::named_access{selectors(seq), 1, false}, "element: an index of [seq=3] is no integer">(shape(seq)));
