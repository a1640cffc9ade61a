// dot, outer, norm, arange, argmax, argmin, min.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, tokens{"tokens", at_most{512}};
tensor<float, seq> v;
tensor<float, src> memory;
tensor<double, seq> precise;
tensor<int, seq> counts;
tensor<float, seq, d_model> x;
tensor<float, tokens, d_model> t;

void products() {
  auto other_axis = dot(v, memory);  //~ dot: axes differ: [seq=3] . [src=5]: seq=3 is not src=5
  //= auto other_axis = dot(v, v);
  auto matrix = dot(x, v);  //~ dot: [seq=3, d_model=8] is no vector
  //= auto matrix = dot(row<1>(x, 0), v);
  auto other_elements = dot(v, precise);  //~ dot: element types differ: float and double, did you mean cast<...>?
  //= auto other_elements = dot(v, cast<float>(precise));
  auto number = dot(v, 2);  //~ dot: give two vectors, as in dot(a, b)
  //= auto number = dot(v, v);
  auto of_a_matrix = outer(v, x);  //~ outer: [seq=3, d_model=8] is no vector
  //= auto of_a_matrix = outer(v, row(x, 0));
  auto with_itself = outer(v, v);
  //~ outer: two axes of the result would be named seq: [seq=3, seq=3], did you mean to rename one?
  //= auto with_itself = outer(v, rename<seq, prime(seq)>(v));
  auto one_vector = outer(v);  //~ outer: give two vectors, as in outer(a, b)
  //= auto one_vector = outer(v, memory);
  auto size = norm(counts);  //~ norm: elements of int32 have none, did you mean cast<float>(x)?
  //= auto size = norm(cast<float>(counts));
  auto along = norm<seq>(x);  //~ norm: give one tensor, as in norm(x)
  //= auto along = norm(x);
}

void positions() {
  auto absent = arange<tokens>(x);  //~ arange: no axis tokens in [seq=3, d_model=8]
  //= auto absent = arange<tokens>(t);
  auto unnamed_axis = arange<3>(x);  //~ arange: 3 has no name by which to find an axis of [seq=3, d_model=8]
  //= auto unnamed_axis = arange<3>();
  auto unknown = arange<tokens>();
  //~ arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or
  //~ arange<tokens>(x)
  //= auto unknown = arange<seq>();
  auto nothing = arange();
  //~ arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or
  //~ arange<tokens>(x)
  //= auto nothing = arange<3>();
  auto as_argument = arange(3);
  //~ arange: give an axis, and a tensor where its extent is known at run time, as in arange<seq>() or
  //~ arange<tokens>(x)
  //= auto as_argument = arange<3>();
}

void extremes() {
  auto absent = argmax<src>(x);  //~ argmax: no axis src in [seq=3, d_model=8]
  //= auto absent = argmax<d_model>(x);
  auto no_axis = argmax(x);  //~ argmax: give a tensor and one axis, as in argmax<vocab>(x) or argmax<-1>(x)
  //= auto no_axis = argmax<-1>(x);
  auto beyond = argmin<2>(x);  //~ argmin: no axis 2 in [seq=3, d_model=8]
  //= auto beyond = argmin<1>(x);
  auto as_argument = argmin(x, -1);  //~ argmin: give a tensor and one axis, as in argmin<vocab>(x) or argmin<-1>(x)
  //= auto as_argument = argmin<-1>(x);
  auto smallest = min<src>(x);  //~ min: no axis src in [seq=3, d_model=8]
  //= auto smallest = min<seq>(x);
  auto of_two = min(x, x);  //~ min: give a tensor and the axes that go, as in min<seq>(x), or none for all: min(x)
  //= auto of_two = minimum(x, x);
}
