// x(i, j): access to one element, checked in every build.
#pragma once
#include <type_traits>

#include <tenon/rules/check.hpp>
#include <tenon/rules/access.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {
template <class... Index>
inline constexpr rules::access access_rule{static_cast<int>(sizeof...(Index)), (index_like<Index> && ...)};
}  // namespace detail

/// Gives a tensor or view its call operator, one index an axis.
/// An index outside its axis raises `out_of_range`: `element: index 3 is outside seq=3 of [batch=1, seq=3]`.
template <class Derived>
class element_access {
 public:
  template <class... Index>
    requires fit<detail::access_rule<Index...>, Derived>
  constexpr decltype(auto) operator()(Index... index) {
    Derived& self = static_cast<Derived&>(*this);
    return *(self.data() + offset(self, static_cast<index_t>(index)...));
  }
  template <class... Index>
    requires fit<detail::access_rule<Index...>, Derived>
  constexpr decltype(auto) operator()(Index... index) const {
    const Derived& self = static_cast<const Derived&>(*this);
    return *(self.data() + offset(self, static_cast<index_t>(index)...));
  }
  template <class... Index>
    requires(!fit<detail::access_rule<Index...>, Derived>)
  TENON_REFUSAL(detail::access_rule<Index...>, Derived) operator()(const Index&...) const;

 private:
  template <class... Index>
  static constexpr index_t offset(const Derived& self, Index... index) {
    [[maybe_unused]] const auto& layout = self.mapping();
    [[maybe_unused]] int i = 0;
    [[maybe_unused]] const auto check = [&](index_t at) {
      if (at < 0 || at >= layout.extent(i)) [[unlikely]]
        raise<out_of_range>([&](writer& out) {
          const shape axes = layout.shape();
          out << "element: index " << at << " is outside " << axes[i] << " of " << axes;
        });
      ++i;
    };
    (check(index), ...);
    return layout.offset(index...);
  }
};

}  // namespace tenon
TENON_END_HEADER
