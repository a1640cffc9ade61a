// What operator<< prints.
#pragma once
#include <sstream>
#include <string>

template <class X>
std::string printed(const X& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
