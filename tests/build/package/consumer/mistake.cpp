#include <tenon/tenon.hpp>

tenon::tensor<float, 2, 3> x;

void f() {
  auto y = tenon::matmul(x, x);
  //~ matmul: inner axes differ: [2, 3] x [2, 3]: 3 is not 2, did you mean transpose<-2, -1>(b)?
  //= auto y = tenon::matmul(x, tenon::transpose<0, 1>(x));
}
