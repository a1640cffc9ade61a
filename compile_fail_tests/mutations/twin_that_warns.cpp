// The harness must say: the corrected twin does not compile clean
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);  //~ add: extents differ: the rows' extents
  //= int two = add(::two, ::two);
}
