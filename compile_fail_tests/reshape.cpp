// reshape: the same number of elements, in the same order, and every name keeps its own.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 4};
tensor<float, batch, seq, d_model> x;

void counts() {
  auto fewer = reshape<4, 5>(x);
  //~ reshape: element counts differ: [batch=2, seq=3, d_model=8] has 48, [4, 5] has 20
  //= auto fewer = reshape<6, 8>(x);
  auto more = reshape<batch, seq, d_model, heads>(x);
  //~ reshape: element counts differ: [batch=2, seq=3, d_model=8] has 48, [batch=2, seq=3, d_model=8, heads=2] has
  //~ 96
  //= auto more = reshape<batch, seq, heads, d_k>(x);
  auto of_a_temporary = reshape<seq, d_model>(x + x);
  //~ reshape: element counts differ: [batch=2, seq=3, d_model=8] has 48, [seq=3, d_model=8] has 24
  //= auto of_a_temporary = reshape<6, d_model>(x + x);
  auto no_axes = reshape<>(x);
  //~ reshape: give a tensor and all its new axes, as in reshape<batch, seq, d_model>(x)
  //= auto no_axes = reshape<48>(x);
  auto nine_axes = reshape<2, 3, 2, 2, 2, 1, 1, 1, 1>(x);  //~ reshape: 9 axes are more than 8
  //= auto nine_axes = reshape<2, 3, 2, 2, 2, 1, 1, 1>(x);
}

void names() {
  auto swapped = reshape<seq, batch, d_model>(x);
  //~ reshape: seq=3 would not keep its elements: [batch=2, seq=3, d_model=8] to [seq=3, batch=2, d_model=8], did
  //~ you mean transpose?
  //= auto swapped = transpose<batch, seq>(x);
  auto heads_first = reshape<batch, heads, seq, d_k>(x);
  //~ reshape: seq=3 would not keep its elements: [batch=2, seq=3, d_model=8] to [batch=2, heads=2, seq=3, d_k=4],
  //~ did you mean transpose?
  //= auto heads_first = transpose<seq, heads>(reshape<batch, seq, heads, d_k>(x));
  auto longer = reshape<batch, axis{"seq", 6}, d_k>(x);
  //~ reshape: seq=3 of [batch=2, seq=3, d_model=8] would not keep its extent: seq=3 is not seq=6
  //= auto longer = reshape<batch, axis{"rows", 6}, d_k>(x);
  auto numbers = reshape<batch, 2, 3, 4>(x);
  //~ reshape: [seq=3, d_model=8] would be mixed into [2, 3, 4], did you mean transpose<...>(split<...>(x)), or
  //~ reshape<...>(unnamed(x))?
  //= auto numbers = transpose<seq, heads>(split<d_model, heads, d_k>(x));
  auto all_numbers = reshape<2, 2, 3, 4>(x);
  //~ reshape: [seq=3, d_model=8] would be mixed into [2, 3, 4], did you mean transpose<...>(split<...>(x)), or
  //~ reshape<...>(unnamed(x))?
  //= auto all_numbers = reshape<2, 2, 3, 4>(unnamed(x));
  auto other_names = reshape<batch, heads, axis{"rows", 3}, d_k>(x + x);
  //~ reshape: [seq=3, d_model=8] would be mixed into [heads=2, rows=3, d_k=4], did you mean
  //~ transpose<...>(split<...>(x)), or reshape<...>(unnamed(x))?
  //= auto other_names = reshape<batch, heads, axis{"rows", 3}, d_k>(unnamed(x + x));
  auto a_name_less = reshape<batch, 3, heads, d_k>(x);
  //~ reshape: the name seq of [batch=2, seq=3, d_model=8] would be lost in [batch=2, 3, heads=2, d_k=4], did you
  //~ mean reshape<...>(unnamed(x))?
  //= auto a_name_less = reshape<batch, seq, heads, d_k>(x);
  auto beside_a_name = reshape<batch, 6, 4>(x);
  //~ reshape: [seq=3, d_model=8] would be mixed into [6, 4], did you mean transpose<...>(split<...>(x)), or
  //~ reshape<...>(unnamed(x))?
  //= auto beside_a_name = reshape<12, 4>(x);
  auto twice = reshape<heads, seq, heads, d_k>(x);
  //~ reshape: two axes of the result would be named heads: [heads=2, seq=3, heads=2, d_k=4], did you mean to rename
  //~ one?
  //= auto twice = reshape<batch, seq, heads, d_k>(x);
}

void layouts() {
  auto transposed = transpose<seq, d_model>(x);
  auto of_a_view = reshape<2, 24>(transposed);
  //~ reshape: [batch=2, d_model=8, seq=3] is not contiguous, did you mean reshape<...>(contiguous(x))?
  //= auto of_a_view = reshape<2, 24>(contiguous(transposed));
  auto of_an_owner = reshape<2, 24>(transpose<batch, seq>(x + x));
  //~ reshape: [seq=3, batch=2, d_model=8] is not contiguous, did you mean reshape<...>(contiguous(x))?
  //= auto of_an_owner = reshape<3, 16>(contiguous(transpose<batch, seq>(x + x)));
  auto of_a_part = reshape<12>(slice<d_model, 0, 2>(x));
  //~ reshape: [batch=2, seq=3, d_model=2] is not contiguous, did you mean reshape<...>(contiguous(x))?
  //= auto of_a_part = reshape<12>(contiguous(slice<d_model, 0, 2>(x)));
}

void calls() {
  auto as_arguments = reshape(x, 6, 8);
  //~ reshape: give a tensor and all its new axes, as in reshape<batch, seq, d_model>(x)
  //= auto as_arguments = reshape<6, 8>(x);
  auto inferred = reshape<-1, 8>(x);
  //~ reshape: give a tensor and all its new axes, as in reshape<batch, seq, d_model>(x)
  //= auto inferred = reshape<6, 8>(x);
}
