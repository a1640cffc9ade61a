// Loops over two operands and a result, by their strides: put in order, merged into one where the layouts allow it.
#pragma once
#include <tenon/tensor/traverse.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// One loop: its length, and how far each operand and the result move in a step.
struct loop {
  index_t extent = 1;
  index_t a = 0;
  index_t b = 0;
  index_t c = 0;
};

/// Loops from the outermost to the innermost. A loop of one step is left out.
struct loops {
  loop at[max_rank] = {};
  int count = 0;

  constexpr void push(const loop& one) {
    if (one.extent != 1) at[count++] = one;
  }
  constexpr index_t size() const {
    index_t product = 1;
    for (int i = 0; i < count; ++i) product *= at[i].extent;
    return product;
  }
  /// Puts the loop with the longest steps of an operand outermost.
  constexpr void sort(index_t loop::*step) {
    for (int i = 1; i < count; ++i)
      for (int j = i; j > 0 && at[j - 1].*step < at[j].*step; --j) {
        const loop other = at[j];
        at[j] = at[j - 1];
        at[j - 1] = other;
      }
  }
  /// Whether an operand moves through all of them in steps of one length.
  constexpr bool is_one(index_t loop::*step) const {
    for (int i = 0; i + 1 < count; ++i)
      if (at[i].*step != at[i + 1].*step * at[i + 1].extent) return false;
    return true;
  }
  /// Makes one loop of neighbours wherever both operands move through them in steps of one length.
  constexpr void merge(index_t loop::*step, index_t loop::*other) {
    for (int i = 0; i + 1 < count;) {
      loop &outer = at[i], &inner = at[i + 1];
      if (outer.*step != inner.*step * inner.extent || outer.*other != inner.*other * inner.extent) {
        ++i;
        continue;
      }
      inner.extent *= outer.extent;
      take(i);
    }
  }
  /// Removes one and gives it.
  constexpr loop take(int position) {
    const loop taken = at[position];
    for (int i = position; i + 1 < count; ++i) at[i] = at[i + 1];
    --count;
    return taken;
  }
  constexpr int longest() const {
    int found = 0;
    for (int i = 1; i < count; ++i)
      if (at[i].extent > at[found].extent) found = i;
    return found;
  }
  constexpr bool reaches_end() const { return count > 0 && at[count - 1].c == 1; }
};

/// Several groups of loops as `traverse` takes them.
struct nest {
  shape over;
  strides a;
  strides b;
  strides c;

  constexpr void add(const loops& group) {
    for (int i = 0; i < group.count; ++i) {
      a[over.rank] = group.at[i].a;
      b[over.rank] = group.at[i].b;
      c[over.rank] = group.at[i].c;
      over.push(axis(1));
      over[over.rank - 1].extent = group.at[i].extent;
    }
  }
};

}  // namespace tenon::detail
TENON_END_HEADER
