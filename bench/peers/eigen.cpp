// Eigen alone, for a program that is compiled with -march=native; tenon.cpp has it from the same flags as Tenon.
#include "eigen_works.hpp"

int main() {
  return bench::answer([](const std::string& name, int) { return bench::eigen_work(name); });
}
