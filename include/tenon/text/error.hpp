// What a refusal at run time is: an exception with the sentence, or a handler and abort where exceptions are off.
#pragma once
#include <cstdlib>
#include <exception>
#include <new>

#include <tenon/text/writer.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// A refusal at run time; `what()` is the sentence that the compiler would have given.
class error : public std::exception {
 public:
  /// Takes ownership of a sentence made by `new char[]`.
  explicit error(char* sentence) noexcept : sentence_(sentence) {}
  error(const error& other) noexcept : std::exception(other), sentence_(duplicate(other.what())) {}
  error& operator=(const error& other) noexcept {
    if (this != &other) {
      delete[] sentence_;
      sentence_ = duplicate(other.what());
    }
    return *this;
  }
  ~error() override { delete[] sentence_; }

  const char* what() const noexcept override { return sentence_ != nullptr ? sentence_ : "tenon: out of memory"; }

 private:
  static char* duplicate(const char* sentence) noexcept {
    std::size_t size = 0;
    while (sentence[size] != '\0') ++size;
    char* copy = new (std::nothrow) char[size + 1];
    for (std::size_t i = 0; copy != nullptr && i <= size; ++i) copy[i] = sentence[i];
    return copy;
  }

  char* sentence_;
};

/// Shapes met that do not fit; nothing has been written.
class shape_mismatch : public error {
 public:
  using error::error;
};

/// An index or a position lies outside its axis, or an option outside of what it can be; nothing has been written.
class out_of_range : public error {
 public:
  using error::error;
};

/// A number is no element of its type: a constant, what a calculation with integers gives, or what is cast.
class unrepresentable : public error {
 public:
  using error::error;
};

/// Called with the sentence before the program aborts, in programs built without exceptions.
using error_handler = void (*)(const char* sentence);

/// The handler of programs built without exceptions: assign yours to it. By default none is called.
/// (Weak, not inline: GCC would keep what holds an inline variable, as a plugin, loaded for good.)
extern error_handler on_error;
[[gnu::weak]] constinit error_handler on_error = nullptr;

/// Raises a refusal whose sentence is written by `say(writer&)`.
template <class Error, class Say>
[[noreturn]] void raise(const Say& say) {
  writer counter;
  say(counter);
  char* sentence = new (std::nothrow) char[counter.size() + 1];
  if (sentence != nullptr) {
    writer out{sentence};
    say(out);
    sentence[counter.size()] = '\0';
  }
#if defined(__cpp_exceptions)
  throw Error(sentence);
#else
  if (on_error != nullptr) on_error(sentence != nullptr ? sentence : "tenon: out of memory");
  std::abort();
#endif
}

}  // namespace tenon
TENON_END_HEADER
