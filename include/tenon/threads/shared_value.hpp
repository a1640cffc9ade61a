// A value that several threads read and write at any time.
#pragma once

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::threads {

/// An integer, a bool or a pointer whose every access is atomic, in one order for all threads. As std::atomic, whose
/// functions a compiler refuses to inline into ours: they are made for the instruction set of the command line, and what
/// stands between TENON_BEGIN_HEADER and TENON_END_HEADER for the baseline.
template <class T>
class shared_value {
 public:
  constexpr shared_value() = default;
  explicit constexpr shared_value(T value) : value_(value) {}
  shared_value(const shared_value&) = delete;
  shared_value& operator=(const shared_value&) = delete;

  T load() const noexcept { return __atomic_load_n(&value_, __ATOMIC_SEQ_CST); }
  void store(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_SEQ_CST); }
  /// A store that costs less, and is seen at the latest with the next `store`: of what that one says is there.
  void prepare(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }
  T exchange(T value) noexcept { return __atomic_exchange_n(&value_, value, __ATOMIC_SEQ_CST); }
  void add(T more) noexcept { __atomic_fetch_add(&value_, more, __ATOMIC_SEQ_CST); }
  /// Stores `value` if `expected` is there, and says whether it was.
  bool replace(T expected, T value) noexcept {
    return __atomic_compare_exchange_n(&value_, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }

 private:
  T value_{};
};

}  // namespace tenon::threads
TENON_END_HEADER
