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

static_assert(gives<rules::rows_of(element::any, false, false, 8, 8, 8)>(shape(seq, d_model), shape(seq, d_model)));
static_assert(gives<rules::rows_of(element::any, false, false, 2, 2)>(shape(measured(items, 2), 2), shape(items, 2)));
static_assert(says<rules::rows_of(element::any, false, false, 2, 2), "tensor: a list of 2 x 2 values does not fit [seq=3, 2]">(shape(seq, 2)));
static_assert(says<rules::rows_of(element::int32, true, false, 2, 2), "tensor: a list with fractions for elements of int32">(shape(2, 2)));
static_assert(says<rules::rows_of(element::any, false, false, 2, 3), "tensor: the rows of the list have 2 and 3 values">(shape(2, 2)));
static_assert(says<rules::rows_of(element::any, false, false, 2, 2, 2, 2, 2), "tensor: a list of 5 x 2 values does not fit [items<=4, 2]">(
    shape(items, 2)));
static_assert(says<nested_list{.deeper = true}, "tensor: braces nest as deep as three axes, give the elements of "
                                                              "[2, 2, 2, 2] in one list">(shape(2, 2, 2, 2)));
static_assert(says<rules::rows_of(element::any, false, true, 4), "tensor: a string is no list of numbers for [seq=3]">(shape(seq)));

// A row alone is a list; rows of rows are for three axes.
static_assert(gives<rules::rows_of(element::any, false, false, 3)>(shape(seq), shape(seq)));
static_assert(gives<rules::rows_of(element::any, false, false, 1)>(shape(measured(tokens, 1)), shape(tokens)));
static_assert(says<rules::rows_of(element::any, false, false, 2), "tensor: a list of 1 x 2 values does not fit [seq=3]">(shape(seq)));
static_assert(gives<rules::planes_of(element::any, false, 3, 2, 2)>(shape(2, 2, seq), shape(2, 2, seq)));
static_assert(gives<rules::planes_of(element::any, false, 3, 2, 2)>(shape(measured(items, 2), 2, 3), shape(items, 2, 3)));
static_assert(says<rules::planes_of(element::any, false, 3, 2, 1), "tensor: the parts of the list have 2 and 1 rows">(shape(2, 2, 3)));
static_assert(says<rules::planes_of(element::any, false, 3, 2), "tensor: a list of 1 x 2 x 3 values does not fit [2, 3]">(shape(2, 3)));

// As many whole numbers as axes, one of them bounded, may be meant as extents.
static_assert(says<list{.values = 1, .whole = true}, "tensor: 1 whole number for [tokens<=512] may be its extent or its element, "
                                                     "did you mean extents{n}, or {{n}} for the element?">(shape(tokens)));
static_assert(says<list{.values = 2, .whole = true}, "tensor: 2 whole numbers for [tokens<=512, 2] may be its extents or its elements, "
                                                     "did you mean extents{n}, or {{a, b}} for a row?">(shape(tokens, 2)));
static_assert(gives<list{.values = 2, .whole = true}>(shape(measured(tokens, 2)), shape(tokens)));
static_assert(gives<list{.values = 1}>(shape(measured(tokens, 1)), shape(tokens)));
static_assert(gives<list{.values = 1, .whole = true}>(shape(1), shape(1)));
static_assert(says<list{2, element::boolean, true}, "tensor: a list with fractions for elements of bool">(shape(2)));

using rules::function;
static_assert(gives<function{2}>(shape(2, 3), shape(2, 3)));
static_assert(says<function{1}, "tensor: a function of 1 index for the 2 axes of [2, 2]">(shape(2, 2)));
