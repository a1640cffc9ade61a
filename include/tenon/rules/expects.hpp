// What a user's own function takes: some axes named, others free.
#pragma once
#include <tenon/rules/judge.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// An axis of any extent, static or bounded, in what a function expects: `any{"batch"}`. The name is for the sentence,
/// and need not be that of the axis which comes.
struct any {
  axis called;

  template <std::size_t N>
  constexpr any(const char (&name)[N]) : called(name, 1) {}
};

/// Any number of axes, also none: `any_axes`, the first of what a function expects.
struct any_axes_t {
  explicit any_axes_t() = default;
};
TENON_LOCAL inline constexpr any_axes_t any_axes{};

/// One axis of what a function expects: an axis, which must fit, `any` one, or `any_axes`.
struct expected_axis {
  enum class kind { this_one, any, any_axes };
  axis wanted;
  kind which = kind::this_one;

  constexpr expected_axis(const axis& a) : wanted(a) {}
  constexpr expected_axis(int extent) : wanted(extent) {}
  constexpr expected_axis(any a) : wanted(a.called), which(kind::any) {}
  constexpr expected_axis(any_axes_t) : wanted(1), which(kind::any_axes) {}

  friend constexpr writer& operator<<(writer& out, const expected_axis& a) {
    if (a.which == kind::any_axes) return out << "...";
    if (a.which == kind::any) return out << "any " << name_of{a.wanted};
    return out << a.wanted;
  }
};

namespace rules {

/// [axes] as a function called `Name` expects them, which is a rule of its own, for a function of a user's:
///
///   constexpr expects<"encode", any{"batch"}, any{"seq"}, d_model> what_encode_takes{};
///
///   template <shaped X> requires fit<what_encode_takes, X>
///   auto encode(const X& x);
///   template <shaped X> requires(!fit<what_encode_takes, X>)
///   TENON_REFUSAL(what_encode_takes, X) encode(const X&);
///
/// - `encode: [seq=3, d_model=8] is not [any batch, any seq, d_model=8]: 2 axes are not 3`
/// - `encode: [batch=1, seq=3, d_ff=32] is not [any batch, any seq, d_model=8]: d_ff=32 is not d_model=8`
/// - `normalise: [] is not [..., d_model=8]: 0 axes are less than 1`
template <text Name, expected_axis... Axes>
struct expects {
  static constexpr int count = static_cast<int>(sizeof...(Axes));
  static constexpr bool any_first = count > 0 && [] {
    constexpr expected_axis wanted[] = {Axes..., expected_axis(1)};
    return wanted[0].which == expected_axis::kind::any_axes;
  }();
  static_assert(((Axes.which == expected_axis::kind::any_axes ? 1 : 0) + ... + 0) == (any_first ? 1 : 0),
                "expects: any_axes stands first, and once");

  static constexpr const char* operation() { return Name.characters; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    constexpr expected_axis wanted[] = {Axes..., expected_axis(1)};
    constexpr int named = any_first ? count - 1 : count;
    const auto is_not_expected = [&]() -> writer& {
      return why << operation() << ": " << x << " is not " << list{} << ": ";
    };
    if (any_first ? x.rank < named : x.rank != named) {
      is_not_expected() << x.rank << (x.rank == 1 ? " axis is " : " axes are ") << (any_first ? "less than " : "not ")
                        << named;
      return verdict(x, false);
    }
    for (int i = 0; i < named; ++i) {
      const expected_axis& expected = wanted[i + (any_first ? 1 : 0)];
      const axis& came = x[x.rank - named + i];
      if (expected.which == expected_axis::kind::any || fits(expected.wanted, came) ||
          fits_measured(expected.wanted, came))
        continue;
      is_not_expected() << is_not{came, expected.wanted};
      return verdict(x, false);
    }
    return x;
  }

 private:
  /// Whether an axis that is asked with its extent of this moment fits one that is known by its bound.
  static constexpr bool fits_measured(const axis& wanted, const axis& now) {
    return wanted.bounded() && now.bounded() && !now.unmeasured() && now.extent <= wanted.extent &&
           (!now.named() || !wanted.named() || same_name(wanted, now));
  }
  struct list {
    friend constexpr writer& operator<<(writer& out, const list&) {
      out << '[';
      int i = 0;
      ((out << (i++ == 0 ? "" : ", ") << Axes), ...);
      return out << ']';
    }
  };
};

}  // namespace rules

using rules::expects;

}  // namespace tenon
TENON_END_HEADER
