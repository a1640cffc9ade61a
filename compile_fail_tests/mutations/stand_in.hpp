// A few lines that refuse in each of the ways the library does, so that the harness is tested without the library.
#pragma once
#include <cstddef>
#include <type_traits>

namespace stand_in {

template <std::size_t N>
struct text {
  char characters[N + 1];
  constexpr text(const char (&literal)[N + 1]) : characters{} {
    for (std::size_t i = 0; i <= N; ++i) characters[i] = literal[i];
  }
};
template <std::size_t N>
text(const char (&)[N]) -> text<N - 1>;

template <text... Pieces>
struct shape_error;

template <int Extent>
struct row {
  row() = default;
#if defined(__clang__)
  template <int Other, class Reason = shape_error<"cannot store that", "row here">>
#else
  template <int Other, text Reason = "cannot store that row here">
#endif
    requires(Other != Extent)
  row(const row<Other>&) = delete;
};

template <int Extent>
constexpr int add(row<Extent>, row<Extent>) {
  return Extent;
}
template <int Left, int Right>
  requires(Left != Right)
shape_error<"add: extents differ:", "the rows' extents"> add(row<Left>, row<Right>);

template <int Extent>
struct even {
  static_assert(Extent % 2 == 0, "even: the extent is odd");
};

template <int Extent>
struct thirds {
  static_assert(sizeof(std::conditional_t<Extent % 3 == 0, row<3>, shape_error<"thirds: not divisible by 3">>));
};

template <text... Pieces>
void refuse_constant() {}

struct axis {
  int extent;
  constexpr axis(int size) : extent(size) {
    if (size < 1) refuse_constant<"axis: an extent is at least 1">();
  }
};

constexpr axis descend(int depth) { return depth == 0 ? axis{0} : descend(depth - 1); }

}  // namespace stand_in
