// What the tests of random numbers share: fills as vectors, and comparison bit for bit.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "../support/golden.hpp"

namespace streams {

/// The seeds of PyTorch's streams in the golden file; the last has bits above the 32 that count.
inline constexpr std::uint64_t seeds[] = {0, 42, 4294967303};

inline std::string name(std::uint64_t seed, const std::string& tensor) {
  return "random_" + std::to_string(seed) + "/" + tensor;
}

template <class T, class Fill>
std::vector<T> filled(std::ptrdiff_t count, Fill fill) {
  std::vector<T> values(static_cast<std::size_t>(count));
  fill(values.data(), count);
  return values;
}

/// How many values differ in any bit; all of them when the lengths differ.
template <class A, class B>
std::size_t different(const A& values, const B& expected) {
  if (std::size(values) != std::size(expected)) return std::size(values);
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::size(values); ++i) {
    count += std::memcmp(std::data(values) + i, std::data(expected) + i, sizeof(values[i])) != 0 ? 1U : 0U;
  }
  return count;
}

/// The same against a tensor of the golden file.
template <class A>
std::size_t different(const A& values, const std::string& tensor) {
  return different(values, golden<float>(tensor).values);
}

/// A number that changes when any bit of any value does (FNV-1a).
template <class T>
std::uint64_t digest(const std::vector<T>& values) {
  std::uint64_t result = 14695981039346656037U;
  for (const T value : values) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (const unsigned char byte : bytes) result = (result ^ byte) * 1099511628211U;
  }
  return result;
}

}  // namespace streams
