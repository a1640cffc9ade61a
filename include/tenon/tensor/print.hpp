// Writes a tensor or view to a stream, with its axis names.
#pragma once
#include <charconv>
#include <iosfwd>
#include <limits>

#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// The number of the fewest decimal digits that is rounded to x: bfloat16(0.1f) is 0.10009765625, and 0.1 reads back as it.
inline float shortest(bfloat16 x) {
  const double value = static_cast<double>(x), size = value < 0 ? -value : value;
  if (!(size > 0) || size > static_cast<double>((std::numeric_limits<float>::max)())) return static_cast<float>(x);
  double unit = 1;  // of the first digit
  while (unit > size) unit /= 10;
  while (unit <= size / 10) unit *= 10;
  for (int digits = 1;; ++digits, unit /= 10) {
    const double nearby = static_cast<double>(static_cast<long long>(value / unit + (value < 0 ? -0.5 : 0.5))) * unit;
    // Four digits tell any two apart.
    if (digits == 4 || bfloat16(nearby) == x) return static_cast<float>(nearby);
  }
}

/// A number as text: the fewest digits that read back as the same number.
template <class T>
struct printed_number {
  char characters[32];
  int size = 0;

  explicit printed_number(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      characters[size++] = value ? '1' : '0';
    } else if constexpr (std::is_same_v<T, bfloat16>) {
      size = static_cast<int>(std::to_chars(characters, characters + sizeof characters, shortest(value)).ptr - characters);
    } else {
      size = static_cast<int>(std::to_chars(characters, characters + sizeof characters, value).ptr - characters);
    }
  }
};

/// Axes longer than this show their ends only, in tensors of more than `printed_whole` elements.
inline constexpr index_t printed_ends = 3;
inline constexpr index_t printed_whole = 1000;

template <class Stream, class T>
struct printer {
  Stream& out;
  const T* elements;
  const shape& axes;
  const strides& steps;
  bool shortened;
  int width = 0;

  constexpr bool hides(int i, index_t k) const {
    return shortened && k >= printed_ends && k < axes[i].extent - printed_ends;
  }

  template <class Visit>
  void each_shown(int i, index_t offset, const Visit& visit) const {
    for (index_t k = 0; k < axes[i].extent; ++k) {
      if (hides(i, k)) continue;
      if (i + 1 == axes.rank) visit(elements[offset + k * steps[i]]);
      else each_shown(i + 1, offset + k * steps[i], visit);
    }
  }

  void element(T value) const {
    const printed_number<T> number(value);
    for (int i = number.size; i < width; ++i) out.put(' ');
    out.write(number.characters, number.size);
  }

  void row(int i, index_t offset) const {
    out.put('[');
    for (index_t k = 0; k < axes[i].extent; ++k) {
      const bool last_axis = i + 1 == axes.rank;
      if (k > 0) {
        out.put(',');
        out.put(last_axis ? ' ' : '\n');
        for (int indent = 0; !last_axis && indent <= i; ++indent) out.put(' ');
      }
      if (hides(i, k)) {
        out.write("...", 3);
        k = axes[i].extent - printed_ends - 1;
      } else if (last_axis) {
        element(elements[offset + k * steps[i]]);
      } else {
        row(i + 1, offset + k * steps[i]);
      }
    }
    out.put(']');
  }
};

}  // namespace detail

namespace detail {

/// Writes what writes itself to a `writer`: a shape or an axis.
template <class Traits, class Written>
void put_written(std::basic_ostream<char, Traits>& out, const Written& written) {
  // Eight axes of at most 15 characters and a number of at most 20 digits each.
  char characters[max_rank * 40 + 2];
  writer to{characters};
  to << written;
  out.write(characters, static_cast<decltype(out.width())>(to.size()));
}

}  // namespace detail

/// Writes `[batch=1, seq=3, d_model=8]`.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const shape& axes) {
  detail::put_written(out, axes);
  return out;
}
/// Writes `seq=3`.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const axis& a) {
  detail::put_written(out, a);
  return out;
}

/// Writes `[batch=1, seq=3, d_model=8]`, then the elements, each with the fewest digits that read back as the same
/// number. Of more than 1000 elements only the ends of each axis are shown.
template <class Traits, shaped X>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const X& x) {
  using T = typename X::value_type;
  const T* const elements = x.data();
  const shape axes = x.shape();
  const strides steps = x.strides();
  out << axes;
  out.put('\n');
  detail::printer<std::basic_ostream<char, Traits>, T> p{out, elements, axes, steps, axes.size() > detail::printed_whole};
  if (axes.rank == 0) {
    p.element(*elements);
  } else {
    p.each_shown(0, 0, [&](T value) {
      const int size = detail::printed_number<T>(value).size;
      if (size > p.width) p.width = size;
    });
    p.row(0, 0);
  }
  out.put('\n');
  return out;
}

/// A weight in panels prints as the tensor that it stands for.
template <class Traits, shaped X>
  requires detail::in_panels<X>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const X& x) {
  return out << typename tensor_of<value_type_of<X>, X::axes>::type(x);
}

}  // namespace tenon
TENON_END_HEADER
