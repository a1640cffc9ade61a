// The harness must say: error without a sentence
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  undeclared;
  auto sum = add(two, three);  //~ add: extents differ: the rows' extents
  //= auto sum = add(two, two);
}
