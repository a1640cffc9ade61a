// Asks a rule: chooses overloads, gives result shapes, and makes the sentences of the compiler.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/shaped.hpp>
#include <tenon/shape/verdict.hpp>
#include <tenon/text/shape_error.hpp>

// A rule is a structural value with a name and a call operator:
//   struct matmul {
//     static constexpr const char* operation() { return "matmul"; }
//     constexpr verdict operator()(const shape& a, const shape& b, writer& why) const;
//   };
// It writes to `why` only when it refuses. It is asked at compile time with the axes of the types, and at run time with
// measured axes when any of them is bounded. A rule whose operands have different element types by nature says
// `static constexpr bool mixes_elements = true`; one that can deal with weights in panels says `takes_panels`. One whose
// operation calculates with its elements says `static constexpr bool calculates() { return true; }`, and one that makes of 0
// and 1 what is neither `refuses_bool`.

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class Rule>
concept mixes_elements = Rule::mixes_elements;

template <class Rule>
concept takes_panels = Rule::takes_panels;

/// Whether a rule is that of an operation which calculates with elements, rather than moving or comparing them.
template <class Rule>
constexpr bool calculates([[maybe_unused]] const Rule& rule) {
  if constexpr (requires { rule.calculates(); }) return rule.calculates();
  else return false;
}

/// What holds for every result: one axis a name.
template <class Rule>
constexpr verdict with_distinct_names(const Rule& rule, const verdict& v, writer& why) {
  if (!v.fits) return v;
  for (int i = 0; i < v.result.rank; ++i)
    for (int j = i + 1; j < v.result.rank; ++j)
      if (v.result[i].named() && same_name(v.result[i], v.result[j]))
        return refuse(why, rule.operation(), ": two axes of the result would be named ", name_of{v.result[i]}, ": ",
                      v.result, ", did you mean to rename one?");
  return v;
}

}  // namespace detail

/// The verdict of a rule on shapes.
template <class Rule, class... Shapes>
constexpr verdict judge(const Rule& rule, writer& why, const Shapes&... shapes) {
  if constexpr (requires(const shape_list& list) { rule(list, why); }) {
    const shape all[] = {shapes...};
    return detail::with_distinct_names(rule, rule(shape_list{all, static_cast<int>(sizeof...(Shapes))}, why), why);
  } else {
    return detail::with_distinct_names(rule, rule(shapes..., why), why);
  }
}

/// The verdict of a rule on the types of its operands: their elements agree, then their shapes.
template <auto Rule, class... X>
constexpr verdict judge_types(writer& why) {
  if constexpr ((detail::in_panels<X> || ...) && !detail::takes_panels<decltype(Rule)>) {
    shape weight;
    ((detail::in_panels<X> ? void(weight = X::axes) : void()), ...);
    return refuse(why, Rule.operation(), ": the weight ", weight, " lies in panels, did you mean contiguous(w)?");
  }
  if constexpr (sizeof...(X) > 1 && !detail::mixes_elements<decltype(Rule)>) {
    constexpr element kinds[] = {element_of<typename X::value_type>()...};
    for (const element kind : kinds)
      if (kind != kinds[0])
        return refuse(why, Rule.operation(), ": element types differ: ", kinds[0], " and ", kind,
                      ", did you mean cast<...>?");
  }
  if constexpr (((element_of<typename X::value_type>() == element::bfloat16) || ...))
    if (detail::calculates(Rule))
      return refuse(why, Rule.operation(), ": bfloat16 is stored, not calculated with, did you mean cast<float>(x)?");
  if constexpr ((std::is_same_v<typename X::value_type, bool> || ...))
    if constexpr (requires { Rule.refuses_bool(); })
      if (Rule.refuses_bool())
        return refuse(why, Rule.operation(), ": bool is not calculated with, did you mean cast<int>(x)?");
  return judge(Rule, why, X::axes...);
}

/// The verdict of a rule on operand types, worked out once for each list of them.
template <auto Rule, class... X>
TENON_LOCAL inline constexpr verdict verdict_of = [] {
  writer counter;
  return judge_types<Rule, X...>(counter);
}();

/// Whether a rule accepts operands of these types.
template <auto Rule, class... X>
concept fit = verdict_of<Rule, std::remove_cvref_t<X>...>.fits;

namespace detail {
template <auto Rule, class... X>
consteval auto written_sentence() {
  constexpr std::size_t size = [] {
    writer counter;
    judge_types<Rule, X...>(counter);
    return counter.size();
  }();
  text<size + 1> result;
  writer out{result.characters};
  judge_types<Rule, X...>(out);
  return result;
}
}  // namespace detail

/// The sentence of a rule on operand types; empty when they fit, and for operands that are no tensors at all, which
/// clang asks for before it looks at a constraint.
template <auto Rule, class... X>
consteval auto sentence() {
  if constexpr (!(shaped<X> && ...)) return text<1>{};
  else return detail::written_sentence<Rule, std::remove_cvref_t<X>...>();
}

/// Whether a rule refuses these shapes with exactly this sentence: `says<rules::matmul{}, "...">(a, b)`.
template <auto Rule, text Sentence, class... Shapes>
constexpr bool says(const Shapes&... shapes) {
  writer counter;
  if (judge(Rule, counter, shapes...).fits || counter.size() != Sentence.size()) return false;
  text<Sentence.size() + 1> said;
  writer out{said.characters};
  judge(Rule, out, shapes...);
  return said == Sentence;
}

}  // namespace tenon
TENON_END_HEADER

/// The return type of an overload that refuses: `TENON_REFUSAL(rules::matmul{}, A, B) matmul(const A&, const B&);`
#define TENON_REFUSAL(...) TENON_SHAPE_ERROR(::tenon::sentence<__VA_ARGS__>())

/// A last template parameter that carries the sentence of a deleted constructor, so that type traits answer false.
/// `template <shaped X, TENON_REASON(Rule, X)> requires(!fit<Rule, X>) tensor(const X&) = delete;`
#if defined(__clang__)
#define TENON_REASON(...) class Reason = TENON_REFUSAL(__VA_ARGS__)
#else
#define TENON_REASON(...) ::tenon::text Reason = ::tenon::sentence<__VA_ARGS__>()
#endif
