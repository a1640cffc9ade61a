// Which numbers an element can hold.
#pragma once
#include <tenon/shape/verdict.hpp>
#include <tenon/shape/written_number.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// A number that was given for an element and does not fit.
/// - `tensor: element (1, 0) of [2, 2] would be 300, which int8 cannot hold`
template <class Number>
struct held_number {
  element elements;
  Number given;
  index_t place;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    why << "tensor: element (";
    for (int i = 0; i < x.rank; ++i) {
      index_t right = 1;
      for (int j = i + 1; j < x.rank; ++j) right *= x[j].extent;
      why << (i == 0 ? "" : ", ") << place / right % x[i].extent;
    }
    return refuse(why, ") of ", x, " would be ", detail::written_number<Number>{given}, ", which ", elements,
                  " cannot hold");
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
