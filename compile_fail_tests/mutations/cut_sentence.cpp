// The harness must say: this sentence did not come
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);  //~ add: extents differ:
  //= auto sum = add(two, two);
}
