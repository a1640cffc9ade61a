// What the headers for spans, Eigen and mdspan share: views of memory of others, and who may be seen by them.
#pragma once
#include <tenon/rules/check.hpp>
#include <tenon/rules/foreign_memory.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Whether the elements of an argument would be gone before a view of them is used.
template <class X>
inline constexpr bool owned_by_temporary = !std::is_lvalue_reference_v<X> && !is_view<std::remove_cvref_t<X>>;

template <class X>
inline constexpr bool can_be_packed_by_type = true;
template <shaped X>
  requires(!in_panels<X>)
inline constexpr bool can_be_packed_by_type<X> = rules::can_be_packed(axes_of<X>, std::remove_cvref_t<X>::steps);

/// The type of the elements of an argument, const where it may only be read.
template <class X>
using element_of_argument = std::remove_pointer_t<decltype(elements_of(std::declval<X&>()))>;

/// The verdict of a rule that knows what was not known when compiling; raises its sentence where there is none.
template <class Rule>
constexpr shape judged_now(const Rule& rule, const shape& axes) {
  writer counter;
  const verdict v = judge(rule, counter, axes);
  if (!v.fits) raise_refusal(rule, axes);
  return v.result;
}

}  // namespace tenon::detail
TENON_END_HEADER
