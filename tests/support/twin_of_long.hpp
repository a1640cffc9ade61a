// A type that is not long, and has its size: elements of both are one element type.
#pragma once
#include <type_traits>

using twin_of_long = std::conditional_t<sizeof(long) == sizeof(long long), long long, int>;
