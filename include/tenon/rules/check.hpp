// The same rules at run time, for operands with bounded axes.
#pragma once
#include <tenon/rules/judge.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// Whether every extent of these operands is known at compile time, so that nothing is left to check.
template <class... X>
inline constexpr bool all_static = !(axes_of<X>.bounded() || ...);

/// Raises `shape_mismatch` with the sentence of a rule that refuses these shapes.
template <class Rule, class... Shapes>
[[noreturn]] void raise_refusal(const Rule& rule, const Shapes&... shapes) {
  raise<shape_mismatch>([&](writer& out) { judge(rule, out, shapes...); });
}

/// The shape of the result with its extents of this call. Bounded extents that do not fit are refused with the rule's
/// sentence, before anything is written, in every build; costs nothing when every extent is static.
template <auto Rule, class... X>
constexpr shape checked(const X&... operands) {
  if constexpr (all_static<X...>) {
    return verdict_of<Rule, X...>.result;
  } else {
    writer counter;
    const verdict v = judge(Rule, counter, operands.shape()...);
    if (!v.fits) raise_refusal(Rule, operands.shape()...);
    return v.result;
  }
}

}  // namespace tenon
TENON_END_HEADER
