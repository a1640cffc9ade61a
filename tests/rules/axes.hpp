// The axes that the rules are asked about.
#pragma once
#include <tenon/rules/judge.hpp>

using namespace tenon;

inline constexpr axis batch{"batch", 1}, heads{"heads", 2}, seq{"seq", 3}, src{"src", 5}, d_k{"d_k", 4}, d_model{"d_model", 8},
    d_ff{"d_ff", 32};
/// The key side of self-attention.
inline constexpr axis seq_ = prime(seq);
inline constexpr axis tokens{"tokens", at_most{512}}, few_tokens{"tokens", at_most{256}}, items{"items", at_most{4}};
inline constexpr axis five_tokens = measured(tokens, 5), no_tokens = measured(tokens, 0);

/// Whether a rule accepts these shapes and gives this one.
template <auto Rule, class... Shapes>
constexpr bool gives(const shape& expected, const Shapes&... shapes) {
  writer why;
  const verdict v = judge(Rule, why, shapes...);
  return v.fits && v.result == expected && why.size() == 0;
}
