// What a list of axes must satisfy to be the shape of a tensor.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The axes of a tensor type. Refused:
/// - `tensor: 9 axes are more than 8`
/// - `tensor: two axes are named seq: [seq=3, seq=3]`
/// - `tensor: the number of elements overflows: [...]`
/// - `tensor: the elements of [2, 3] are neither numbers nor bool`
struct tensor {
  int rank;
  index_t element_size;
  bool numbers = true;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& axes, writer& why) const {
    if (rank > max_rank) return refuse(why, "tensor: ", rank, " axes are more than ", max_rank);
    if (!numbers) return refuse(why, "tensor: the elements of ", axes, " are neither numbers nor bool");
    for (int i = 0; i < axes.rank; ++i)
      for (int j = i + 1; j < axes.rank; ++j)
        if (axes[i].named() && same_name(axes[i], axes[j]))
          return refuse(why, "tensor: two axes are named ", name_of{axes[i]}, ": ", axes);
    // Padding to whole panels and to whole vectors must not overflow either.
    constexpr index_t largest = INTPTR_MAX / 64;
    index_t bytes = element_size;
    for (int i = 0; i < axes.rank; ++i) {
      if (axes[i].extent > largest / bytes) return refuse(why, "tensor: the number of elements overflows: ", axes);
      bytes *= axes[i].extent;
    }
    return axes;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
