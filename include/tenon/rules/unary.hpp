// Which elements have a square root, a logarithm and the like.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

enum class unary_function { exp, log, sqrt, tanh, sin, cos, abs };

constexpr const char* name(unary_function f) {
  constexpr const char* names[] = {"exp", "log", "sqrt", "tanh", "sin", "cos", "abs"};
  return names[static_cast<int>(f)];
}

/// [axes] -> [axes].
/// - `sqrt: elements of int32 have none, did you mean cast<float>(x)?`
/// - `exp: elements of long double have none, did you mean cast<double>(x)?`: those are no constant expressions
struct unary {
  unary_function kind;
  element elements;

  constexpr const char* operation() const { return name(kind); }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const bool good = is_floating(elements) || (kind == unary_function::abs && (is_real(elements) || is_integer(elements)));
    if (!good)
      return refuse(why, operation(), ": elements of ", elements, " have none, did you mean cast<",
                    elements == element::long_double ? "double" : "float", ">(x)?");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
