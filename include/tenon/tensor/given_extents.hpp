// The extents that a tensor or view with bounded axes is made with.
#pragma once
#include <tenon/rules/check.hpp>
#include <tenon/rules/extents.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// The axes of a tensor type before that type is complete.
template <class T, axis... Axes>
struct axes_alone {
  using value_type = T;
  TENON_LOCAL static constexpr shape axes = tenon::shape(Axes...);
};

/// The axes with these extents; refused as in `rules::extents`.
template <int Count>
constexpr shape with_extents(const shape& axes, const extents<Count>& given) {
  rules::extents rule{Count};
  for (int i = 0; i < Count; ++i) rule.at[i] = given.at[i];
  writer counter;
  const verdict v = judge(rule, counter, axes);
  if (!v.fits) raise_refusal(rule, axes);
  return v.result;
}

}  // namespace tenon::detail
TENON_END_HEADER
