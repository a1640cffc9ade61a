// Vectors of float and int32 of the width of an instruction set, and how they reach memory.
#pragma once

#include <cstdint>
#include <tenon/kernels/instruction_set.hpp>

// Traps that cost a factor of three or a crash, all of them silent:
// - A broadcast that is returned from a function, written through a reference or stored in an array inside an
// always_inline
//   function without AVX is lowered by GCC to eight scalar inserts before it is inlined into its AVX caller. Write
//   `scalar * vector` and `vector - scalar` in the expression itself.
// - Vectors never cross a function boundary by value: GCC warns about the ABI at the end of the user's file. Kernels
// change
//   a vector in place, through a reference.
// - An under-aligned vector type loses its alignment as a dependent type, through `auto&`, and (clang 14 and 16) in any
//   returned reference: the load becomes an aligned one and faults. at() is therefore a non-template that returns a
//   POINTER. Copy `*at(...)` into a variable before it is bound to a `const vector<Set>&`.

TENON_BEGIN_HEADER
namespace tenon::kernels {

typedef float float_4 __attribute__((vector_size(16)));
typedef float float_8 __attribute__((vector_size(32)));
typedef float float_16 __attribute__((vector_size(64)));
typedef std::int32_t int_4 __attribute__((vector_size(16)));
typedef std::int32_t int_8 __attribute__((vector_size(32)));
typedef std::int32_t int_16 __attribute__((vector_size(64)));

// The same in memory: aligned like one element.
typedef float loose_float_4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float loose_float_8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float loose_float_16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef std::int32_t loose_int_4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef std::int32_t loose_int_8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef std::int32_t loose_int_16 __attribute__((vector_size(64), aligned(4), may_alias));

template <int Lanes>
struct vector_of;
template <>
struct vector_of<4> {
  typedef float_4 floats;
  typedef int_4 ints;
};
template <>
struct vector_of<8> {
  typedef float_8 floats;
  typedef int_8 ints;
};
template <>
struct vector_of<16> {
  typedef float_16 floats;
  typedef int_16 ints;
};

/// A vector of float of the instruction set `Set`, and one of 32-bit integers.
template <class Set>
using vector = typename vector_of<Set::lanes>::floats;
template <class Set>
using int_vector = typename vector_of<Set::lanes>::ints;

/// The vector at an address of any alignment: `*at(Set{}, p)`.
TENON_INLINE loose_float_4* at(four_lanes, float* p) { return reinterpret_cast<loose_float_4*>(p); }
TENON_INLINE const loose_float_4* at(four_lanes, const float* p) { return reinterpret_cast<const loose_float_4*>(p); }
TENON_INLINE const loose_int_4* at(four_lanes, const std::int32_t* p) {
  return reinterpret_cast<const loose_int_4*>(p);
}
TENON_INLINE loose_float_8* at(eight_lanes, float* p) { return reinterpret_cast<loose_float_8*>(p); }
TENON_INLINE const loose_float_8* at(eight_lanes, const float* p) { return reinterpret_cast<const loose_float_8*>(p); }
TENON_INLINE const loose_int_8* at(eight_lanes, const std::int32_t* p) {
  return reinterpret_cast<const loose_int_8*>(p);
}
TENON_INLINE loose_float_16* at(sixteen_lanes, float* p) { return reinterpret_cast<loose_float_16*>(p); }
TENON_INLINE const loose_float_16* at(sixteen_lanes, const float* p) {
  return reinterpret_cast<const loose_float_16*>(p);
}
TENON_INLINE const loose_int_16* at(sixteen_lanes, const std::int32_t* p) {
  return reinterpret_cast<const loose_int_16*>(p);
}

// c <- a * b + c, rounded once: the instruction itself, since what compilers fuse by themselves depends on their level
// and flags.
#if defined(__clang__) && __has_builtin(__builtin_elementwise_fma)
template <class Vector>
TENON_INLINE void fuse(Vector& c, const Vector& a, const Vector& b) {
  c = static_cast<Vector>(__builtin_elementwise_fma(a, b, c));  // the cast, as all of ours, is without fast math
}
#elif !defined(__clang__) && defined(__x86_64__)
// GCC knows the names of these once it has seen a function that may use them.
[[gnu::target("avx512f,fma")]] void functions_that_may_fuse();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // nothing returns a vector here: all of it is inlined
TENON_INLINE void fuse(float_4& c, const float_4& a, const float_4& b) { c = __builtin_ia32_vfmaddps(a, b, c); }
TENON_INLINE void fuse(float_8& c, const float_8& a, const float_8& b) { c = __builtin_ia32_vfmaddps256(a, b, c); }
TENON_INLINE void fuse(float_16& c, const float_16& a, const float_16& b) {
  c = __builtin_ia32_vfmaddps512_mask(a, b, c, static_cast<unsigned short>(0xffff), 4);  // 4: the rounding in force
}
#pragma GCC diagnostic pop
#elif !defined(__clang__) && defined(__aarch64__)
TENON_INLINE void fuse(float_4& c, const float_4& a, const float_4& b) { c = __builtin_aarch64_fmav4sf(a, b, c); }
#else
// Lane by lane; clang makes one instruction of them.
template <class Vector>
TENON_INLINE void fuse(Vector& c, const Vector& a, const Vector& b) {
  TENON_UNROLL
  for (int i = 0; i < static_cast<int>(sizeof(Vector) / sizeof(float)); ++i) c[i] = __builtin_fmaf(a[i], b[i], c[i]);
}
#endif

// larger <- a > b ? a : b; so b where one of them is NaN. One instruction, where GCC makes two of the operator with AVX-512.
#if !defined(__clang__) && defined(__x86_64__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
TENON_INLINE void take_larger(float_4& larger, const float_4& a, const float_4& b) {
  larger = __builtin_ia32_maxps(a, b);
}
TENON_INLINE void take_larger(float_8& larger, const float_8& a, const float_8& b) {
  larger = __builtin_ia32_maxps256(a, b);
}
TENON_INLINE void take_larger(float_16& larger, const float_16& a, const float_16& b) {
  larger = __builtin_ia32_maxps512_mask(a, b, a, static_cast<unsigned short>(0xffff), 4);
}
#pragma GCC diagnostic pop
#else
template <class Vector>
TENON_INLINE void take_larger(Vector& larger, const Vector& a, const Vector& b) {
  larger = a > b ? a : b;
}
#endif

/// c <- a * b + c, rounded once where the set fuses, else twice. a may be one float.
template <class Set>
TENON_INLINE void add_product(vector<Set>& c, const vector<Set>& a, const vector<Set>& b) {
  if constexpr (Set::fuses)
    fuse(c, a, b);
  else
    c = a * b + c;
}
template <class Set>
TENON_INLINE void add_product(vector<Set>& c, float a, const vector<Set>& b) {
  if constexpr (Set::fuses)
    fuse(c, a - vector<Set>{}, b);  // a in every lane: x - 0 is x
  else
    c = a * b + c;
}

/// p <- p * x + next, rounded like add_product: one step of a polynomial.
template <class Set>
TENON_INLINE void next_power(vector<Set>& p, const vector<Set>& x, float next) {
  if constexpr (Set::fuses) {
    vector<Set> sum = next - vector<Set>{};
    fuse(sum, p, x);
    p = sum;
  } else {
    p = p * x + next;
  }
}

/// Copies fewer floats than `Limit`, a power of two up to 16, in at most four moves.
template <index_t Limit>
TENON_INLINE void copy_few(float* to, const float* from, index_t count) {
  index_t done = 0;
  unrolled<4>([&](auto step) TENON_INLINE_LAMBDA {
    constexpr index_t width = 8 >> step.value;
    if constexpr (width < Limit)  // a move that cannot be, GCC would warn of
      if (count & width) {
        __builtin_memcpy(to + done, from + done, width * sizeof(float));
        done += width;
      }
  });
}

/// `count` floats at p, fewer than there are lanes, and zeros in the lanes behind them.
template <class Set>
TENON_INLINE void load_some(vector<Set>& v, const float* p, index_t count) {
  float t[Set::lanes] = {};
  copy_few<Set::lanes>(t, p, count);
  v = *at(Set{}, t);
}

/// The first `count` lanes of v, not all of them, to p.
template <class Set>
TENON_INLINE void store_some(const vector<Set>& v, float* p, index_t count) {
  float t[Set::lanes];
  *at(Set{}, t) = v;
  copy_few<Set::lanes>(p, t, count);
}

}  // namespace tenon::kernels
TENON_END_HEADER
