// Memory for intermediate results, for the time of one call.
#pragma once
#include <tenon/tensor/storage.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// `count` elements without a value: on the stack where `Most` of them are few, allocated otherwise.
template <class T, index_t Most>
class scratch {
  static constexpr bool on_stack = Most * static_cast<index_t>(sizeof(T)) <= 4 * inline_bytes;

 public:
  explicit scratch(index_t count) {
    if constexpr (!on_stack) elements_ = allocate_elements<T>(count);
  }
  ~scratch() {
    if constexpr (!on_stack) free_elements(elements_);
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  T* data() { return elements_; }

 private:
  std::conditional_t<on_stack, T[static_cast<std::size_t>(on_stack && Most > 0 ? Most : 1)], T*> elements_;
};

}  // namespace tenon::detail
TENON_END_HEADER
