// Eigen matrices that do not have the axes, and tensors that are no matrix.
#include <tenon/interop/eigen.hpp>
#include <tenon/ops/arithmetic.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 4}, tokens{"tokens", at_most{2}};
Eigen::Matrix<float, 3, 4> m;
Eigen::Matrix<float, 3, Eigen::Dynamic> open;
tensor<float, batch, seq, d_model> x;
tensor<float, seq, d_model> y;

void from() {
  auto turned = from_eigen<d_model, seq>(m);  //~ from_eigen: [3, 4] is not [d_model=4, seq=3]: 3 is not d_model=4
  //= auto turned = from_eigen<d_model, seq>(m.transpose());
  auto rows = from_eigen<d_model, seq>(open);  //~ from_eigen: [3, ?] is not [d_model=4, seq=3]: 3 is not d_model=4
  //= auto rows = from_eigen<seq, d_model>(open);
  auto bound = from_eigen<tokens, d_model>(m);  //~ from_eigen: [3, 4] is not [tokens<=2, d_model=4]: 3 is more than tokens<=2
  //= auto bound = from_eigen<seq, d_model>(m);
  auto one_axis = from_eigen<seq>(m);  //~ from_eigen: [3, 4] is not [seq=3]: 2 axes are not 1
  //= auto one_axis = from_eigen<seq>(m.col(0));
  auto no_axes = from_eigen(m);  //~ from_eigen: give the axes, as in from_eigen<seq, d_model>(m)
  //= auto no_axes = from_eigen<seq, d_model>(m);
  auto expression = from_eigen<seq, d_model>(m + m);
  //~ from_eigen: an expression has no elements in memory, did you mean to give its eval() a name?
  //= auto expression = from_eigen<seq, d_model>(m);
  auto dangling = from_eigen<seq, d_model>(Eigen::Matrix<float, 3, 4>(m));
  //~ from_eigen: the elements of a temporary would be gone, did you mean to give it a name?
  //= auto dangling = from_eigen<seq, d_model>(m);
  auto no_matrix = from_eigen<seq>(3);
  //~ from_eigen: give an Eigen matrix or map and the axes, as in from_eigen<seq, d_model>(m)
  //= auto no_matrix = from_eigen<seq, d_model>(m);
}

void to() {
  auto three_axes = to_eigen(x);  //~ to_eigen: [batch=2, seq=3, d_model=4] has 3 axes, not 1 or 2
  //= auto three_axes = to_eigen(y);
  auto dangling = to_eigen(y + y);
  //~ to_eigen: [seq=3, d_model=4] is a temporary, a view of it would dangle, did you mean to give it a name?
  //= auto dangling = to_eigen(y);
}
