// Activation functions of one vector: what a product applies to its result before it is written.
#pragma once

#include <tenon/kernels/exponential.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// x
struct identity {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>&) {}
};

/// max(x, 0); NaN stays NaN.
struct relu {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>& x) {
    x = x < 0.f ? vector<Set>{} : x;
  }
};

/// x / (1 + e^-x); at most 1e-36 from 0 below -87.3, -infinity included.
struct silu {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>& x) {
    x = x < -87.3f ? vector<Set>{} - 87.3f : x;  // 2^126 is the largest power; lower numbers over it would not be 0
    vector<Set> e = x * -log2_of_e;
    exp2_in_place<Set>(e);
    x = x / (e + 1.f);
  }
};

/// x / 2 (1 + erf(x / sqrt 2)).
/// By way of erfc, whose error is relative: a form with 1 + erf loses the tail on the left, where the two cancel.
struct gelu {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>& x) {
    // erfc(z) = t exp(-z^2 + polynomial(t)), t = 1 / (1 + z / 2); the polynomial is multiplied by log2(e) for 2^x.
    const vector<Set> magnitude = x < 0.f ? -x : x;
    vector<Set> t = magnitude;
    next_power<Set>(t, 0.35355339059327376f - vector<Set>{}, 1.f);
    t = 1.f / t;
    vector<Set> p = 0.17087277f * log2_of_e - vector<Set>{};
    next_power<Set>(p, t, -0.82215223f * log2_of_e);
    next_power<Set>(p, t, 1.48851587f * log2_of_e);
    next_power<Set>(p, t, -1.13520398f * log2_of_e);
    next_power<Set>(p, t, 0.27886807f * log2_of_e);
    next_power<Set>(p, t, -0.18628806f * log2_of_e);
    next_power<Set>(p, t, 0.09678418f * log2_of_e);
    next_power<Set>(p, t, 0.37409196f * log2_of_e);
    next_power<Set>(p, t, 1.00002368f * log2_of_e);
    next_power<Set>(p, t, -(1.26551223f * log2_of_e + 1.f));  // the 1 halves the result
    const vector<Set> square = magnitude * magnitude;
    add_product<Set>(p, -0.5f * log2_of_e, square);
    exp2_in_place<Set>(p);
    const vector<Set> tail = t * p;
    x = x * (x < 0.f ? tail : 1.f - tail);
  }
};

/// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), written as x / (1 + e^-2u); at most 1e-36 from 0 below -10.
struct gelu_tanh {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>& x) {
    constexpr float scale = -2.f * 0.7978845608028654f * log2_of_e;
    x = x < -10.f ? vector<Set>{} - 10.f : x;
    vector<Set> e = x * x;
    next_power<Set>(e, 0.044715f - vector<Set>{}, 1.f);
    e = (x * scale) * e;
    exp2_in_place<Set>(e);
    x = x / (e + 1.f);
  }
};

}  // namespace tenon::kernels
TENON_END_HEADER
