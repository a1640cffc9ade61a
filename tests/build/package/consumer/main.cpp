#include <tenon/tenon.hpp>

int main() {
  tenon::tensor<float, 2, 3> x;
  x(1, 2) = 2.0f;
  auto y = tenon::matmul(x, tenon::transpose<0, 1>(x));  // [2, 2]
  return y(1, 1) == 4.0f ? 0 : 1;
}
