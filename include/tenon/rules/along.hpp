// Operations along one axis that keep every axis.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

enum class along_function { cumulative_sum, normalize };

/// [axes] -> [axes].
/// - `cumulative_sum: no axis src in [batch=1, seq=3]`
/// - `normalize: elements of int32 have none, did you mean cast<float>(x)?`
struct along {
  along_function kind;
  selector which;
  element elements;

  constexpr const char* operation() const {
    return kind == along_function::cumulative_sum ? "cumulative_sum" : "normalize";
  }

  constexpr verdict operator()(const shape& x, writer& why) const {
    const bool numbers = is_floating(elements) || (kind == along_function::cumulative_sum && (is_real(elements) || is_integer(elements)));
    if (!numbers)
      return refuse(why, operation(), ": elements of ", elements, " have none, did you mean cast<", elements == element::long_double ? "double" : "float", ">(x)?");
    return which.find(x, operation(), why) < 0 ? verdict(x, false) : verdict(x);
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
