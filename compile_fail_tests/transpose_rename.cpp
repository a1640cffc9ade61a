// transpose, rename, unnamed, contiguous.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 3}, seq{"seq", 3}, src{"src", 5}, keys{"keys", 3}, d_model{"d_model", 8};
tensor<float, batch, seq, d_model> x;

void transposes() {
  auto absent = transpose<seq, src>(x);  //~ transpose: no axis src in [batch=3, seq=3, d_model=8]
  //= auto absent = transpose<seq, d_model>(x);
  auto other_extent = transpose<axis{"seq", 4}, d_model>(x);
  //~ transpose: seq=4 is not seq=3 in [batch=3, seq=3, d_model=8]
  //= auto other_extent = transpose<seq, d_model>(x);
  auto itself = transpose<seq, 1>(x);  //~ transpose: seq=3 with itself in [batch=3, seq=3, d_model=8]
  //= auto itself = transpose<seq, 2>(x);
  auto beyond = transpose<0, 3>(x);  //~ transpose: no axis 3 in [batch=3, seq=3, d_model=8]
  //= auto beyond = transpose<0, 2>(x);
  auto before = transpose<-4, -1>(x);  //~ transpose: no axis -4 in [batch=3, seq=3, d_model=8]
  //= auto before = transpose<-3, -1>(x);
  auto one_axis = transpose<seq>(x);  //~ transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)
  //= auto one_axis = transpose<seq, d_model>(x);
  auto by_strings = transpose<"seq", "d_model">(x);
  //~ transpose: an axis is given by its constant, not by a string: [batch=3, seq=3, d_model=8]
  //= auto by_strings = transpose<seq, d_model>(x);
  auto as_arguments = transpose(x, 1, 2);
  //~ transpose: give a tensor and two axes, as in transpose<seq, d_model>(x)
  //= auto as_arguments = transpose<1, 2>(x);
}

void renames() {
  auto absent = rename<src, keys>(x);  //~ rename: no axis src in [batch=3, seq=3, d_model=8]
  //= auto absent = rename<seq, keys>(x);
  auto resized_silently = rename<seq, src>(x);  //~ rename: seq=3 of [batch=3, seq=3, d_model=8] is not src=5
  //= auto resized_silently = rename<seq, keys>(x);
  auto taken = rename<seq, batch>(x);
  //~ rename: two axes of the result would be named batch: [batch=3, batch=3, d_model=8], did you mean to rename
  //~ one?
  //= auto taken = rename<seq, keys>(x);
  auto no_new_name = rename<seq>(x);  //~ rename: give a tensor, an axis and its new name, as in rename<seq, keys>(x)
  //= auto no_new_name = rename<seq, keys>(x);
}

void operands() {
  auto dropped = unnamed(3);  //~ unnamed: give one tensor, as in unnamed(x)
  //= auto dropped = unnamed(x);
  auto packed = contiguous(3);  //~ contiguous: give one tensor, as in contiguous(x)
  //= auto packed = contiguous(x);
}
