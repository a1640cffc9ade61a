// Compiled with -mavx2: what the standard library forces into its callers is made for that, and the pool for the baseline.
#include <tenon/threads/pool.hpp>

int count_on(tenon::threads::pool& pool, int (&counts)[9]) {
  pool.for_each(9, [&](tenon::index_t i) { ++counts[i]; });
  return counts[8];
}
