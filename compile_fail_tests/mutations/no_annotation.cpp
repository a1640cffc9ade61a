// The harness must say: it asks for no refusal
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);
}
