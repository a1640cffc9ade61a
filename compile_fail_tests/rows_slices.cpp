// row and slice: parts of one axis.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, window{"window", 2}, tokens{"tokens", at_most{512}};
tensor<float, batch, seq> x;
tensor<float, tokens, seq> ragged;

void rows() {
  auto absent = row<src>(x, 0);  //~ row: no axis src in [batch=1, seq=3]
  //= auto absent = row<seq>(x, 0);
  auto beyond = row<2>(x, 0);  //~ row: no axis 2 in [batch=1, seq=3]
  //= auto beyond = row<1>(x, 0);
  auto of_a_number = row(tensor<float>{}, 0);  //~ row: no axis 0 in []
  //= auto of_a_number = row(x, 0);
  auto no_index = row<seq>(x);  //~ row: give a tensor and an index, as in row(x, i) or row<seq>(x, i)
  //= auto no_index = row<seq>(x, 0);
  auto text = row(x, "0");  //~ row: give a tensor and an index, as in row(x, i) or row<seq>(x, i)
  //= auto text = row(x, 0);
}

void slices() {
  auto absent = slice<src, 0, 2>(x);  //~ slice: no axis src in [batch=1, seq=3]
  //= auto absent = slice<seq, 0, 2>(x);
  auto beyond = slice<seq, 2, 5>(x);  //~ slice: 2 to 5 is not within seq=3 of [batch=1, seq=3]
  //= auto beyond = slice<seq, 2, 3>(x);
  auto backwards = slice<seq, 2, 1>(x);  //~ slice: 2 to 1 is not within seq=3 of [batch=1, seq=3]
  //= auto backwards = slice<seq, 1, 2>(x);
  auto empty = slice<seq, 1, 1>(x);  //~ slice: 1 to 1 is not within seq=3 of [batch=1, seq=3]
  //= auto empty = slice<seq, 1, 2>(x);
  auto from_the_end = slice<seq, -2, 3>(x);  //~ slice: -2 to 3 is not within seq=3 of [batch=1, seq=3]
  //= auto from_the_end = slice<seq, 1, 3>(x);
  auto long_window = slice<seq, src>(x, 0);  //~ slice: src=5 is longer than seq=3 of [batch=1, seq=3]
  //= auto long_window = slice<seq, window>(x, 0);
  auto at_run_time = slice<seq>(x, 0, 2);
  //~ slice: seq=3 is not bounded in [batch=1, seq=3], give begin and end as template arguments
  //= auto at_run_time = slice<seq, 0, 2>(x);
  auto bounded_at_compile_time = slice<tokens, 0, 2>(ragged);
  //~ slice: tokens<=512 is bounded, give begin and end at run time: slice<tokens>(x, begin, end)
  //= auto bounded_at_compile_time = slice<tokens>(ragged, 0, 2);
  auto no_end = slice<seq, 1>(x);  //~ slice: give a tensor, an axis and a part of it, as in slice<seq, 0, 3>(x)
  //= auto no_end = slice<seq, 1, 3>(x);
  auto as_arguments = slice(x, 0, 2);  //~ slice: give a tensor, an axis and a part of it, as in slice<seq, 0, 3>(x)
  //= auto as_arguments = slice<seq, 0, 2>(x);
}
