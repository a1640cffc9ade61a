// Which extents the bounded axes of a tensor may have.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The extents of the bounded axes of a tensor, in order: `tensor<float, tokens, d_model> x(extents{5});`.
template <int Count>
struct extents {
  index_t at[Count == 0 ? 1 : Count] = {};

  template <index_like... Index>
    requires(sizeof...(Index) == Count)
  constexpr explicit extents(Index... extent) : at{static_cast<index_t>(extent)...} {}
  template <class... Index, class Reason = shape_error<"extents: each one is a whole number">>
    requires(!(index_like<Index> && ...))
  explicit extents(Index...) = delete;
};

template <class... Index>
extents(Index...) -> extents<sizeof...(Index)>;

namespace rules {

/// One extent for each bounded axis, from 0 to its bound. How many is known at compile time:
/// - `extents: 1 given for the 2 bounded axes of [batch<=4, tokens<=512]`
/// - `extents: 1 given, no axis of [seq=3] is bounded`
/// At run time:
/// - `extents: 513 is not within tokens<=512 of [tokens<=512, d_model=384]`
struct extents {
  int count;
  index_t at[max_rank] = {0, 0, 0, 0, 0, 0, 0, 0};

  static constexpr const char* operation() { return "extents"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    int bounded = 0;
    for (int i = 0; i < x.rank; ++i) bounded += x[i].bounded() ? 1 : 0;
    if (bounded == 0) return refuse(why, "extents: ", count, " given, no axis of ", x, " is bounded");
    if (bounded != count)
      return refuse(why, "extents: ", count, " given for the ", bounded,
                    bounded == 1 ? " bounded axis of " : " bounded axes of ", x);
    shape result = x;
    for (int i = 0, next = 0; i < x.rank; ++i) {
      if (!x[i].bounded()) continue;
      const index_t extent = at[next++];
      if (extent < 0 || extent > x[i].extent)
        return refuse(why, "extents: ", extent, " is not within ", x[i], " of ", x);
      result[i] = measured(x[i], extent);
    }
    return result;
  }
};

}  // namespace rules
}  // namespace tenon
TENON_END_HEADER
