// Where the elements of a tensor live: inside it when they are few, in memory of its own when they are many.
#pragma once
#include <new>
#include <type_traits>
#include <utility>

#include <tenon/config.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Tensors of at most this many bytes live inline; larger ones own heap memory, allocated once at construction, so that
/// no tensor can overflow a stack.
inline constexpr index_t inline_bytes = 4096;

/// Heap memory of tensors is aligned to this, whatever the compiler's flags.
inline constexpr std::size_t heap_alignment = 64;

/// Asks for elements without a value, to be written before they are read.
struct uninitialized_t {
  explicit uninitialized_t() = default;
};
TENON_LOCAL inline constexpr uninitialized_t uninitialized{};

namespace detail {

template <class T>
constexpr T* allocate_elements(index_t count) {
  const auto size = static_cast<std::size_t>(count);
  // A constant above `inline_bytes` fails here, as memory does not last from compile time to run time, and compilers show
  // the line.
  if (std::is_constant_evaluated())
    return new T[size]{};  // did you mean a constexpr array, and packed_view<const T, ...>(array)?
  return static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{heap_alignment}));
}
template <class T>
constexpr void free_elements(T* elements) {
  if (std::is_constant_evaluated()) {
    delete[] elements;
  } else {
    ::operator delete(elements, std::align_val_t{heap_alignment});
  }
}
template <class T>
constexpr void fill_elements(T* elements, index_t count, T value) {
  for (index_t i = 0; i < count; ++i) elements[i] = value;
}
template <class T>
constexpr void copy_elements(const T* from, index_t count, T* to) {
  for (index_t i = 0; i < count; ++i) to[i] = from[i];
}

}  // namespace detail

template <class T, index_t Capacity>
inline constexpr bool stored_inline = Capacity * static_cast<index_t>(sizeof(T)) <= inline_bytes;

/// The elements of a tensor and their mapping, together since only `mapping.size()` elements are in use.
template <class T, index_t Capacity, class Mapping, bool Inline = stored_inline<T, Capacity>>
class storage {
 public:
  constexpr storage() : elements_{} {}
  constexpr storage(const storage&) = default;
  constexpr storage(storage&&) = default;
  constexpr storage& operator=(const storage&) = default;
  constexpr storage& operator=(storage&&) = default;
  constexpr ~storage() = default;
  constexpr explicit storage(Mapping m) : elements_{}, mapping_(m) {}
  constexpr storage(uninitialized_t, Mapping m) : mapping_(m) {
    if (std::is_constant_evaluated()) detail::fill_elements(elements_, Capacity, T{});
  }
  /// Takes the elements of a storage that is given up, under another mapping.
  template <class Other>
  constexpr storage(storage<T, Capacity, Other>&& other, Mapping m) : storage(uninitialized, m) {
    detail::copy_elements(other.data(), m.size(), elements_);
    other.forget();
  }

  constexpr T* data() { return elements_; }
  constexpr const T* data() const { return elements_; }
  constexpr const T* memory() const { return elements_; }
  constexpr const Mapping& mapping() const { return mapping_; }

  /// Elements that are about to be written anew, under another mapping.
  constexpr T* restart(const Mapping& m) {
    mapping_ = m;
    return elements_;
  }
  /// Its elements have been taken: bounded axes are 0 long.
  constexpr void forget() { mapping_ = Mapping{}; }

 private:
  T elements_[static_cast<std::size_t>(Capacity)];
  [[no_unique_address]] Mapping mapping_;
};

template <class T, index_t Capacity, class Mapping>
class storage<T, Capacity, Mapping, false> {
 public:
  constexpr storage() : storage(Mapping{}) {}
  constexpr explicit storage(Mapping m) : storage(uninitialized, m) {
    detail::fill_elements(elements_, Capacity, T{});
  }
  constexpr storage(uninitialized_t, Mapping m) : elements_(detail::allocate_elements<T>(Capacity)), mapping_(m) {}
  template <class Other>
  constexpr storage(storage<T, Capacity, Other>&& other, Mapping m) : elements_(other.release()), mapping_(m) {
    other.forget();
  }

  constexpr storage(const storage& other) : storage(uninitialized, other.mapping_) {
    detail::copy_elements(other.data(), mapping_.size(), elements_);
  }
  constexpr storage(storage&& other) noexcept : elements_(other.release()), mapping_(std::move(other.mapping_)) {}
  constexpr storage& operator=(const storage& other) {
    if (this != &other) {
      const T* from = other.data();
      detail::copy_elements(from, other.mapping_.size(), restart(other.mapping_));
    }
    return *this;
  }
  constexpr storage& operator=(storage&& other) noexcept {
    if (this != &other) {
      detail::free_elements(elements_);
      elements_ = other.release();
      mapping_ = std::move(other.mapping_);
    }
    return *this;
  }
  constexpr ~storage() { detail::free_elements(elements_); }

  constexpr T* data() { return checked_elements(); }
  constexpr const T* data() const { return checked_elements(); }
  /// Null once it was moved from.
  constexpr const T* memory() const { return elements_; }
  constexpr const Mapping& mapping() const { return mapping_; }

  constexpr T* restart(const Mapping& m) {
    if (elements_ == nullptr) elements_ = detail::allocate_elements<T>(Capacity);
    mapping_ = m;
    return elements_;
  }
  constexpr T* release() { return std::exchange(elements_, nullptr); }
  constexpr void forget() { mapping_ = Mapping{}; }

 private:
  constexpr T* checked_elements() const {
    if (elements_ == nullptr && mapping_.size() != 0) [[unlikely]]
      raise<shape_mismatch>([](writer& out) { out << "tensor: it was moved from and has no elements until it is assigned"; });
    return elements_;
  }

  T* elements_;
  [[no_unique_address]] Mapping mapping_;
};

}  // namespace tenon
TENON_END_HEADER
