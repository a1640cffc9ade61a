// Which shapes meet in an einsum.
#include <tenon/rules/einsum.hpp>

#include "axes.hpp"

using rules::einsum;

// Letters are characters, or words where a space stands between two.
static_assert(gives<einsum<"ij,jk->ik">{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<" ij , jk -> ik ">{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<"i j,j k->i k">{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<"seq in_, in_ out->seq out">{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<"seq d, seq' d -> seq seq'">{}>(shape(2, 4), shape(2, 3), shape(4, 3)));
static_assert(gives<einsum<"batch seq, seq -> batch">{}>(shape(2), shape(2, 3), shape(3)));

// Names are joined, also where an unnamed axis comes first.
static_assert(gives<einsum<"ij,jk->ik">{}>(shape(seq, d_ff), shape(seq, d_model), shape(d_model, d_ff)));
static_assert(gives<einsum<"ij,ij->ij">{}>(shape(seq, d_model), shape(3, d_model), shape(seq, 8)));
static_assert(gives<einsum<"bqhd,bkhd->bhqk">{}>(shape(batch, heads, seq, src), shape(batch, seq, heads, d_k),
                                                 shape(batch, src, heads, d_k)));

// The output of NumPy.
static_assert(gives<einsum<"ij,jk">{}>(shape(2, 4), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<"kj,ji">{}>(shape(4, 2), shape(2, 3), shape(3, 4)));
static_assert(gives<einsum<"zy,yx,xa">{}>(shape(5, 2), shape(2, 3), shape(3, 4), shape(4, 5)));
static_assert(gives<einsum<"ii">{}>(shape(), shape(3, 3)));
static_assert(gives<einsum<"b...a">{}>(shape(5, 6, 4, 3), shape(3, 5, 6, 4)));
static_assert(gives<einsum<"bA">{}>(shape(4, 3), shape(3, 4)));

// Ellipses.
static_assert(gives<einsum<"...ij,...jk->...ik">{}>(shape(7, 2, 4), shape(7, 2, 3), shape(3, 4)));
static_assert(gives<einsum<"...ij,...jk->...ik">{}>(shape(7, 2, 4), shape(1, 2, 3), shape(7, 3, 4)));
static_assert(gives<einsum<"i...->...i">{}>(shape(heads, d_k, batch), shape(batch, heads, d_k)));
static_assert(gives<einsum<"i->...i">{}>(shape(3), shape(3)));
static_assert(gives<einsum<"...i->i">{}>(shape(3), shape(3)));

// Scalars, and many operands.
static_assert(gives<einsum<"->">{}>(shape(), shape()));
static_assert(gives<einsum<"">{}>(shape(), shape()));
static_assert(gives<einsum<",ij->ji">{}>(shape(3, 2), shape(), shape(2, 3)));
static_assert(gives<einsum<"i,i,i,i,i,i,i,i->i">{}>(shape(3), shape(3), shape(3), shape(3), shape(3), shape(3),
                                                    shape(3), shape(3), shape(3)));
static_assert(gives<einsum<"abcdefgh->hgfedcba">{}>(shape(8, 7, 6, 5, 4, 3, 2, 1), shape(1, 2, 3, 4, 5, 6, 7, 8)));

// Bounded axes, by the types and by the extents of the call.
static_assert(gives<einsum<"t d, d f -> t f">{}>(shape(tokens, d_ff), shape(tokens, d_model), shape(d_model, d_ff)));
static_assert(gives<einsum<"t d, d f -> t f">{}>(shape(five_tokens, d_ff), shape(five_tokens, d_model),
                                                 shape(d_model, d_ff)));
static_assert(says<einsum<"td,td->t">{},
                   "einsum: 't' differs: [tokens=5, d_model=8] x [tokens=6, d_model=8]: tokens=5 is not "
                   "tokens=6">(shape(five_tokens, d_model), shape(measured(tokens, 6), d_model)));
static_assert(says<einsum<"td,td->t">{},
                   "einsum: 't' differs: [tokens<=512, d_model=8] x [tokens<=256, d_model=8]: tokens<=512 "
                   "is not tokens<=256">(shape(tokens, d_model), shape(few_tokens, d_model)));

// Patterns that are none.
static_assert(says<einsum<"i+j->ij">{}, "einsum: '+' in 'i+j->ij' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i\"j->ij">{}, "einsum: '?' in 'i?j->ij' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i\xc3\xa9->i">{}, "einsum: '?' in 'i?\?->i' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i-j">{}, "einsum: '-' in 'i-j' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i.j">{}, "einsum: '.' in 'i.j' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i_j->ij">{}, "einsum: '_' in 'i_j->ij' is no letter">(shape(2, 3)));
static_assert(says<einsum<"a 2b">{}, "einsum: '2' in 'a 2b' is no letter">(shape(2, 3)));
static_assert(says<einsum<"a 'b">{}, "einsum: ''' in 'a 'b' is no letter">(shape(2, 3)));
static_assert(says<einsum<"i->j->k">{}, "einsum: 'i->j->k' has two arrows">(shape(2)));
static_assert(says<einsum<"......->">{}, "einsum: '......->' has two ellipses in one operand">(shape(2)));
static_assert(says<einsum<"i->i,i">{}, "einsum: the output of 'i->i,i' has a comma">(shape(2)));

// Patterns that are not for these operands.
static_assert(says<einsum<"ij,jk->ik">{}, "einsum: 'ij,jk->ik' has 2 operands, 1 is given: [2, 3]">(shape(2, 3)));
static_assert(
    says<einsum<"i->i">{}, "einsum: 'i->i' has 1 operand, 9 are given: [] x [] x [] x [] x [] x [] x [] x [] x []">(
        shape(), shape(), shape(), shape(), shape(), shape(), shape(), shape(), shape()));
static_assert(says<einsum<"ijk->i">{}, "einsum: 'ijk' has 3 letters for the 2 axes of [2, 3]">(shape(2, 3)));
static_assert(says<einsum<"->">{}, "einsum: '' has 0 letters for the 1 axis of [2]">(shape(2)));
static_assert(
    says<einsum<"abcdefghijk->k">{}, "einsum: 'abcdefghijk' has 11 letters for the 2 axes of [2, 3]">(shape(2, 3)));
static_assert(
    says<einsum<"i j, jk -> i k">{}, "einsum: 'jk' has 1 letter for the 2 axes of [3, 4], did you mean 'j k'?">(
        shape(2, 3), shape(3, 4)));
static_assert(says<einsum<"ij->ik">{}, "einsum: 'k' of the output is in no operand of 'ij->ik'">(shape(2, 3)));
static_assert(says<einsum<"ij->ii">{}, "einsum: 'i' is twice in the output of 'ij->ii'">(shape(2, 3)));
static_assert(
    says<einsum<"ij">{}, "einsum: 'ij' needs an output where axes have names: [seq=3, 8], did you mean 'ij->ij'?">(
        shape(seq, 8)));
static_assert(says<einsum<"ab,cd->abcd">{},
                   "einsum: two axes of the result would be named seq: [seq=3, d_k=4, seq=3, 8], did "
                   "you mean to rename one?">(shape(seq, d_k), shape(seq, 8)));
static_assert(says<einsum<"abcde,fghij->abcdefghij">{}, "einsum: more than 8 axes: [1, 1, 1, 1, 1] x [1, 1, 1, 1, 1]">(
    shape(1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1)));
static_assert(
    says<einsum<"abcdefgh,abijklmn,cdijopqr,efklopst,ghmnqrst->">{},
         "einsum: a product of two of the operands has more than 8 axes: [1, 1, 1, 1, 1, 1, 1, 1] x [1, 1, 1, 1, 1, 1, "
         "1, 1] x [1, 1, 1, 1, 1, 1, 1, 1] x [1, 1, 1, 1, 1, 1, 1, 1] x [1, 1, 1, 1, 1, 1, 1, 1]">(
        shape(1, 1, 1, 1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1, 1, 1, 1),
        shape(1, 1, 1, 1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1, 1, 1, 1)));
static_assert(gives<einsum<"abcdef,defghi,ghixyz,xyzabc->">{}>(shape(), shape(1, 1, 1, 1, 1, 1),
                                                               shape(1, 1, 1, 1, 1, 1), shape(1, 1, 1, 1, 1, 1),
                                                               shape(1, 1, 1, 1, 1, 1)));

// Letters on axes that differ.
static_assert(says<einsum<"ii->">{}, "einsum: 'i' differs: [seq=3, seq'=3]: seq=3 is not seq'=3">(shape(seq, seq_)));
static_assert(says<einsum<"i,i,i->i">{},
                   "einsum: 'i' differs: [3] x [seq=3] x [keys=3]: seq=3 is not keys=3, did you mean "
                   "rename<keys, seq>(c)?">(shape(3), shape(seq), shape(axis{"keys", 3})));
static_assert(says<einsum<"...,...->...">{}, "einsum: '...' differs: [2, 3] x [4]: 3 is not 4">(shape(2, 3), shape(4)));

// Letters that are summed in one operand only; one operand alone is a sum.
static_assert(gives<einsum<"ij->">{}>(shape(), shape(seq, d_k)));
static_assert(
    says<einsum<"b s d, f e -> b s f">{},
         "einsum: 'd' and 'e' are summed but each stands in one operand only: [batch=1, seq=3, d_model=8] x [d_ff=32, "
         "d_model=8]: 'd' is d_model=8 and 'e' is d_model=8, did you mean one letter for both?">(shape(batch, seq,
                                                                                                       d_model),
                                                                                                 shape(d_ff, d_model)));
static_assert(says<einsum<"ii,j->j">{},
                   "einsum: 'i' is summed but stands in one operand only: [3, 3] x [4]: 'i' is 3, did you "
                   "mean sum<0>(a)?">(shape(3, 3), shape(4)));
