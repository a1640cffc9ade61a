// The harness must say: file not found|No such file
#include "no_such_header.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);  //~ add: extents differ: the rows' extents
  //= auto sum = add(two, two);
}
