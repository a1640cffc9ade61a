// The harness must say: no corrected line
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);  //~ add: extents differ: the rows' extents
}
