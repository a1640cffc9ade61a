// einsum: the pattern is read, then letters meet axes.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, heads{"heads", 2}, seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32},
    d_k{"d_k", 4}, tokens{"tokens", at_most{512}}, fixed{"tokens", 512};
tensor<float, batch, seq, d_model> x;
tensor<float, d_ff, d_model> w;
tensor<float, batch, seq, heads, d_k> q;
tensor<float, batch, keys, heads, d_k> k;
tensor<float, 2, 3> a;
tensor<float, 3, 4> b;

void patterns() {
  auto unknown = einsum<"i+,jk->ik">(a, b);  //~ einsum: '+' in 'i+,jk->ik' is no letter
  //= auto unknown = einsum<"ij,jk->ik">(a, b);
  auto digit = einsum<"i2,2k->ik">(a, b);  //~ einsum: '2' in 'i2,2k->ik' is no letter
  //= auto digit = einsum<"i d2, d2 k->i k">(a, b);
  auto half_an_arrow = einsum<"ij>ji">(a);  //~ einsum: '>' in 'ij>ji' is no letter
  //= auto half_an_arrow = einsum<"ij->ji">(a);
  auto two_dots = einsum<"..j->..j">(a);  //~ einsum: '.' in '..j->..j' is no letter
  //= auto two_dots = einsum<"...j->...j">(a);
  auto two_arrows = einsum<"ij->ji->ij">(a);  //~ einsum: 'ij->ji->ij' has two arrows
  //= auto two_arrows = einsum<"ij->ji">(a);
  auto two_ellipses = einsum<"...i...->...i">(a);  //~ einsum: '...i...->...i' has two ellipses in one operand
  //= auto two_ellipses = einsum<"...i->...i">(a);
  auto two_outputs = einsum<"ij->i,j">(a);  //~ einsum: the output of 'ij->i,j' has a comma
  //= auto two_outputs = einsum<"ij->ij">(a);
  auto unknown_output = einsum<"ij->ik">(a);  //~ einsum: 'k' of the output is in no operand of 'ij->ik'
  //= auto unknown_output = einsum<"ij->ij">(a);
  auto output_twice = einsum<"ij->iji">(a);  //~ einsum: 'i' is twice in the output of 'ij->iji'
  //= auto output_twice = einsum<"ij->ij">(a);
  auto nine = einsum<"i,i,i,i,i,i,i,i,i->i">(a);  //~ einsum: 'i,i,i,i,i,i,i,i,i->i' has more than 8 operands
  //= auto nine = einsum<"ij->i">(a);
}

void operands() {
  auto too_few = einsum<"ij,jk->ik">(a);  //~ einsum: 'ij,jk->ik' has 2 operands, 1 is given: [2, 3]
  //= auto too_few = einsum<"ij,jk->ik">(a, b);
  auto too_many = einsum<"ij->ji">(a, b);  //~ einsum: 'ij->ji' has 1 operand, 2 are given: [2, 3] x [3, 4]
  //= auto too_many = einsum<"ij->ji">(a);
  auto more_letters = einsum<"ijk->kji">(a);  //~ einsum: 'ijk' has 3 letters for the 2 axes of [2, 3]
  //= auto more_letters = einsum<"ij->ji">(a);
  auto fewer_letters = einsum<"i,jk->ik">(a, b);  //~ einsum: 'i' has 1 letter for the 2 axes of [2, 3]
  //= auto fewer_letters = einsum<"ij,jk->ik">(a, b);
  auto beside_an_ellipsis = einsum<"...ijk->...i">(a);  //~ einsum: '...ijk' has 3 letters for the 2 axes of [2, 3]
  //= auto beside_an_ellipsis = einsum<"...ij->...i">(a);
  auto letters_among_words = einsum<"i j, jk -> i k">(a, b);
  //~ einsum: 'jk' has 1 letter for the 2 axes of [3, 4], did you mean 'j k'?
  //= auto letters_among_words = einsum<"i j, j k -> i k">(a, b);
  auto elements = einsum<"ij,jk->ik">(a, tensor<double, 3, 4>{});
  //~ einsum: element types differ: float and double, did you mean cast<...>?
  //= auto elements = einsum<"ij,jk->ik">(a, tensor<float, 3, 4>{});
  auto number = einsum<"ij,->ij">(a, 2);  //~ einsum: give a pattern and tensors, as in einsum<pattern>(a, b)
  //= auto number = einsum<"ij,->ij">(a, tensor<float>(2));
  auto no_pattern = einsum(a, b);  //~ einsum: give a pattern and tensors, as in einsum<pattern>(a, b)
  //= auto no_pattern = einsum<"ij,jk->ik">(a, b);
  auto no_tensor = einsum<"ij->ij">();  //~ einsum: give a pattern and tensors, as in einsum<pattern>(a, b)
  //= auto no_tensor = einsum<"ij->ij">(a);
}

