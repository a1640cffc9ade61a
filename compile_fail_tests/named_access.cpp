// x.at<seq, d_model>(i, j).
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8};
tensor<float, seq, d_model> x;

void elements() {
  auto missing = x.at<seq>(2);  //~ element: d_model=8 of [seq=3, d_model=8] has no index
  //= auto missing = x.at<seq, d_model>(2, 0);
  auto twice = x.at<seq, seq>(2, 1);  //~ element: seq=3 of [seq=3, d_model=8] is named twice
  //= auto twice = x.at<seq, d_model>(2, 1);
  auto absent = x.at<src, d_model>(2, 1);  //~ element: no axis src in [seq=3, d_model=8]
  //= auto absent = x.at<seq, d_model>(2, 1);
  auto too_few = x.at<seq, d_model>(2);  //~ element: 1 index for 2 named axes of [seq=3, d_model=8]
  //= auto too_few = x.at<seq, d_model>(2, 1);
  auto no_names = x.at(2, 1);  //~ element: 2 indices for 0 named axes of [seq=3, d_model=8]
  //= auto no_names = x(2, 1);
  auto fraction = x.at<d_model, seq>(1.5, 2);  //~ element: an index of [seq=3, d_model=8] is no integer
  //= auto fraction = x.at<d_model, seq>(1, 2);
  auto by_strings = x.at<"seq", "d_model">(2, 1);
  //~ element: an axis is given by its constant, not by a string: [seq=3, d_model=8]
  //= auto by_strings = x.at<seq, d_model>(2, 1);
}
