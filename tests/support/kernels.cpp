// The kernels of a test program, compiled once for all of its files.
#define TENON_KERNELS_HERE
#include <tenon/tenon.hpp>
