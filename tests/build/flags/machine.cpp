// For machines that Tenon refuses, whose standard library need not be installed.
#include <tenon/config.hpp>

int main() {}
