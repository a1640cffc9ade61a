// What may be stored in a tensor.
#include <tenon/rules/store.hpp>

#include "axes.hpp"

using rules::store;

static_assert(gives<store{shape(seq, d_model)}>(shape(seq, d_model), shape(seq, d_model)));
static_assert(gives<store{shape(seq, d_model)}>(shape(seq, d_model), shape(3, 8)));
static_assert(gives<store{shape(3, 8)}>(shape(3, 8), shape(3, 8)) && gives<store{shape()}>(shape(), shape()));
static_assert(gives<store{shape(tokens)}>(shape(tokens), shape(at_most{512})));

static_assert(says<store{shape(src)}, "cannot store [seq=3] in [src=5]: seq=3 is not src=5">(shape(seq)));
static_assert(says<store{shape(3)}, "cannot store [seq=3] in [3]: the name seq would be lost, did you mean unnamed(x)?">(shape(seq)));
static_assert(says<store{shape(seq_)}, "cannot store [seq=3] in [seq'=3]: seq=3 is not seq'=3, did you mean rename<seq, "
                                       "seq'>(x)?">(shape(seq)));
static_assert(says<store{shape(seq, heads)}, "cannot store [heads=2, seq=3] in [seq=3, heads=2]: heads=2 is not seq=3, did you "
                                             "mean transpose<heads, seq>(x)?">(shape(heads, seq)));
static_assert(says<store{shape(1, 3)}, "cannot store [3] in [1, 3]: 1 axis is not 2">(shape(3)));
static_assert(says<store{shape(3)}, "cannot store [2, 3] in [3]: 2 axes are not 1">(shape(2, 3)));
static_assert(says<store{shape(seq), element::float64, element::float32},
                   "cannot store float in double, did you mean cast<double>(x)?">(shape(seq)));
static_assert(says<store{shape(tokens)}, "cannot store [tokens=512] in [tokens<=512]: tokens=512 is not tokens<=512, did you mean "
                                         "widen<tokens>(x)?">(shape(axis{"tokens", 512})));
static_assert(says<store{shape(axis{"tokens", 512})}, "cannot store [tokens<=512] in [tokens=512]: tokens<=512 is not tokens=512, "
                                                      "did you mean fix<tokens>(x)?">(shape(tokens)));
static_assert(says<store{shape(tokens)}, "cannot store [tokens<=256] in [tokens<=512]: tokens<=256 is not tokens<=512">(
    shape(few_tokens)));
