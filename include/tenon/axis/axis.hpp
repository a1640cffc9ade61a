// An axis: a name and an extent, as a value that is a template argument and that compilers print as text.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <tenon/config.hpp>
#include <tenon/text/constant_refusal.hpp>
#include <tenon/text/shape_error.hpp>
#include <tenon/text/writer.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// The bound of an axis whose extent is known at run time: `axis{"tokens", at_most{512}}`.
struct at_most {
  index_t bound;
  constexpr explicit at_most(index_t most) : bound(most) {
    if (most < 1) refuse_constant<"axis: an extent is at least 1">();
  }
};

/// The longest name of an axis; a longer one is refused, since cut short it could equal another.
inline constexpr std::size_t longest_axis_name = 15;

/// A name and an extent: `axis{"seq", 3}`. A plain number is an axis without a name. Refused, where the axis is made:
/// - `axis: a name has at most 15 characters`
/// - `axis: a name is an ASCII identifier, with primes only at its end`
/// - `axis: a name ends in a NUL, as text in quotes does`
/// - `axis: an extent is at least 1`
/// - `axis: an extent is a whole number`
struct axis {
  /// The name. A bounded axis ends in "<=" and holds its bound; one measured at run time ends in "<" and holds its
  /// extent. Kept in the name so that compilers print `axis{"seq", 3}` and `axis{"tokens<=", 512}`.
  char label[longest_axis_name + 3];
  index_t extent;

  constexpr axis(index_t number) : axis("", number, std::make_index_sequence<TENON_STORED_TERMINATOR>{}) {
    if (number < 1) refuse_constant<"axis: an extent is at least 1">();
  }
  constexpr axis(at_most number) : axis("<=", number.bound, std::make_index_sequence<2 + TENON_STORED_TERMINATOR>{}) {}
  template <std::size_t N>
  constexpr axis(const char (&name)[N], index_t number)
      : axis(name, number, std::make_index_sequence<stored(N - 1) + TENON_STORED_TERMINATOR>{}) {
    // Not in a function shared with the next: each call between here and the user adds three lines to the error.
    if (!is_short(name)) refuse_constant<"axis: a name has at most 15", "characters">();
    if (name[N - 1] != '\0') refuse_constant<"axis: a name ends in a NUL, as", "text in quotes does">();
    if (!is_name(name)) refuse_constant<"axis: a name is an ASCII identifier,", "with primes only at its end">();
    if (number < 1) refuse_constant<"axis: an extent is at least 1">();
  }
  template <std::size_t N>
  constexpr axis(const char (&name)[N], at_most number)
      : axis(name, number, std::make_index_sequence<stored(N - 1)>{}) {
    if (!is_short(name)) refuse_constant<"axis: a name has at most 15", "characters">();
    if (name[N - 1] != '\0') refuse_constant<"axis: a name ends in a NUL, as", "text in quotes does">();
    if (!is_name(name)) refuse_constant<"axis: a name is an ASCII identifier,", "with primes only at its end">();
  }

  template <std::floating_point Number, class Reason = shape_error<"axis: an extent is a whole number">>
  axis(Number) = delete;
  template <std::size_t N, std::floating_point Number, class Reason = shape_error<"axis: an extent is a whole number">>
  axis(const char (&)[N], Number) = delete;

  /// Makes an axis from exactly the characters that are to be stored; unchecked, for `canonical` alone.
  template <std::size_t... Places>
  constexpr axis(const char* characters, index_t number, std::index_sequence<Places...>)
      : label{characters[Places]...}, extent(number) {}

  /// The number of characters in the name, without the mark of a bounded axis.
  constexpr std::size_t name_size() const {
    std::size_t size = 0;
    while (label[size] != '\0' && label[size] != '<') ++size;
    return size;
  }
  constexpr std::size_t label_size() const {
    std::size_t size = name_size();
    while (label[size] != '\0') ++size;
    return size;
  }
  constexpr bool named() const { return name_size() != 0; }
  /// Whether the extent is known at run time only.
  constexpr bool bounded() const { return label[name_size()] == '<'; }
  /// Whether it is bounded and its extent has not been measured: `extent` is the bound.
  constexpr bool unmeasured() const { return bounded() && label[name_size() + 1] == '='; }

  friend constexpr bool operator==(const axis&, const axis&) = default;

 private:
  template <std::size_t... Places>
  constexpr axis(const char* name, at_most number, std::index_sequence<Places...>)
#if TENON_STORED_TERMINATOR
      : label{name[Places]..., '<', '=', '\0'}, extent(number.bound) {
  }
#else
      : label{name[Places]..., '<', '='}, extent(number.bound) {
  }
#endif

