// Answers calls that fit no form of an operation: an operand that is no tensor, or an axis left out.
#pragma once
#include <tenon/text/shape_error.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Takes any argument, and less eagerly than every overload that names its type. Each operation has a last overload,
/// declared only, that takes these and returns how the operation is called.
struct anything {
  anything() = default;
  template <class T>
  anything(const T&);
};

}  // namespace tenon::detail
TENON_END_HEADER
