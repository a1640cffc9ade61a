// Says what a run of these tests was made of, and fails where it was made of nothing.
#include <iostream>

#include "seeds.hpp"

TEST_CASE("the run has a seed, cases, rounds and instruction sets", "[properties]") {
  std::cout << "properties: seed " << TENON_PROPERTY_SEED << ", " << TENON_PROPERTY_CASES << " cases, " << properties::rounds()
            << " rounds, on";
  int sets = 0;
  properties::on_each_instruction_set([&] {
    std::cout << ' ' << properties::name(tenon::kernels::current_instruction_set());
    ++sets;
  });
  std::cout << '\n';
  CHECK(sets > 0);
  CHECK(properties::rounds() > 0);
}

TEST_CASE("drawn numbers are the same in constant evaluation and at run time", "[properties]") {
  constexpr std::uint64_t constant = properties::draw(TENON_PROPERTY_SEED).bits();
  CHECK(properties::draw(TENON_PROPERTY_SEED).bits() == constant);
  static_assert(properties::follow(1, 2) != properties::follow(2, 1));
}
