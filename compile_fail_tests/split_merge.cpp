// split and merge: d_model becomes heads and d_k, and back.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2},
    d_k{"d_k", 4};
tensor<float, batch, seq, d_model> x;
tensor<float, batch, seq, heads, d_k> parts;
tensor<float, batch, heads, seq, d_k> context;

void wrong_split() {
  auto product = split<d_model, 3, 2>(x);  //~ split: d_model=8 is not 3 x 2 = 6
  //= auto product = split<d_model, 4, 2>(x);
  auto named_product = split<d_model, seq, d_k>(x);  //~ split: d_model=8 is not seq=3 x d_k=4 = 12
  //= auto named_product = split<d_model, heads, d_k>(x);
  auto absent = split<src, heads, d_k>(x);  //~ split: no axis src in [batch=1, seq=3, d_model=8]
  //= auto absent = split<d_model, heads, d_k>(x);
  auto other_extent = split<axis{"d_model", 16}, heads, 8>(x);
  //~ split: d_model=16 is not d_model=8 in [batch=1, seq=3, d_model=8]
  //= auto other_extent = split<d_model, heads, 4>(x);
  auto absent_extent = split<5, 5, 1>(x);  //~ split: no axis has the extent 5 in [batch=1, seq=3, d_model=8]
  //= auto absent_extent = split<3, 3, 1>(x);
  auto two_of_one_extent = split<8, 2, 4>(tensor<float, 8, d_model>{});
  //~ split: two axes have the extent 8 in [8, d_model=8], did you mean reshape?
  //= auto two_of_one_extent = split<d_model, 2, 4>(tensor<float, 8, d_model>{});
  auto two_of_one_name = split<d_model, axis{"seq", 2}, d_k>(x);
  //~ split: two axes of the result would be named seq: [batch=1, seq=3, seq=2, d_k=4], did you mean to rename one?
  //= auto two_of_one_name = split<d_model, heads, d_k>(x);
  auto ten_axes = split<d_model, 1, 1, 1, 1, 1, 1, 1, 8>(x);
  //~ split: 10 axes are more than 8: [batch=1, seq=3, d_model=8]
  //= auto ten_axes = split<d_model, 1, 1, 1, 1, 1, 8>(x);
  auto no_parts = split<d_model>(x);
  //~ split: give a tensor, an axis and its parts, as in split<d_model, heads, d_k>(x)
  //= auto no_parts = split<d_model, heads, d_k>(x);
}

void wrong_merge() {
  auto product = merge<heads, d_k, d_ff>(parts);  //~ merge: heads=2 x d_k=4 = 8 is not d_ff=32
  //= auto product = merge<heads, d_k, d_model>(parts);
  auto apart = merge<heads, d_k, d_model>(context);
  //~ merge: heads=2 and d_k=4 are not neighbours in [batch=1, heads=2, seq=3, d_k=4], did you mean transpose?
  //= auto apart = merge<heads, d_k, d_model>(contiguous(transpose<heads, seq>(context)));
  auto backwards = merge<d_k, heads, d_model>(parts);
  //~ merge: d_k=4 and heads=2 are not neighbours in [batch=1, seq=3, heads=2, d_k=4], did you mean transpose?
  //= auto backwards = merge<heads, d_k, d_model>(parts);
  auto not_contiguous = merge<seq, heads, axis{"rows", 6}>(transpose<heads, seq>(context));
  //~ merge: seq=3 and heads=2 of [batch=1, seq=3, heads=2, d_k=4] are not contiguous, did you mean
  //~ merge<...>(contiguous(x))?
  //= auto not_contiguous = merge<seq, heads, axis{"rows", 6}>(contiguous(transpose<heads, seq>(context)));
  auto absent = merge<src, d_k, d_model>(parts);  //~ merge: no axis src in [batch=1, seq=3, heads=2, d_k=4]
  //= auto absent = merge<heads, d_k, d_model>(parts);
  auto taken_name = merge<heads, d_k, axis{"seq", 8}>(parts);
  //~ merge: two axes of the result would be named seq: [batch=1, seq=3, seq=8], did you mean to rename one?
  //= auto taken_name = merge<heads, d_k, axis{"features", 8}>(parts);
  auto no_whole = merge<heads>(parts);
  //~ merge: give a tensor, neighbouring axes and the whole, as in merge<heads, d_k, d_model>(x)
  //= auto no_whole = merge<heads, d_k, 8>(parts);
}
