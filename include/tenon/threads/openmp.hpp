// The threads of OpenMP as an executor. Optional; compile with -fopenmp.
#pragma once
#if !defined(_OPENMP)
#error "Tenon: tenon/threads/openmp.hpp needs -fopenmp when compiling and linking"
#endif
#include <omp.h>

#include <tenon/kernels/executor.hpp>
#include <tenon/threads/guarded_tasks.hpp>

namespace tenon::threads {

/// Runs the tasks of a call on OpenMP's threads: `threads::openmp openmp; attention(x, nn::on(openmp));`, also within a
/// parallel region of the program's. Where tasks throw, all others are run all the same, and then the exception of the
/// first of them, by its number, passes on.
struct openmp {
  static index_t width() { return omp_get_max_threads(); }

  template <class F>
  void for_each(index_t count, const F& f) const {
    const guarded_tasks tasks(f);
#pragma omp parallel for schedule(dynamic)
    for (index_t i = 0; i < count; ++i) tasks(i);
    tasks.rethrow();
  }
};

}  // namespace tenon::threads
