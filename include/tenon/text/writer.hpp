// Writes sentences: counts the characters first, then writes them into a buffer of exactly that size.
#pragma once
#include <cstddef>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Without a buffer it only counts, with one it writes; the same rule is run once for each.
class writer {
 public:
  constexpr writer() = default;
  constexpr explicit writer(char* buffer) : buffer_(buffer) {}

  constexpr std::size_t size() const { return size_; }

  constexpr writer& operator<<(char character) {
    if (buffer_ != nullptr) buffer_[size_] = character;
    ++size_;
    return *this;
  }

  constexpr writer& operator<<(const char* characters) {
    while (*characters != '\0') *this << *characters++;
    return *this;
  }

  constexpr writer& operator<<(long long number) {
    if (number < 0) *this << '-';
    char digits[24]{};
    int count = 0;
    do {
      const long long digit = number % 10;
      digits[count++] = static_cast<char>('0' + (digit < 0 ? -digit : digit));
      number /= 10;
    } while (number != 0);
    while (count > 0) *this << digits[--count];
    return *this;
  }

  constexpr writer& operator<<(unsigned long long number) {
    if (number > 9) *this << number / 10;
    return *this << static_cast<char>('0' + number % 10);
  }

  // Extents and counts are int on machines of 32 bits, long on others.
  constexpr writer& operator<<(int number) { return *this << static_cast<long long>(number); }
  constexpr writer& operator<<(long number) { return *this << static_cast<long long>(number); }
  constexpr writer& operator<<(unsigned number) { return *this << static_cast<unsigned long long>(number); }
  constexpr writer& operator<<(unsigned long number) { return *this << static_cast<unsigned long long>(number); }

 private:
  char* buffer_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tenon
TENON_END_HEADER
