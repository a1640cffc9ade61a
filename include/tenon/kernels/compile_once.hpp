// Kernels compiled in one file of a program instead of in every file that uses them.
#pragma once

#include <tenon/kernels/instruction_set.hpp>

// One file says `#define TENON_KERNELS_HERE` before it includes <tenon/tenon.hpp>, all others are compiled with
// TENON_KERNELS_ELSEWHERE. With neither, every file has what it uses, and the linker keeps one copy.
#if defined(TENON_KERNELS_HERE)
#define TENON_KERNEL(set, ...) template void enter<__VA_ARGS__>(const __VA_ARGS__&, set);
#elif defined(TENON_KERNELS_ELSEWHERE)
#define TENON_KERNEL(set, ...) extern template void enter<__VA_ARGS__>(const __VA_ARGS__&, set);
#else
#define TENON_KERNEL(set, ...)
#endif

#if defined(__x86_64__)
#define TENON_FOR_EACH_SET(KERNELS) KERNELS(avx512) KERNELS(avx2) KERNELS(baseline)
#else
#define TENON_FOR_EACH_SET(KERNELS) KERNELS(baseline)
#endif
