// Vector exponentials: 2^x and e^x.
#pragma once

#include <tenon/kernels/vector.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

inline constexpr float log2_of_e = 1.44269504088896341f;
inline constexpr float infinity = __builtin_inff();
/// The finite float that is below all others.
inline constexpr float lowest = -3.40282347e38f;
TENON_LOCAL alignas(64) inline constexpr float minus_infinity_lanes[16] = {
    -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity,
    -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity};

// Adding 1.5 * 2^23 rounds to an integer n in the low bits of the mantissa; with 127 on top, those bits are the biased
// exponent of 2^n, one shift away. The result is p * 2^n by a multiplication, not by adding to the exponent bits: NaN
// stays NaN.
inline constexpr float round_and_bias = 12582912.f + 127.f;

// Where small powers become 0, the bias is one less, and makes 2^(n - 1) of n: that is 0 for n = -126, the polynomial is
// doubled, and no multiplication underflows, which would take a hundred times as long. What is smaller still is raised to
// there first: -infinity less -infinity would be invalid, and programs may trap on that.
inline constexpr float round_and_bias_less_one = 12582912.f + 126.f;

/// x <- 2^x for x <= 126 (1 ulp). Below -125.5, and for -infinity, exactly 0. NaN stays NaN.
template <class Set>
TENON_INLINE void exp2_in_place(vector<Set>& x) {
  const vector<Set> least = vector<Set>{} - 126.f;
  take_larger(x, least, x);
  const vector<Set> t = x + round_and_bias_less_one;
  const vector<Set> f = x - (t - round_and_bias_less_one);  // in [-1/2, 1/2], exact
  vector<Set> p = 2 * 1.5353362e-4f - vector<Set>{};
  next_power<Set>(p, f, 2 * 1.3398874e-3f);
  next_power<Set>(p, f, 2 * 9.6184373e-3f);
  next_power<Set>(p, f, 2 * 5.5503324e-2f);
  next_power<Set>(p, f, 2 * 2.4022648e-1f);
  next_power<Set>(p, f, 2 * 6.9314720e-1f);
  next_power<Set>(p, f, 2.f);
  x = p * (vector<Set>)((int_vector<Set>)t << 23);
}

/// x <- e^x for x <= 87, within 2 ulp: what attention makes of a score. Of 0 exactly 1; below -86.99, and for -infinity,
/// exactly 0. NaN stays NaN.
template <class Set>
TENON_INLINE void weight_in_place(vector<Set>& x) {
  // e^x = 4^(x log4(e)); n is a multiple of 1/2, and -63 of what is raised to the least.
  constexpr float round = round_and_bias_less_one / 2, log4_of_e = 0.5f * log2_of_e;
  const vector<Set> least = vector<Set>{} - 87.3365448f;
  take_larger(x, least, x);
  vector<Set> t = round - vector<Set>{};
  add_product<Set>(t, log4_of_e, x);
  vector<Set> f = round - t;
  add_product<Set>(f, log4_of_e, x);  // in [-1/4, 1/4]
  vector<Set> p = 64 * 1.326940721e-03f - vector<Set>{};
  next_power<Set>(p, f, 32 * 9.671294130e-03f);
  next_power<Set>(p, f, 16 * 5.550711229e-02f);
  next_power<Set>(p, f, 8 * 2.402224690e-01f);
  next_power<Set>(p, f, 4 * 6.931470037e-01f);
  next_power<Set>(p, f, 2.f);
  x = p * (vector<Set>)((int_vector<Set>)t << 23);
}

/// p <- e^f for f in [-ln2 / 2, ln2 / 2].
template <class Set>
TENON_INLINE void exp_of_fraction(vector<Set>& p, const vector<Set>& f) {
  p = 1.9875691500e-4f - vector<Set>{};
  next_power<Set>(p, f, 1.3981999507e-3f);
  next_power<Set>(p, f, 8.3334519073e-3f);
  next_power<Set>(p, f, 4.1665795894e-2f);
  next_power<Set>(p, f, 1.6666665459e-1f);
  next_power<Set>(p, f, 5.0000001201e-1f);
  const vector<Set> square = f * f;
  vector<Set> rest = f;
  add_product<Set>(rest, p, square);
  p = rest + 1.f;
}

/// x <- e^x for every x (2 ulp, subnormal results included): overflow gives infinity, NaN stays NaN.
template <class Set>
TENON_INLINE void exp_in_place(vector<Set>& x) {
  x = x > 89.f ? vector<Set>{} + 89.f : x;
  // What becomes 0 is calculated as e^0 and cleared: a multiplication that underflows takes a hundred times as long.
  const int_vector<Set> kept = ~(int_vector<Set>)(x < -104.f);
  x = (vector<Set>)((int_vector<Set>)x & kept);
  vector<Set> t = round_and_bias - vector<Set>{};
  add_product<Set>(t, log2_of_e, x);
  const vector<Set> n = t - round_and_bias;
  vector<Set> f = x;
  add_product<Set>(f, -0.693145751953125f, n);  // ln 2 in two parts
  add_product<Set>(f, -1.42860682030941723e-6f, n);
  vector<Set> p;
  exp_of_fraction<Set>(p, f);
  // 2^n in two factors: neither overflows nor underflows alone, so the last multiplication rounds once.
  const int_vector<Set> power = ((int_vector<Set>)t << 23 >> 23) - 127;
  const int_vector<Set> half = power >> 1;
  const int_vector<Set> first = (half + 127) << 23, second = (power - half + 127) << 23;
  const vector<Set> power_of_e = p * (vector<Set>)first * (vector<Set>)second;
  x = (vector<Set>)((int_vector<Set>)power_of_e & kept);
}

}  // namespace tenon::kernels
TENON_END_HEADER
