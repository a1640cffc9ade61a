// What a user's own function takes: some axes named, others free.
#pragma once
#include <tenon/rules/judge.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// An axis of any extent, static or bounded, in what a function expects: `any{"batch"}`. The name is for the sentence, and
/// need not be that of the axis which comes.
struct any {
  axis called;

  template <std::size_t N>
  constexpr any(const char (&name)[N]) : called(name, 1) {}
};

/// One axis of what a function expects: an axis, which must fit, or `any` one.
struct expected_axis {
  axis wanted;
  bool is_any = false;

  constexpr expected_axis(const axis& a) : wanted(a) {}
  constexpr expected_axis(int extent) : wanted(extent) {}
  constexpr expected_axis(any a) : wanted(a.called), is_any(true) {}

  friend constexpr writer& operator<<(writer& out, const expected_axis& a) {
    if (a.is_any) return out << "any " << name_of{a.wanted};
    return out << a.wanted;
  }
};

namespace rules {

/// [axes] as a function called `Name` expects them:
/// - `encode: [seq=3, d_model=8] is not [any batch, any seq, d_model=8]: 2 axes are not 3`
/// - `encode: [batch=1, seq=3, d_ff=32] is not [any batch, any seq, d_model=8]: d_ff=32 is not d_model=8`
template <text Name, expected_axis... Axes>
struct expects {
  static constexpr const char* operation() { return Name.characters; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    constexpr int count = static_cast<int>(sizeof...(Axes));
    constexpr expected_axis wanted[] = {Axes...};
    if (x.rank != count) return refuse(why, operation(), ": ", x, " is not ", list{}, ": ", x.rank, " axes are not ", count);
    for (int i = 0; i < count; ++i)
      if (!wanted[i].is_any && !fits(wanted[i].wanted, x[i]) && !measured_now(wanted[i].wanted, x[i]))
        return refuse(why, operation(), ": ", x, " is not ", list{}, ": ", is_not{x[i], wanted[i].wanted});
    return x;
  }

 private:
  static constexpr bool measured_now(const axis& wanted, const axis& now) {
    return wanted.bounded() && now.bounded() && !now.unmeasured() && (!now.named() || !wanted.named() || same_name(wanted, now));
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

/// Whether a tensor or view has the axes that a function expects; for the constraint of a user's own function:
///
///   template <shaped X> requires expected<X, any{"batch"}, any{"seq"}, d_model>
///   auto encode(const X& x);
///   template <shaped X> requires(!expected<X, any{"batch"}, any{"seq"}, d_model>)
///   TENON_EXPECTS(X, "encode", any{"batch"}, any{"seq"}, d_model) encode(const X&);
template <class X, expected_axis... Axes>
concept expected = fit<rules::expects<"", Axes...>{}, X>;

}  // namespace tenon
TENON_END_HEADER

/// The return type of the overload that refuses, declared only: its name in the sentence, then what it expects.
#define TENON_EXPECTS(X, ...) TENON_REFUSAL((::tenon::rules::expects<__VA_ARGS__>{}), X)
