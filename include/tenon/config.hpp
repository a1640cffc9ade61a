// The index type, and the few differences between compilers that the rest of the library must know.
#pragma once

#include <tenon/supported.hpp>  // first: it refuses what would find a mistake in every line below

#include <cstddef>
#include <type_traits>

namespace tenon {

/// The type of extents, strides, offsets and indices (not named `index`, which the C library owns).
using index_t = std::ptrdiff_t;

/// What serves as an index or an extent: it converts to `index_t`, and has no fraction to lose.
template <class Index>
concept index_like = std::is_convertible_v<Index, index_t> && !std::is_floating_point_v<Index>;

}  // namespace tenon

/// A parameter to which the result refers: clang warns of a result that outlives it. GCC 12 has no such attribute.
#if defined(__clang__)
#define TENON_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define TENON_LIFETIMEBOUND
#endif

/// clang prints a character array as text only when its NUL is stored, GCC only when it is not.
#if defined(__clang__)
#define TENON_STORED_TERMINATOR 1
#else
#define TENON_STORED_TERMINATOR 0
#endif

// A function, apart from its callers, in which the compiler fuses no multiplication with an addition; nor in what is inlined
// there. clang learns that from TENON_BEGIN_HEADER; but with -ffp-contract=fast it does not listen, and fuses wherever the
// function has the instruction: apart from its callers it has none.
#if defined(__clang__)
#define TENON_ROUNDS_EACH __attribute__((noinline))
#else
#define TENON_ROUNDS_EACH __attribute__((noinline, optimize("fp-contract=off")))
#endif

/// A constant that is compiled into each shared object anew, where it is a copy or a label for what is equal everywhere.
/// Otherwise GCC binds it to one copy for the whole program, and what holds that copy, as a plugin, is never unloaded.
#define TENON_LOCAL [[gnu::visibility("hidden")]]

// What each header stands between. Objects of one program may be built with different -m flags, and an inline function
// that several contain is kept once, whichever the linker meets first: built with -mavx2, it would end the program on an
// older machine. So everything is compiled for the baseline here, whatever the flags; the kernels choose their instructions
// at run time. Inlined into a function of the user's, a function still becomes what the user's flags allow.
// Extra warnings that speak of style alone are off inside, so that who includes Tenon by -I may have them: vectors are cast in
// no other way, GCC takes an int for a size to be a change of sign, and generic code compares what may be floats.
// A class whose implicit members would not be trivial declares them as defaulted, since the compiler makes implicit ones
// where they are used, with the flags there.
// GCC 12 also compares our parameters with the user's globals when it instantiates a template: -Wshadow is off inside. So
// are its warnings of what loops and copies might do in branches that no constant extent leads to.
#if defined(__clang__)
#define TENON_QUIET_STYLE                                                                                \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wold-style-cast\"")              \
  _Pragma("clang diagnostic ignored \"-Wfloat-equal\"") _Pragma("clang diagnostic ignored \"-Wsign-conversion\"") \
  _Pragma("clang diagnostic ignored \"-Wswitch-default\"")
#define TENON_LOUD_STYLE _Pragma("clang diagnostic pop")
#define TENON_PRECISE_HEADER \
  _Pragma("float_control(push)") _Pragma("float_control(precise, on)") _Pragma("clang fp contract(off)")
#if defined(__x86_64__)
// clang-format off
#define TENON_BEGIN_HEADER TENON_QUIET_STYLE TENON_PRECISE_HEADER \
  _Pragma("clang attribute push(__attribute__((target(\"no-sse3,no-ssse3,no-sse4.1,no-sse4.2,no-avx,no-fma,no-bmi,no-bmi2,no-popcnt,no-lzcnt,no-movbe\"))), apply_to = function)")
// clang-format on
#define TENON_END_HEADER _Pragma("clang attribute pop") _Pragma("float_control(pop)") TENON_LOUD_STYLE
#else
#define TENON_BEGIN_HEADER TENON_QUIET_STYLE TENON_PRECISE_HEADER
#define TENON_END_HEADER _Pragma("float_control(pop)") TENON_LOUD_STYLE
#endif
#else
#define TENON_QUIET_STYLE                                                                                     \
  _Pragma("GCC diagnostic ignored \"-Wsign-conversion\"") _Pragma("GCC diagnostic ignored \"-Wold-style-cast\"") \
  _Pragma("GCC diagnostic ignored \"-Wfloat-equal\"") _Pragma("GCC diagnostic ignored \"-Wuseless-cast\"")       \
  _Pragma("GCC diagnostic ignored \"-Wduplicated-branches\"") _Pragma("GCC diagnostic ignored \"-Wswitch-default\"")
#define TENON_QUIET_HEADER _Pragma("GCC diagnostic push") TENON_QUIET_STYLE _Pragma("GCC diagnostic ignored \"-Wshadow\"") \
  _Pragma("GCC diagnostic ignored \"-Waggressive-loop-optimizations\"")                               \
  _Pragma("GCC diagnostic ignored \"-Wstringop-overflow\"")                                          \
  _Pragma("GCC diagnostic ignored \"-Wstringop-overread\"") _Pragma("GCC diagnostic ignored \"-Warray-bounds\"")
#if defined(__x86_64__)
#define TENON_BEGIN_HEADER                                                                                          \
  TENON_QUIET_HEADER _Pragma("GCC push_options")                                                                    \
  _Pragma("GCC target(\"no-sse3,no-ssse3,no-sse4.1,no-sse4.2,no-avx,no-fma,no-bmi,no-bmi2,no-popcnt,no-lzcnt,no-movbe\")")
#define TENON_END_HEADER _Pragma("GCC pop_options") _Pragma("GCC diagnostic pop")
#else
#define TENON_BEGIN_HEADER TENON_QUIET_HEADER
#define TENON_END_HEADER _Pragma("GCC diagnostic pop")
#endif
#endif
