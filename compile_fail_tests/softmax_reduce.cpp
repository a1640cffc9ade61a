// softmax, sum, mean and max: along which axes.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 1}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8};
tensor<float, batch, seq, d_model> x;
tensor<int, batch, seq> counts;

void softmaxes() {
  auto absent = softmax<src>(x);  //~ softmax: no axis src in [batch=1, seq=3, d_model=8]
  //= auto absent = softmax<seq>(x);
  auto key_side = softmax<prime(seq)>(x);  //~ softmax: no axis seq' in [batch=1, seq=3, d_model=8]
  //= auto key_side = softmax<prime(seq)>(rename<seq, prime(seq)>(x));
  auto other_extent = softmax<axis{"seq", 4}>(x);  //~ softmax: seq=4 is not seq=3 in [batch=1, seq=3, d_model=8]
  //= auto other_extent = softmax<seq>(x);
  auto beyond = softmax<3>(x);  //~ softmax: no axis 3 in [batch=1, seq=3, d_model=8]
  //= auto beyond = softmax<2>(x);
  auto before = softmax<-4>(x);  //~ softmax: no axis -4 in [batch=1, seq=3, d_model=8]
  //= auto before = softmax<-3>(x);
  auto no_axis = softmax(x);  //~ softmax: give a tensor and one axis, as in softmax<seq>(x) or softmax<-1>(x)
  //= auto no_axis = softmax<-1>(x);
  auto as_argument = softmax(x, -1);
  //~ softmax: give a tensor and one axis, as in softmax<seq>(x) or softmax<-1>(x)
  //= auto as_argument = softmax<-1>(x);
  auto by_string = softmax<"seq">(x);
  //~ softmax: an axis is given by its constant, not by a string: [batch=1, seq=3, d_model=8]
  //= auto by_string = softmax<seq>(x);
  auto of_integers = softmax<seq>(counts);
  //~ softmax: the elements of [batch=1, seq=3] are int32, did you mean cast<float>(x)?
  //= auto of_integers = softmax<seq>(x);
}

void reductions() {
  auto absent = sum<src>(x);  //~ sum: no axis src in [batch=1, seq=3, d_model=8]
  //= auto absent = sum<seq>(x);
  auto twice = sum<seq, 1>(x);  //~ sum: seq=3 of [batch=1, seq=3, d_model=8] is named twice
  //= auto twice = sum<seq, 2>(x);
  auto beyond = max<batch, 3>(x);  //~ max: no axis 3 in [batch=1, seq=3, d_model=8]
  //= auto beyond = max<batch, 2>(x);
  auto other_extent = mean<axis{"d_model", 16}>(x);
  //~ mean: d_model=16 is not d_model=8 in [batch=1, seq=3, d_model=8]
  //= auto other_extent = mean<d_model>(x);
  auto of_integers = mean<seq>(counts);
  //~ mean: the elements of [batch=1, seq=3] are int32, did you mean cast<float>(x)?
  //= auto of_integers = max<seq>(counts);
  auto all_integers = mean(counts);
  //~ mean: the elements of [batch=1, seq=3] are int32, did you mean cast<float>(x)?
  //= auto all_integers = sum(counts);
  auto as_argument = sum(x, 1);
  //~ sum: give a tensor and the axes that go, as in sum<seq>(x), or none for all: sum(x)
  //= auto as_argument = sum<1>(x);
  auto larger = max(x, 0);  //~ max: give a tensor and the axes that go, as in max<seq>(x), or none for all: max(x)
  //= auto larger = max(x);
  auto number = mean(3);  //~ mean: give a tensor and the axes that go, as in mean<seq>(x), or none for all: mean(x)
  //= auto number = mean(x);
}
