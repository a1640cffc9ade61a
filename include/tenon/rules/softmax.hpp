// Along which axis a softmax can be taken.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/selector.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// [axes] -> [axes]. PyTorch: torch.softmax.
/// - `softmax: no axis src in [batch=1, seq=3, d_model=8]`
/// - `softmax: tokens=0 has no elements in [tokens=0, d_model=8]`, at run time
/// - `softmax: the elements of [2, 3] are int64, did you mean cast<float>(x)?`
struct softmax {
  selector along;
  element kind = element::float32;

  static constexpr const char* operation() { return "softmax"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!is_floating(kind)) return refuse(why, "softmax: the elements of ", x, " are ", kind, ", did you mean cast<", kind == element::long_double ? "double" : "float", ">(x)?");
    const int at = along.find(x, operation(), why);
    if (at < 0) return verdict(x, false);
    if (x[at].extent == 0) return refuse(why, "softmax: ", x[at], " has no elements in ", x);
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
