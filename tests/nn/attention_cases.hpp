// What the tests of modules share: PyTorch's numbers in tensors and parameters, random numbers, and differences.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <tenon/kernels/instruction_set.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/random/normal.hpp>
#include <tenon/tensor/tensor.hpp>

#include "../support/examples.hpp"
#include "../support/golden.hpp"

namespace nn_test {

using tenon::index_t;

inline std::string text_of(const tenon::nn::parameter_name& name) {
  tenon::writer counter;
  counter << name;
  std::string result(counter.size(), ' ');
  tenon::writer out{result.data()};
  out << name;
  return result;
}

/// Writes a tensor or a weight in panels, by its indices.
template <class X, class Values>
void fill(X& x, const Values& values) {
  if (static_cast<index_t>(values.size()) != x.size()) throw std::runtime_error("the sizes differ");
  std::size_t next = 0;
  if constexpr (X::axes.rank == 2) {
    for (index_t i = 0; i < x.extent(0); ++i)
      for (index_t j = 0; j < x.extent(1); ++j) x(i, j) = static_cast<typename X::value_type>(values[next++]);
  } else {
    for (auto& element : x) element = static_cast<typename X::value_type>(values[next++]);
  }
}

/// A tensor of the golden file.
template <class T, tenon::axis... Axes>
tenon::tensor<T, Axes...> golden_as(const std::string& name) {
  tenon::tensor<T, Axes...> result;
  if constexpr (std::is_same_v<T, bool>) fill(result, golden<std::uint8_t>(name).values);
  else fill(result, golden(name).values);
  return result;
}

/// A module whose parameters are `<prefix>/<name>` of the golden file.
template <class Module>
Module golden_module(const std::string& prefix) {
  Module m;
  tenon::nn::for_each_parameter(
      m, [&](const auto& name, auto& parameter) { fill(parameter, golden(prefix + "/" + text_of(name)).values); });
  return m;
}

/// Normal random numbers in place of whatever x holds.
template <class X>
X random_like(X x, std::uint64_t seed, double deviation = 1) {
  tenon::random::generator source{seed};
  std::vector<typename X::value_type> values(static_cast<std::size_t>(x.size()));
  if (!values.empty()) tenon::random::fill_normal(values.data(), x.size(), 0, deviation, source);
  fill(x, values);
  return x;
}

/// A mask that says true with a chance of two thirds.
template <class X>
X random_mask(X x, std::uint64_t seed) {
  tenon::random::generator source{seed};
  for (bool& seen : x) seen = source.random32() % 3 != 0;
  return x;
}

template <class X>
std::vector<double> elements_of(const X& x) {
  std::vector<double> result;
  each_element(x, [&](auto value) { result.push_back(static_cast<double>(value)); });
  return result;
}

/// The same of a parameter, which may lie in panels.
template <class X>
std::vector<double> elements_of_parameter(const X& x) {
  if constexpr (X::axes.rank == 2) {
    std::vector<double> result;
    for (index_t i = 0; i < x.extent(0); ++i)
      for (index_t j = 0; j < x.extent(1); ++j) result.push_back(static_cast<double>(x(i, j)));
    return result;
  } else {
    return elements_of(x);
  }
}

/// The largest difference of two tensors or views; infinite where their axes differ, or where one element is no number.
inline double worst(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double result = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const double d = std::abs(a[i] - b[i]); !(d <= result)) result = std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
  return result;
}
template <class A, class B>
double worst(const A& a, const B& b) {
  if (a.shape() != b.shape()) return std::numeric_limits<double>::infinity();
  return worst(elements_of(a), elements_of(b));
}
/// The same against a tensor of the golden file.
template <class A>
double worst_of_golden(const A& a, const std::string& name) {
  const auto wanted = golden(name);
  return worst(elements_of(a), std::vector<double>(wanted.begin(), wanted.end()));
}

/// Whether two tensors have the same axes and the same bits.
template <class A, class B>
bool same_bits(const A& a, const B& b) {
  static_assert(std::is_same_v<typename A::value_type, typename B::value_type>);
  if (a.shape() != b.shape()) return false;
  bool same = true;
  const auto *from_a = a.data(), *from_b = b.data();
  tenon::traverse(
      a.shape(),
      [&](index_t i, index_t j) { same = same && std::memcmp(from_a + i, from_b + j, sizeof *from_a) == 0; },
      a.strides(), b.strides());
  return same;
}

/// Runs f under each instruction set that this machine has.
template <class F>
void with_each_instruction_set(const F& f) {
  using tenon::kernels::instruction_set;
  for (const auto set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
    tenon::kernels::use_instruction_set(set);
    if (tenon::kernels::current_instruction_set() == set) f();
  }
  tenon::kernels::use_instruction_set(instruction_set::automatic);
}

}  // namespace nn_test
