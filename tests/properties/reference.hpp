// What results are compared with: arrays of double and plain loops over indices. Nothing here knows the library.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace reference {

using index = std::vector<long>;

struct array {
  index extents;
  std::vector<double> values;

  long rank() const { return static_cast<long>(extents.size()); }
};

inline long product(const index& extents) {
  long result = 1;
  for (const long extent : extents) result *= extent;
  return result;
}

inline long offset(const index& extents, const index& at) {
  long result = 0;
  for (std::size_t i = 0; i < extents.size(); ++i) result = result * extents[i] + at[i];
  return result;
}

inline double& element(array& x, const index& at) { return x.values[static_cast<std::size_t>(offset(x.extents, at))]; }
inline double element(const array& x, const index& at) {
  return x.values[static_cast<std::size_t>(offset(x.extents, at))];
}

/// f(index) for every index, the last axis fastest.
template <class F>
void each_index(const index& extents, const F& f) {
  if (product(extents) == 0) return;
  index at(extents.size(), 0);
  while (true) {
    f(at);
    std::size_t i = extents.size();
    while (i > 0 && ++at[i - 1] == extents[i - 1]) at[--i] = 0;
    if (i == 0) return;
  }
}

inline array filled(const index& extents, double value = 0) {
  return {extents, std::vector<double>(static_cast<std::size_t>(product(extents)), value)};
}

/// The array whose element at each index is f(index).
template <class F>
array computed(const index& extents, const F& f) {
  array result = filled(extents);
  each_index(extents, [&](const index& at) { element(result, at) = f(at); });
  return result;
}

// ---- what moves elements ------------------------------------------------------------------------

inline index without(index at, std::size_t axis) {
  at.erase(at.begin() + static_cast<std::ptrdiff_t>(axis));
  return at;
}
inline index with(index at, std::size_t axis, long value) {
  at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), value);
  return at;
}

inline array transposed(const array& x, std::size_t a, std::size_t b) {
  index extents = x.extents;
  std::swap(extents[a], extents[b]);
  return computed(extents, [&](index at) {
    std::swap(at[a], at[b]);
    return element(x, at);
  });
}

/// Axis i of the result is axis order[i] of x.
inline array permuted(const array& x, const std::vector<std::size_t>& order) {
  index extents;
  for (const std::size_t from : order) extents.push_back(x.extents[from]);
  return computed(extents, [&](const index& at) {
    index from(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) from[order[i]] = at[i];
    return element(x, from);
  });
}

/// The same elements in the same order.
inline array reshaped(const array& x, const index& extents) { return {extents, x.values}; }

inline array sliced(const array& x, std::size_t axis, long begin, long end) {
  index extents = x.extents;
  extents[axis] = end - begin;
  return computed(extents, [&](index at) {
    at[axis] += begin;
    return element(x, at);
  });
}

inline array row(const array& x, std::size_t axis, long i) {
  return computed(without(x.extents, axis), [&](const index& at) { return element(x, with(at, axis, i)); });
}

/// Leading axes are added, and axes of 1 repeated, until x has these extents.
inline array stretched(const array& x, const index& extents) {
  return computed(extents, [&](const index& at) {
    index from(x.extents.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      const long there = at[at.size() - from.size() + i];
      from[i] = x.extents[i] == 1 ? 0 : there;
    }
    return element(x, from);
  });
}

inline array concatenated(const array& a, const array& b, std::size_t axis) {
  index extents = a.extents;
  extents[axis] += b.extents[axis];
  return computed(extents, [&](index at) {
    if (at[axis] < a.extents[axis]) return element(a, at);
    at[axis] -= a.extents[axis];
    return element(b, at);
  });
}

// ---- what calculates ----------------------------------------------------------------------------

template <class F>
array each(const array& x, const F& f) {
  array result = x;
  for (double& value : result.values) value = f(value);
  return result;
}
/// b is stretched to the extents of a.
template <class F>
array each(const array& a, const array& b, const F& f) {
  const array other = stretched(b, a.extents);
  array result = a;
  for (std::size_t i = 0; i < result.values.size(); ++i) result.values[i] = f(a.values[i], other.values[i]);
  return result;
}

/// f(all the elements along the axes that go, in order) for every index of those that stay.
template <class F>
array reduced(const array& x, const std::vector<bool>& goes, const F& f) {
  index stay, go;
  for (std::size_t i = 0; i < goes.size(); ++i) (goes[i] ? go : stay).push_back(x.extents[i]);
  return computed(stay, [&](const index& at) {
    std::vector<double> line;
    each_index(go, [&](const index& along) {
      index from;
      std::size_t next_stay = 0, next_go = 0;
      for (const bool gone : goes) from.push_back(gone ? along[next_go++] : at[next_stay++]);
      line.push_back(element(x, from));
    });
    return f(line);
  });
}

/// Replaces each line along one axis by f(line).
template <class F>
array along(const array& x, std::size_t axis, const F& f) {
  array result = x;
  each_index(without(x.extents, axis), [&](const index& at) {
    std::vector<double> line;
    for (long i = 0; i < x.extents[axis]; ++i) line.push_back(element(x, with(at, axis, i)));
    f(line);
    for (long i = 0; i < x.extents[axis]; ++i) element(result, with(at, axis, i)) = line[static_cast<std::size_t>(i)];
  });
  return result;
}

inline double total(const std::vector<double>& line) {
  double sum = 0;
  for (const double value : line) sum += value;
  return sum;
}
inline double total_of_sizes(const std::vector<double>& line) {
  double sum = 0;
  for (const double value : line) sum += std::abs(value);
  return sum;
}
/// NaN where one is.
inline double largest(const std::vector<double>& line) {
  double result = line[0];
  for (const double value : line)
    if (value > result || std::isnan(value)) result = value;
  return result;
}
inline double smallest(const std::vector<double>& line) {
  double result = line[0];
  for (const double value : line)
    if (value < result || std::isnan(value)) result = value;
  return result;
}
/// The first of the largest; the first NaN counts as the largest.
inline double place_of_largest(const std::vector<double>& line) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    if (!std::isnan(line[best]) && (line[i] > line[best] || std::isnan(line[i]))) best = i;
  return static_cast<double>(best);
}
inline void softmax(std::vector<double>& line) {
  const double most = *std::max_element(line.begin(), line.end());
  double sum = 0;
  for (double& value : line) sum += value = std::exp(value - most);
  for (double& value : line) value /= sum;
}
inline void running_sum(std::vector<double>& line) {
  double sum = 0;
  for (double& value : line) value = sum += value;
}
inline void to_unit_length(std::vector<double>& line) {
  double squares = 0;
  for (const double value : line) squares += value * value;
  if (squares != 0)
    for (double& value : line) value /= std::sqrt(squares);
}

// ---- how results are judged ---------------------------------------------------------------------

/// Whether a result is what is wanted: the same NaN, the same infinity, or no further away than `bound`.
inline bool near(double result, double wanted, double bound) {
  if (std::isnan(wanted)) return std::isnan(result);
  if (std::isinf(wanted) || bound == 0) return result == wanted;
  return std::abs(result - wanted) <= bound;
}

}  // namespace reference
