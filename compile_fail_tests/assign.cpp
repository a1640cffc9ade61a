// assign, and += -= *= /= in place.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8};
tensor<float, seq, d_model> x, y;
tensor<float, src, d_model> memory;
tensor<float, d_model> bias;
tensor<double, seq, d_model> precise;
tensor<int, seq> counts;
const tensor<float, seq, d_model> constant;

void in_place() {
  x += memory;  //~ add in place: axes differ: [seq=3, d_model=8] += [src=5, d_model=8]: seq=3 is not src=5
  //= x += y;
  bias -= x;  //~ subtract in place: [d_model=8] would have to become [seq=3, d_model=8]
  //= x -= bias;
  x *= transpose<seq, d_model>(y);
  //~ multiply in place: axes differ: [seq=3, d_model=8] *= [d_model=8, seq=3]: d_model=8 is not seq=3, did you mean
  //~ transpose<seq, d_model>(b)?
  //= x *= y;
  x /= precise;  //~ divide in place: element types differ: float and double, did you mean cast<...>?
  //= x /= y;
  counts += 0.5;  //~ add: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= counts += 1;
  constant += y;  //~ add in place: [seq=3, d_model=8] is constant or a temporary and cannot be written
  //= x += y;
  constant *= 2;  //~ multiply in place: [seq=3, d_model=8] is constant or a temporary and cannot be written
  //= x *= 2;
  row(constant, 0) -= bias;  //~ subtract in place: [d_model=8] is constant or a temporary and cannot be written
  //= row(x, 0) -= bias;
  (x + y) /= y;  //~ divide in place: [seq=3, d_model=8] is constant or a temporary and cannot be written
  //= x /= y;
  x += "noise";  //~ add in place: give a tensor and a tensor or a number, as in x += y
  //= x += 1;
}

void assigns() {
  assign(x, memory);  //~ assign: axes differ: [seq=3, d_model=8] = [src=5, d_model=8]: seq=3 is not src=5
  //= assign(x, y);
  assign(row(x, 0), y);  //~ assign: [d_model=8] would have to become [seq=3, d_model=8]
  //= assign(row(x, 0), row(y, 1));
  assign(x, precise);  //~ assign: element types differ: float and double, did you mean cast<...>?
  //= assign(x, cast<float>(precise));
  assign(constant, x);  //~ assign: [seq=3, d_model=8] is constant or a temporary and cannot be written
  //= assign(x, constant);
  assign(x + y, x);  //~ assign: [seq=3, d_model=8] is constant or a temporary and cannot be written
  //= assign(x, x + y);
  assign(row(constant, 0), 0);  //~ assign: [d_model=8] is constant or a temporary and cannot be written
  //= assign(row(x, 0), 0);
  assign(counts, 0.5);  //~ assign: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= assign(counts, 1);
  assign(x);  //~ assign: give a tensor or view to write to, and what is written, as in assign(row(x, 0), y)
  //= assign(x, y);
  row(x, 0) = row(y, 0);  //~ a view of [d_model=8] is not assigned to, did you mean assign(a, b)?
  //= assign(row(x, 0), row(y, 0));
}