void letters() {
  auto scores = einsum<"b q h d, b k d h -> b h q k">(q, k);
  //~ einsum: 'd' differs: [batch=1, seq=3, heads=2, d_k=4] x [batch=1, keys=3, heads=2, d_k=4]: d_k=4 is not
  //~ heads=2, did you mean transpose<heads, d_k>(b)?
  //= auto scores = einsum<"b q h d, b k h d -> b h q k">(q, k);
  auto unnamed = einsum<"ij,kj->ik">(a, b);  //~ einsum: 'j' differs: [2, 3] x [3, 4]: 3 is not 4
  //= auto unnamed = einsum<"ij,jk->ik">(a, b);
  auto two_names = einsum<"bshd,bshd->bsh">(q, k);
  //~ einsum: 's' differs: [batch=1, seq=3, heads=2, d_k=4] x [batch=1, keys=3, heads=2, d_k=4]: seq=3 is not
  //~ keys=3, did you mean rename<keys, seq>(b)?
  //= auto two_names = einsum<"bshd,bshd->bsh">(q, rename<keys, seq>(k));
  auto diagonal = einsum<"ii->i">(a);  //~ einsum: 'i' differs: [2, 3]: 2 is not 3
  //= auto diagonal = einsum<"ij->i">(a);
  auto no_stretch = einsum<"ij,ij->ij">(a, tensor<float, 1, 3>{});  //~ einsum: 'i' differs: [2, 3] x [1, 3]: 2 is not 1
  //= auto no_stretch = einsum<"ij,j->ij">(a, tensor<float, 3>{});
  auto third = einsum<"ij,jk,kl->il">(a, b, tensor<float, 5, 6>{});
  //~ einsum: 'k' differs: [2, 3] x [3, 4] x [5, 6]: 4 is not 5
  //= auto third = einsum<"ij,jk,kl->il">(a, b, tensor<float, 4, 6>{});
  auto bounded = einsum<"t,t->t">(tensor<float, fixed>{}, tensor<float, tokens>{});
  //~ einsum: 't' differs: [tokens=512] x [tokens<=512]: tokens=512 is not tokens<=512, did you mean fix<tokens>(b)?
  //= auto bounded = einsum<"t,t->t">(tensor<float, tokens>{}, tensor<float, tokens>{});
  auto same_names = einsum<"b q h d, b k h d -> b h q k">(q, q);
  //~ einsum: two axes of the result would be named seq: [batch=1, heads=2, seq=3, seq=3], did you mean to rename one?
  //= auto same_names = einsum<"b q h d, b k h d -> b h q k">(q, rename<seq, keys>(q));
}

void sums() {
  auto h = einsum<"b s d, f e -> b s f">(x, w);
  //~ einsum: 'd' and 'e' are summed but each stands in one operand only: [batch=1, seq=3, d_model=8] x
  //~ [d_ff=32, d_model=8]: 'd' is d_model=8 and 'e' is d_model=8, did you mean one letter for both?
  //= auto h = einsum<"b s d, f d -> b s f">(x, w);
  auto one = einsum<"bsd,fd->bs">(x, w);
  //~ einsum: 'f' is summed but stands in one operand only: [batch=1, seq=3, d_model=8] x [d_ff=32, d_model=8]:
  //~ 'f' is d_ff=32, did you mean sum<d_ff>(b)?
  //= auto one = einsum<"bsd,d->bs">(x, sum<d_ff>(w));
  auto unnamed = einsum<"ij,jk->k">(a, b);
  //~ einsum: 'i' is summed but stands in one operand only: [2, 3] x [3, 4]: 'i' is 2, did you mean sum<0>(a)?
  //= auto unnamed = einsum<"j,jk->k">(sum<0>(a), b);
  auto many = einsum<"ij,kl->">(a, b);
  //~ einsum: 'i', 'j', 'k' and 'l' are summed but each stands in one operand only: [2, 3] x [3, 4]: 'i' is 2,
  //~ 'j' is 3, 'k' is 3 and 'l' is 4, did you mean to sum them first?
  //= auto many = sum(a) * sum(b);
  auto no_output = einsum<"bsd,fd">(x, w);
  //~ einsum: 'bsd,fd' needs an output where axes have names: [batch=1, seq=3, d_model=8] x [d_ff=32, d_model=8],
  //~ did you mean 'bsd,fd->bfs'?
  //= auto no_output = einsum<"bsd,fd->bsf">(x, w);
  auto no_output_of_words = einsum<"... d, ff d">(x, w);
  //~ einsum: '... d, ff d' needs an output where axes have names: [batch=1, seq=3, d_model=8] x
  //~ [d_ff=32, d_model=8], did you mean '... d, ff d -> ... ff'?
  //= auto no_output_of_words = einsum<"... d, ff d -> ... ff">(x, w);
}

void ellipses() {
  auto missing = einsum<"...d->d">(x);
  //~ einsum: '...' is [batch=1, seq=3] and is missing in the output, did you mean '...d->...d'?
  //= auto missing = einsum<"...d->...d">(x);
  auto differ = einsum<"...i,...i->...">(tensor<float, 2, 3>{}, tensor<float, 4, 3>{});
  //~ einsum: '...' differs: [2, 3] x [4, 3]: 2 is not 4
  //= auto differ = einsum<"...i,...i->...">(tensor<float, 2, 3>{}, tensor<float, 2, 3>{});
  auto both = einsum<"...i,...i->...">(tensor<float, 2, 1, 3>{}, tensor<float, 1, 4, 3>{});
  //~ einsum: '...' would stretch both operands: [2, 1, 3] x [1, 4, 3], did you mean broadcast_to<...>?
  //= auto both = einsum<"...i,...i->...">(tensor<float, 2, 4, 3>{}, tensor<float, 1, 4, 3>{});
  auto nine_axes = einsum<"abcde,fghij->abcdefghij">(tensor<float, 1, 2, 1, 2, 1>{}, tensor<float, 1, 2, 1, 2, 1>{});
  //~ einsum: more than 8 axes: [1, 2, 1, 2, 1] x [1, 2, 1, 2, 1]
  //= auto nine_axes = einsum<"abcd,fghi->abcdfghi">(tensor<float, 1, 2, 1, 2>{}, tensor<float, 1, 2, 1, 2>{});
}
