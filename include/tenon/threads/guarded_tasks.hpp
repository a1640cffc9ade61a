// Tasks that may throw, run where an exception must not leave a task.
#pragma once
#include <exception>
#include <mutex>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::threads {

/// The tasks of one call on any threads: every one is run, even where another throws. `rethrow()`, after all of them, passes
/// on the exception of the first that threw, by its number: the same one, however many threads there are.
template <class F>
class guarded_tasks {
 public:
  explicit guarded_tasks(const F& task) : task_(task) {}
  guarded_tasks(const guarded_tasks&) = delete;
  guarded_tasks& operator=(const guarded_tasks&) = delete;

  void operator()(index_t i) const noexcept {
#if defined(__cpp_exceptions)
    if constexpr (!noexcept(task_(i))) {
      try {
        task_(i);
      } catch (...) {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (exception_ == nullptr || i < thrower_) {
          exception_ = std::current_exception();
          thrower_ = i;
        }
      }
      return;
    }
#endif
    task_(i);
  }

  void rethrow() const {
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }

 private:
  const F& task_;
  mutable std::mutex mutex_;
  mutable std::exception_ptr exception_;
  mutable index_t thrower_ = 0;
};

}  // namespace tenon::threads
TENON_END_HEADER
