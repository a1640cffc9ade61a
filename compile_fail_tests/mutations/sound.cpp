// The harness must pass: every kind of refusal, each with its sentence and its corrected line.
#include "stand_in.hpp"
using namespace stand_in;
row<2> two;
row<3> three;

void call() {
  auto sum = add(two, three);  //~ add: extents differ: the rows' extents
  //= auto sum = add(two, two);
}
void store() {
  row<2> other = three;
  //~ cannot store that
  //~ row here
  //= row<2> other = two;
}
void constraint() {
  even<3> pair;  //~ even: the extent is odd
  //= even<4> pair;
}
void incomplete() {
  thirds<4> part;  //~ thirds: not divisible by 3
  //= thirds<6> part;
}
constexpr axis none{0};  //~ axis: an extent is at least 1
//= constexpr axis none{1};
