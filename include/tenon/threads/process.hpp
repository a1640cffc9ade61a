// The process that runs, told from one that it was forked from.
#pragma once
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::threads::detail {

#if defined(__unix__) || defined(__APPLE__)
using process_number = pid_t;
inline process_number this_process() { return getpid(); }
#else
// Nothing forks here.
using process_number = int;
inline process_number this_process() { return 0; }
#endif

}  // namespace tenon::threads::detail
TENON_END_HEADER
