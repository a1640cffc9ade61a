// Functions of each float of a contiguous run, and arithmetic between two runs.
#pragma once

#include <tenon/kernels/activation.hpp>
#include <tenon/kernels/chunk.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// e^x as an element-wise function.
struct exponential {
  template <class Set>
  TENON_INLINE static void apply(vector<Set>& x) {
    exp_in_place<Set>(x);
  }
};

/// y[i] = Function(x[i]): relu, silu, gelu, gelu_tanh, exponential. y may be x.
template <class Function>
inline void map(index_t count, const float* x, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    for_each_chunk<Set>(count, x, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) Function::template apply<Set>(c.part[j]);
      store_chunk<Set>(c, y, first, count);
    });
  });
}

// a <- a (operation) b
struct plus {
  template <class Left, class Right>
  TENON_INLINE static void apply(Left& a, const Right& b) {
    a = a + b;
  }
};
struct minus {
  template <class Left, class Right>
  TENON_INLINE static void apply(Left& a, const Right& b) {
    a = a - b;
  }
};
struct times {
  template <class Left, class Right>
  TENON_INLINE static void apply(Left& a, const Right& b) {
    a = a * b;
  }
};
struct divided_by {
  template <class Left, class Right>
  TENON_INLINE static void apply(Left& a, const Right& b) {
    a = a / b;
  }
};

/// y[i] = a[i] (Operation) b[i]: plus, minus, times, divided_by. y may be a or b.
template <class Operation>
inline void combine(index_t count, const float* a, const float* b, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    for_each_chunk<Set>(count, a, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
      chunk<Set> other;
      load_chunk<Set>(other, b, first, count, 1.f);
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) Operation::apply(c.part[j], other.part[j]);
      store_chunk<Set>(c, y, first, count);
    });
  });
}

/// y[i] = a[i] (Operation) b for one float b. y may be a.
template <class Operation>
inline void combine_scalar(index_t count, const float* a, float b, float* y) {
  dispatch([&](auto set) TENON_INLINE_LAMBDA {
    using Set = decltype(set);
    for_each_chunk<Set>(count, a, 0.f, [&](chunk<Set>& c, index_t first) TENON_INLINE_LAMBDA {
      TENON_UNROLL
      for (int j = 0; j < c.vectors; ++j) Operation::apply(c.part[j], b);
      store_chunk<Set>(c, y, first, count);
    });
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
