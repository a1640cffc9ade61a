// The harness must say: error without a sentence
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  undeclared(R"(shape_error<text<8>{"a reason"}>)");  //~ a reason
  //= auto sum = add(two, two);
}
