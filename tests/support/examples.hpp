// Tensors with elements to recognise, and comparisons of tensors and views whatever their layouts.
#pragma once
#include <tenon/tensor/copy.hpp>
#include <tenon/tensor/tensor.hpp>

/// Small whole numbers of both signs that repeat only after many elements: exact in every element type.
constexpr int example_value(tenon::index_t i) { return static_cast<int>((i * 7 + i / 5 * 3) % 23) - 11; }

/// Fills a tensor with example values, in the order of its indices.
template <class X>
constexpr X with_examples(X x, tenon::index_t first = 0) {
  for (auto& element : x) element = static_cast<typename X::value_type>(example_value(first++));
  return x;
}

template <class T, tenon::axis... Axes>
constexpr tenon::tensor<T, Axes...> example(tenon::index_t first = 0) {
  return with_examples(tenon::tensor<T, Axes...>{}, first);
}

/// The elements of x, wherever they lie, in the order of its indices.
template <class X, class Visit>
constexpr void each_element(const X& x, const Visit& visit) {
  const auto* elements = x.data();
  tenon::traverse(x.shape(), [&](tenon::index_t i) { visit(elements[i]); }, x.strides());
}

/// Whether two tensors or views have the same axes and the same elements.
template <class A, class B>
constexpr bool same(const A& a, const B& b) {
  if (a.shape() != b.shape()) return false;
  bool equal = true;
  const auto* from_a = a.data();
  const auto* from_b = b.data();
  tenon::traverse(
      a.shape(), [&](tenon::index_t i, tenon::index_t j) { equal = equal && from_a[i] == from_b[j]; }, a.strides(),
      b.strides());
  return equal;
}

/// Whether they have the same axes, and elements no further apart than `tolerance`.
template <class A, class B>
constexpr bool close(const A& a, const B& b, double tolerance) {
  if (a.shape() != b.shape()) return false;
  bool equal = true;
  const auto* from_a = a.data();
  const auto* from_b = b.data();
  tenon::traverse(
      a.shape(),
      [&](tenon::index_t i, tenon::index_t j) {
        const double difference = static_cast<double>(from_a[i]) - static_cast<double>(from_b[j]);
        equal = equal && difference <= tolerance && -difference <= tolerance;
      },
      a.strides(), b.strides());
  return equal;
}
