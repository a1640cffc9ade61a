// The index type, and the few differences between compilers that the rest of the library must know.
#pragma once
#include <cstddef>
#include <type_traits>

#include <tenon/kernels/build_key.hpp>

namespace tenon {

/// The type of extents, strides, offsets and indices (not named `index`, which the C library owns).
using index_t = std::ptrdiff_t;

/// What serves as an index or an extent: it converts to `index_t`, and has no fraction to lose.
template <class I>
concept index_like = std::is_convertible_v<I, index_t> && !std::is_floating_point_v<I>;

}  // namespace tenon

/// clang prints a character array as text only when its NUL is stored, GCC only when it is not.
#if defined(__clang__)
#define TENON_STORED_TERMINATOR 1
#else
#define TENON_STORED_TERMINATOR 0
#endif
