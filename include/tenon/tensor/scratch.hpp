// Memory for intermediate results, for the time of one call.
#pragma once
#include <tenon/tensor/storage.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Intermediate results of at most this many bytes live on the stack. Together with what the kernels put there they fit a
/// thread with a stack of 256 KiB.
inline constexpr index_t stack_bytes = 32 * 1024;

/// `count` elements without a value, `Most` at most: on the stack where they are few, allocated otherwise. `Exact` says
/// that `count` is `Most`.
template <class T, index_t Most, bool Exact>
class scratch {
  static constexpr index_t room = stack_bytes / static_cast<index_t>(sizeof(T));
  static constexpr index_t on_stack = Most <= room ? Most : Exact ? 0 : room;

 public:
  explicit scratch(index_t count) {
    if constexpr (Most > on_stack)
      if (Exact || count > on_stack) allocated_ = allocate_elements<T>(count);
  }
  ~scratch() {
    if constexpr (Most > on_stack)
      if (allocated_ != nullptr) free_elements(allocated_);
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  T* data() { return allocated_ != nullptr ? allocated_ : elements_; }

 private:
  T* allocated_ = nullptr;
  alignas(heap_alignment) T elements_[static_cast<std::size_t>(on_stack > 0 ? on_stack : 1)];
};

}  // namespace tenon::detail
TENON_END_HEADER
