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
