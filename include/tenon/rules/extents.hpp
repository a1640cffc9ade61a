// Which extents the bounded axes of a tensor may have.
#pragma once
#include <tenon/shape/verdict.hpp>

namespace tenon {

/// The extents of the bounded axes of a tensor, in order: `tensor<float, tokens, d_model> x(extents{5});`.
struct extents {
  index_t at[max_rank] = {};
  int count = 0;

  constexpr extents() = default;
  template <class... Index>
    requires(sizeof...(Index) >= 1 && sizeof...(Index) <= max_rank && (std::is_convertible_v<Index, index_t> && ...))
  constexpr explicit extents(Index... extent)
      : at{static_cast<index_t>(extent)...}, count(static_cast<int>(sizeof...(Index))) {}
};

namespace rules {

/// One extent for each bounded axis, from 0 to its bound. At run time:
/// - `extents: 513 is not within tokens<=512 of [tokens<=512, d_model=384]`
/// - `extents: 1 given for the 2 bounded axes of [batch<=4, tokens<=512]`
struct extents {
  tenon::extents given;

  static constexpr const char* operation() { return "extents"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    int bounded = 0;
    for (int i = 0; i < x.rank; ++i) bounded += x[i].bounded() ? 1 : 0;
    if (bounded != given.count)
      return refuse(why, "extents: ", given.count, " given for the ", bounded,
                    bounded == 1 ? " bounded axis of " : " bounded axes of ", x);
    shape result = x;
    for (int i = 0, next = 0; i < x.rank; ++i) {
      if (!x[i].bounded()) continue;
      const index_t extent = given.at[next++];
      if (extent < 0 || extent > x[i].extent)
        return refuse(why, "extents: ", extent, " is not within ", x[i], " of ", x);
      result[i] = measured(x[i], extent);
    }
    return result;
  }
};

}  // namespace rules
}  // namespace tenon
