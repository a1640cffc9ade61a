// The namespace that separates kernels built with different -m flags.
#pragma once

// Two objects of one program may be built with different -m flags. An inline function or template instantiation that both
// contain is kept once, whichever the linker meets first: an object built with -mavx2 would lend its AVX2 copy of the
// baseline kernels to the whole program, and old machines die. So every kernel lives in an inline namespace whose name
// spells the flags that change its code. Only data (no code) may live outside it.
//
// A function outside of the kernels that must follow the flags too is declared TENON_KEYED: an ABI tag with the same spelling.

#if defined(__SSE3__)
#define TENON_KEY_1 _sse3
#else
#define TENON_KEY_1
#endif
#if defined(__SSSE3__)
#define TENON_KEY_2 _ssse3
#else
#define TENON_KEY_2
#endif
#if defined(__SSE4_1__)
#define TENON_KEY_3 _sse41
#else
#define TENON_KEY_3
#endif
#if defined(__SSE4_2__)
#define TENON_KEY_4 _sse42
#else
#define TENON_KEY_4
#endif
#if defined(__AVX__)
#define TENON_KEY_5 _avx
#else
#define TENON_KEY_5
#endif
#if defined(__AVX2__)
#define TENON_KEY_6 _avx2
#else
#define TENON_KEY_6
#endif
#if defined(__FMA__) || defined(__FMA4__)
#define TENON_KEY_7 _fma
#else
#define TENON_KEY_7
#endif
#if defined(__BMI__)
#define TENON_KEY_8 _bmi
#else
#define TENON_KEY_8
#endif
#if defined(__BMI2__)
#define TENON_KEY_9 _bmi2
#else
#define TENON_KEY_9
#endif
#if defined(__POPCNT__) || defined(__LZCNT__) || defined(__MOVBE__)
#define TENON_KEY_10 _bits
#else
#define TENON_KEY_10
#endif
#if defined(__AVX512F__)
#define TENON_KEY_11 _avx512
#else
#define TENON_KEY_11
#endif
#if defined(__AVX512VL__) || defined(__AVX512BW__) || defined(__AVX512DQ__)
#define TENON_KEY_12 _vl
#else
#define TENON_KEY_12
#endif
#if defined(__ARM_FEATURE_SVE)
#define TENON_KEY_13 _sve
#else
#define TENON_KEY_13
#endif
#if defined(__ARM_FEATURE_ATOMICS) || defined(__ARM_FEATURE_DOTPROD) || defined(__ARM_FEATURE_QRDMX)
#define TENON_KEY_14 _arm82
#else
#define TENON_KEY_14
#endif

#define TENON_JOIN_TEXT(a, b, c, d, e, f, g, h, i, j, k, l, m, n) built##a##b##c##d##e##f##g##h##i##j##k##l##m##n
#define TENON_JOIN(a, b, c, d, e, f, g, h, i, j, k, l, m, n) TENON_JOIN_TEXT(a, b, c, d, e, f, g, h, i, j, k, l, m, n)
#define TENON_BUILD_KEY                                                                                               \
  TENON_JOIN(TENON_KEY_1, TENON_KEY_2, TENON_KEY_3, TENON_KEY_4, TENON_KEY_5, TENON_KEY_6, TENON_KEY_7, TENON_KEY_8,   \
             TENON_KEY_9, TENON_KEY_10, TENON_KEY_11, TENON_KEY_12, TENON_KEY_13, TENON_KEY_14)

#define TENON_QUOTE_TEXT(x) #x
#define TENON_QUOTE(x) TENON_QUOTE_TEXT(x)
#define TENON_KEYED __attribute__((abi_tag(TENON_QUOTE(TENON_BUILD_KEY))))
