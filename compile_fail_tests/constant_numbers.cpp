// An element that its new type does not hold, in constant evaluation.
#include <tenon/ops/cast.hpp>
using namespace tenon;

constexpr auto whole = cast<int>(tensor<float, 2>{1, 3e9F});
//~ cast: an element of float does not fit int32, did you mean cast<double>(x)?
//= constexpr auto whole = cast<double>(tensor<float, 2>{1, 3e9F});
constexpr auto bytes = cast<unsigned char>(tensor<int, 2>{1, -1});
//~ cast: an element of int32 does not fit uint8, did you mean cast<long long>(x)?
//= constexpr auto bytes = cast<long long>(tensor<int, 2>{1, -1});
