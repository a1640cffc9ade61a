#pragma once
#include <tenon/tenon.hpp>

using matrix = tenon::tensor<float, 2, 3>;

/// x times its transposed.
tenon::tensor<float, 2, 2> product(const matrix& x);
