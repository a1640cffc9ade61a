// The threads of OpenMP as an executor. Optional; compile with -fopenmp.
#pragma once
#if !defined(_OPENMP)
#error "Tenon: tenon/threads/openmp.hpp needs -fopenmp when compiling and linking"
#endif
#include <omp.h>

#include <tenon/kernels/executor.hpp>

namespace tenon::threads {

/// Runs the tasks of a call on OpenMP's threads: `threads::openmp openmp; attention(x, nn::on(openmp));`.
struct openmp {
  static index_t width() { return omp_get_max_threads(); }

  template <class F>
  void for_each(index_t count, const F& f) const {
#pragma omp parallel for schedule(dynamic)
    for (index_t i = 0; i < count; ++i) f(i);
  }
};

}  // namespace tenon::threads
