#include "product.hpp"

int main() {
  matrix x;
  x(1, 2) = 2.0f;
  return product(x)(1, 1) == 4.0f ? 0 : 1;
}
