// x(i, j) and x.at<seq, d_model>(i, j): access to one element, checked in every build.
#pragma once
#include <type_traits>
#include <utility>

#include <tenon/rules/check.hpp>
#include <tenon/rules/access.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {
/// The place of an axis by its position, from the front or from the end.
constexpr int position_in(const shape& axes, int position) {
  const int from_front = position < 0 ? position + axes.rank : position;
  if (from_front < 0 || from_front >= axes.rank) [[unlikely]]
    raise<out_of_range>([&](writer& out) { out << "extent: no axis " << position << " in " << axes; });
  return from_front;
}

template <class... Index>
inline constexpr rules::access access_rule{static_cast<int>(sizeof...(Index)), (index_like<Index> && ...)};

template <class... Index, class... Names>
consteval rules::named_access named_access_rule(Names... names) {
  return {selectors(names...), static_cast<int>(sizeof...(Index)), (index_like<Index> && ...)};
}
}  // namespace detail

/// Gives a tensor or view its call operator, one index an axis, and the same by names: `x.at<d_model, seq>(1, 2)`.
/// An index outside its axis raises `out_of_range`: `element: index 3 is outside seq=3 of [batch=1, seq=3]`.
template <class Derived>
class element_access {
 public:
  template <class... Index>
    requires fit<detail::access_rule<Index...>, Derived>
  [[nodiscard]] constexpr decltype(auto) operator()(Index... index) {
    Derived& self = static_cast<Derived&>(*this);
    return *(detail::elements_of(self) + offset(self, static_cast<index_t>(index)...));
  }
  template <class... Index>
    requires fit<detail::access_rule<Index...>, Derived>
  [[nodiscard]] constexpr decltype(auto) operator()(Index... index) const {
    const Derived& self = static_cast<const Derived&>(*this);
    return *(detail::elements_of(self) + offset(self, static_cast<index_t>(index)...));
  }
  template <class... Index>
    requires(!fit<detail::access_rule<Index...>, Derived>)
  TENON_REFUSAL(detail::access_rule<Index...>, Derived) operator()(const Index&...) const;

  /// The element by the names of all axes, in any order; positions serve too: `x.at<0, d_model>(2, 1)`.
  /// Refused: `element: d_model=8 of [seq=3, d_model=8] has no index`, an axis twice, one that x has not.
  template <selector... Names, class... Index>
    requires fit<detail::named_access_rule<Index...>(Names...), Derived>
  [[nodiscard]] constexpr decltype(auto) at(Index... index) {
    Derived& self = static_cast<Derived&>(*this);
    return *(detail::elements_of(self) + named_offset<Names...>(self, static_cast<index_t>(index)...));
  }
  template <selector... Names, class... Index>
    requires fit<detail::named_access_rule<Index...>(Names...), Derived>
  [[nodiscard]] constexpr decltype(auto) at(Index... index) const {
    const Derived& self = static_cast<const Derived&>(*this);
    return *(detail::elements_of(self) + named_offset<Names...>(self, static_cast<index_t>(index)...));
  }
  template <selector... Names, class... Index>
    requires(!fit<detail::named_access_rule<Index...>(Names...), Derived>)
  TENON_REFUSAL(detail::named_access_rule<Index...>(Names...), Derived) at(const Index&...) const;

 private:
  /// The indices brought into the order of the axes.
  template <selector... Names, class... Index>
  static constexpr index_t named_offset(const Derived& self, Index... index) {
    if constexpr (sizeof...(Index) == 0) {
      return offset(self);
    } else {
      index_t ordered[sizeof...(Index)];
      ((ordered[Names.index_in(Derived::axes)] = index), ...);
      return [&]<std::size_t... Places>(std::index_sequence<Places...>) { return offset(self, ordered[Places]...); }
      (std::index_sequence_for<Index...>{});
    }
  }

  template <class... Index>
  static constexpr index_t offset(const Derived& self, Index... index) {
    [[maybe_unused]] const auto& layout = self.mapping();
    [[maybe_unused]] int i = 0;
    [[maybe_unused]] const auto check_index = [&](index_t at) {
      if (at < 0 || at >= layout.extent(i)) [[unlikely]]
        raise<out_of_range>([&](writer& out) {
          const shape axes = layout.shape();
          out << "element: index " << at << " is outside " << axes[i] << " of " << axes;
        });
      ++i;
    };
    (check_index(index), ...);
    return layout.offset(index...);
  }
};

}  // namespace tenon
TENON_END_HEADER
