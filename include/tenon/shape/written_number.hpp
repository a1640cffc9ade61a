// A number in a sentence.
#pragma once
#include <limits>

#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Writes a number into a sentence: whole ones exactly, others with three digits.
template <class Number>
struct written_number {
  Number number;

  friend constexpr writer& operator<<(writer& out, const written_number& w) {
    if constexpr (std::is_same_v<Number, bfloat16>) return out << written_number<float>{static_cast<float>(w.number)};
    else if constexpr (std::is_floating_point_v<Number>) return written(out, static_cast<double>(w.number));
    else if constexpr (std::is_signed_v<Number>) return out << static_cast<index_t>(w.number);
    else return out << static_cast<std::uint64_t>(w.number);
  }

 private:
  static constexpr writer& written(writer& out, double x) {
    if (x < 0) return written(out << '-', -x);
    if (!(x >= 0)) return out << "NaN";
    if (x > (std::numeric_limits<double>::max)()) return out << "infinity";
    if (x < 1e15 && !(static_cast<double>(static_cast<index_t>(x)) < x)) return out << static_cast<index_t>(x);
    index_t exponent = 0;
    for (; x >= 10; x /= 10) ++exponent;
    for (; x > 0 && x < 1; x *= 10) --exponent;
    index_t digits = static_cast<index_t>(x * 100 + 0.5);
    if (digits == 1000) {
      digits = 100;
      ++exponent;
    }
    out << digits / 100;
    if (digits % 100 != 0) out << '.' << digits / 10 % 10;
    if (digits % 10 != 0) out << digits % 10;
    return exponent == 0 ? out : out << 'e' << exponent;
  }
};

}  // namespace tenon::detail
TENON_END_HEADER
