// How many values a list gives to a tensor.
#include <tenon/rules/list.hpp>

#include "axes.hpp"

using rules::list;
using rules::nested_list;

static_assert(gives<list{3}>(shape(batch, seq), shape(batch, seq)) && gives<list{1}>(shape(), shape()));
static_assert(gives<list{6}>(shape(measured(tokens, 3), 2), shape(tokens, 2)));
static_assert(gives<list{6}>(shape(2, measured(tokens, 3)), shape(2, tokens)));

static_assert(says<list{2}, "tensor: [batch=1, seq=3] has 3 elements, the list has 2">(shape(batch, seq)));
static_assert(says<list{4}, "tensor: [batch=1, seq=3] has 3 elements, the list has 4">(shape(batch, seq)));
static_assert(says<list{2}, "tensor: [] has 1 element, the list has 2">(shape()));
static_assert(says<list{5}, "tensor: a list of 5 values is no whole number of rows of [tokens<=512, 2]">(shape(tokens, 2)));
static_assert(says<list{10}, "tensor: [items<=4, 2] has at most 8 elements, the list has 10">(shape(items, 2)));
static_assert(says<list{4}, "tensor: [items<=4, tokens<=512] has two bounded axes, give their extents first">(shape(items, tokens)));
static_assert(says<list{3, element::int32, true}, "tensor: a list with fractions for elements of int32">(shape(seq)));
static_assert(gives<list{3, element::float32, true}>(shape(seq), shape(seq)));

static_assert(gives<rules::rows_of(element::any, false, 8, 8, 8)>(shape(seq, d_model), shape(seq, d_model)));
static_assert(gives<rules::rows_of(element::any, false, 2, 2)>(shape(measured(items, 2), 2), shape(items, 2)));
static_assert(says<rules::rows_of(element::any, false, 2, 2), "tensor: a list of 2 x 2 values does not fit [seq=3, 2]">(shape(seq, 2)));
static_assert(says<rules::rows_of(element::int32, true, 2, 2), "tensor: a list with fractions for elements of int32">(shape(2, 2)));
static_assert(says<rules::rows_of(element::any, false, 2, 3), "tensor: the rows of the list have 2 and 3 values">(shape(2, 2)));
static_assert(says<rules::rows_of(element::any, false, 2, 2, 2, 2, 2), "tensor: a list of 5 x 2 values does not fit [items<=4, 2]">(
    shape(items, 2)));
static_assert(says<nested_list{.deeper = true}, "tensor: rows in braces are for two axes, give the elements of "
                                                              "[2, 2, 2] in one list">(shape(2, 2, 2)));

using rules::function;
static_assert(gives<function{2}>(shape(2, 3), shape(2, 3)));
static_assert(says<function{1}, "tensor: a function of 1 index for the 2 axes of [2, 2]">(shape(2, 2)));
