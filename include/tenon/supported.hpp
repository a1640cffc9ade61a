// What Tenon is not compiled with: compilers and languages that are too old, flags and machines that make wrong numbers.
#pragma once

// Older compilers and languages would find a mistake in every line that follows; a missing file stops them.
#if !defined(__GNUC__) && !defined(__clang__)
#error "Tenon: this compiler is not supported; GCC 12 and newer and clang 16 and newer are"
#include <tenon/this_compiler_is_not_supported>
#elif defined(__clang__) && __clang_major__ < 16
#error "Tenon: this clang is too old; clang 16 and newer are supported, and GCC 12 and newer"
#include <tenon/this_compiler_is_too_old>
#elif !defined(__clang__) && __GNUC__ < 12
#error "Tenon: this GCC is too old; GCC 12 and newer are supported, and clang 16 and newer"
#include <tenon/this_compiler_is_too_old>
#elif __cplusplus < 202002L
#error "Tenon: C++20 is needed, did you mean to compile with -std=c++20?"
#include <tenon/this_language_is_too_old>
#endif

#if defined(TENON_SINGLE_HEADER)
#error "Tenon: tenon_single.hpp and headers of tenon/ are not included together"
#include <tenon/tenon_single_is_already_included>
#endif

// Kernels round by adding and subtracting a constant, and hide keys behind infinities: with what these flags allow,
// wrong numbers would come, and in other objects of the program, too.
// clang has no macro for most parts of -ffast-math. TENON_BEGIN_HEADER makes up for all but -fno-honor-nans and
// -fno-honor-infinities, which the first kernel of a program refuses (kernels/honest_floats.hpp).
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Tenon: compile without -ffast-math, its parts and -Ofast, their results would be wrong"
#endif
#if (defined(__i386__) || defined(__x86_64__)) && \
    (!defined(__SSE2__) || (!defined(__clang__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16))
#error "Tenon: compile with -msse2 -mfpmath=sse, the old floating-point unit rounds otherwise"
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Tenon: this machine is big-endian, and weights of bfloat16 would be wrong there"
#endif

static_assert(sizeof(0.1) == sizeof(double),
              "Tenon: compile without -fsingle-precision-constant, its results would be wrong");