  static constexpr std::size_t stored(std::size_t size) { return size < longest_axis_name ? size : longest_axis_name; }

  template <std::size_t N>
  static constexpr bool is_short(const char (&)[N]) {
    return N - 1 <= longest_axis_name;
  }
  template <std::size_t N>
  static constexpr bool is_name(const char (&name)[N]) {
    bool primes = false;
    for (std::size_t i = 0; i + 1 < N; ++i) {
      const char c = name[i];
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      const bool digit = c >= '0' && c <= '9';
      primes = primes || (c == '\'' && i > 0);
      if (primes ? c != '\'' : !(letter || (digit && i > 0))) return false;
    }
    return true;
  }
};

/// The same axis in the one representation that compilers print as text. Names computed by rules pass through here,
/// since the representation seen first as a template argument is the one printed ever after.
template <std::size_t Size = 0>
[[nodiscard]] constexpr axis canonical(const axis& a) {
  if constexpr (Size < sizeof(axis::label)) {
    if (a.label_size() != Size) return canonical<Size + 1>(a);
  }
  return axis(a.label, a.extent, std::make_index_sequence<Size + (Size < sizeof(axis::label) ? TENON_STORED_TERMINATOR : 0)>{});
}

/// The same axis with another extent, or another bound.
[[nodiscard]] constexpr axis resized(axis a, index_t extent) {
  a.extent = extent;
  return canonical(a);
}

/// A bounded axis as it is in one call: `tokens<=512` measured with 5 elements writes itself as `tokens=5`.
[[nodiscard]] constexpr axis measured(axis a, index_t extent) {
  if (!a.bounded()) return a;
  a.label[a.name_size() + 1] = '\0';
  a.extent = extent;
  return canonical(a);
}

/// The axis on the key side of self-attention: `seq` becomes `seq'`, so that the two cannot be swapped by accident.
[[nodiscard]] constexpr axis prime(axis a) {
  const std::size_t size = a.name_size();
  if (size == 0) return a;
  if (size == longest_axis_name) refuse_constant<"axis: a name has at most 15", "characters">();
  for (std::size_t i = sizeof(a.label) - 1; i > size; --i) a.label[i] = a.label[i - 1];
  a.label[size] = '\'';
  return canonical(a);
}

/// The same axis under the name of another.
[[nodiscard]] constexpr axis renamed(const axis& a, const axis& name) {
  axis result = a;
  std::size_t size = 0;
  for (; size < name.name_size(); ++size) result.label[size] = name.label[size];
  for (std::size_t i = a.name_size(); i < a.label_size(); ++i) result.label[size++] = a.label[i];
  while (size < sizeof(result.label)) result.label[size++] = '\0';
  return canonical(result);
}

[[nodiscard]] constexpr bool same_name(const axis& a, const axis& b) {
  if (a.name_size() != b.name_size()) return false;
  for (std::size_t i = 0; i < a.name_size(); ++i)
    if (a.label[i] != b.label[i]) return false;
  return true;
}

/// Whether two axes may meet: the same extent, both bounded or neither, and the same name where both have one.
[[nodiscard]] constexpr bool fits(const axis& a, const axis& b) {
  return a.extent == b.extent && a.bounded() == b.bounded() && (!a.named() || !b.named() || same_name(a, b));
}

/// The axis that two fitting axes make: the name survives.
[[nodiscard]] constexpr axis joined(const axis& a, const axis& b) { return a.named() ? a : b; }

/// Writes `seq=3`, `tokens<=512`, `3` or `<=512`.
constexpr writer& operator<<(writer& out, const axis& a) {
  for (std::size_t i = 0; i < a.name_size(); ++i) out << a.label[i];
  if (a.unmeasured()) out << "<=";
  if (!a.unmeasured() && a.named()) out << '=';
  return out << a.extent;
}

/// Writes the name of an axis alone.
struct name_of {
  const axis& named;
  friend constexpr writer& operator<<(writer& out, const name_of& name) {
    for (std::size_t i = 0; i < name.named.name_size(); ++i) out << name.named.label[i];
    return out;
  }
};

/// The square root of an extent: `scores / sqrt_of<d_k>`.
template <axis A>
inline constexpr double sqrt_of = [] {
  // Newton's iteration from above decreases until it has converged; sqrt is not constexpr in clang.
  const double value = static_cast<double>(A.extent);
  double root = value < 1 ? 1 : value;
  for (double next = (root + value / root) / 2; next < root; next = (root + value / root) / 2) root = next;
  return root;
}();

}  // namespace tenon
TENON_END_HEADER
