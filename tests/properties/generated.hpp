// Generated axes, tensors and values, views of views of them, and how they are compared with reference::array.
#pragma once
#include <cstring>
#include <sstream>
#include <tuple>

#include <tenon/ops/broadcast_to.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/permute.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/ops/unsqueeze.hpp>
#include <tenon/tensor/tensor.hpp>

#include "reference.hpp"
#include "seeds.hpp"

namespace properties {

using reference::array;
using tenon::axis;
using tenon::index_t;

// ---- types --------------------------------------------------------------------------------------

inline constexpr axis names[] = {{"ant", 1}, {"bee", 1}, {"cat", 1}, {"dog", 1},  {"elk", 1},  {"fox", 1},
                                 {"gnu", 1}, {"hen", 1}, {"jay", 1}, {"koi", 1}, {"lynx", 1}, {"mole", 1}};
inline constexpr int name_count = static_cast<int>(sizeof names / sizeof *names);

/// One of the names that x has not, with an extent.
constexpr axis fresh(draw& d, const tenon::shape& x, index_t extent) {
  int at = d.below(name_count);
  while (x.find(names[at]) >= 0) at = (at + 1) % name_count;
  return tenon::resized(names[at], extent);
}

struct shape_options {
  int least_rank = 1, most_rank = 4, most_extent = 6;
  bool may_be_bounded = true;
};

constexpr tenon::shape drawn_shape(draw& d, shape_options options = {}) {
  tenon::shape result;
  const int rank = d.between(options.least_rank, options.most_rank);
  const bool named = d.one_in(2), mixed = d.one_in(3);
  for (int i = 0; i < rank; ++i) {
    const index_t extent = d.one_in(6) ? 1 : d.between(1, options.most_extent);
    axis a = options.may_be_bounded && d.one_in(4) ? axis(tenon::at_most{extent}) : axis(extent);
    if (named != (mixed && d.one_in(3))) a = tenon::renamed(a, fresh(d, result, 1));
    result.push(tenon::canonical(a));
  }
  return result;
}

/// An axis of x by name or position, from the front or the back.
template <tenon::shape X>
constexpr tenon::selector selected(std::uint64_t seed, int at) {
  draw d(seed);
  if (X[at].named() && d.one_in(2)) return tenon::selector(X[at]);
  return tenon::selector(d.one_in(2) ? at : at - X.rank);
}

// ---- values -------------------------------------------------------------------------------------

enum class values { plain, any };

/// Numbers of every kind of size, and with values::any those that are none.
template <class T>
T drawn_value(draw& now, values which) {
  if constexpr (std::is_same_v<T, bool>) {
    return now.one_in(2);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(std::is_signed_v<T> ? now.between(-5, 5) : now.below(6));
  } else {
    if (which == values::any && now.one_in(4)) {
      using limits = std::numeric_limits<float>;
      constexpr float rare[] = {0, -0.f, 1, -1, 1e30f, -1e30f, 1e-30f, 3e-42f, -3e-42f, limits::infinity(), -limits::infinity(),
                                limits::quiet_NaN(), limits::max(), limits::min()};
      return static_cast<T>(rare[now.below(static_cast<int>(sizeof rare / sizeof *rare))]);
    }
    return static_cast<T>(static_cast<float>(8 * now.fraction() - 4));
  }
}

inline index_t drawn_extent(draw& now, index_t bound) {
  if (now.one_in(4)) return bound;
  return now.one_in(12) ? 0 : now.between(1, static_cast<int>(bound));
}

namespace detail {

template <class X, std::size_t... I>
X with_extents(const index_t* given, std::index_sequence<I...>) {
  if constexpr (sizeof...(I) == 0) return X();
  else return X(tenon::extents{given[I]...});
}
constexpr std::size_t bounded_axes(const tenon::shape& x) {
  std::size_t count = 0;
  for (int i = 0; i < x.rank; ++i) count += x[i].bounded() ? 1 : 0;
  return count;
}

}  // namespace detail

/// A tensor of zeros with these extents; those of static axes are not looked at.
template <class X>
X with_extents(const reference::index& wanted) {
  index_t given[tenon::max_rank + 1] = {};
  int count = 0;
  for (int i = 0; i < X::axes.rank; ++i)
    if (X::axes[i].bounded()) given[count++] = wanted[static_cast<std::size_t>(i)];
  return detail::with_extents<X>(given, std::make_index_sequence<detail::bounded_axes(X::axes)>{});
}

/// The extents of axes, drawn where they are bounded.
inline reference::index drawn_extents(const tenon::shape& axes, draw& now) {
  reference::index result;
  for (int i = 0; i < axes.rank; ++i)
    result.push_back(axes[i].bounded() ? drawn_extent(now, axes[i].extent) : axes[i].extent);
  return result;
}

template <class X>
void fill(X& x, draw& now, values which = values::plain) {
  for (auto& element : x) element = drawn_value<typename X::value_type>(now, which);
}
template <class X>
X drawn_like(const reference::index& extents, draw& now, values which = values::plain) {
  X result = with_extents<X>(extents);
  fill(result, now, which);
  return result;
}
template <class X>
X drawn_tensor(draw& now, values which = values::plain) {
  return drawn_like<X>(drawn_extents(X::axes, now), now, which);
}

// ---- comparison ---------------------------------------------------------------------------------

template <class X>
reference::index extents_of(const X& x) {
  reference::index result;
  for (int i = 0; i < X::axes.rank; ++i) result.push_back(x.extent(i));
  return result;
}

namespace detail {
template <class X, std::size_t... I>
auto element_at(const X& x, const reference::index& at, std::index_sequence<I...>) {
  return x(at[I]...);
}
}  // namespace detail

template <class X>
auto element_at(const X& x, const reference::index& at) {
  if constexpr (X::axes.rank == 0) return *x.data();
  else return detail::element_at(x, at, std::make_index_sequence<static_cast<std::size_t>(X::axes.rank)>{});
}

/// A tensor or view as the reference sees it, read element by element through its indices.
template <class X>
array seen(const X& x) {
  return reference::computed(extents_of(x), [&](const reference::index& at) { return static_cast<double>(element_at(x, at)); });
}

inline std::string listed(const reference::index& numbers) {
  std::ostringstream out;
  out << '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) out << (i > 0 ? ", " : "") << numbers[i];
  out << ']';
  return out.str();
}

/// Where x is further from what is wanted than bound(index); empty where it is nowhere.
template <class X, class Bound>
  requires std::is_invocable_v<Bound, const reference::index&>
std::string difference(const X& x, const array& wanted, const Bound& bound) {
  if (extents_of(x) != wanted.extents) return "extents " + listed(extents_of(x)) + " instead of " + listed(wanted.extents);
  std::ostringstream out;
  out.precision(17);
  reference::each_index(wanted.extents, [&](const reference::index& at) {
    const double here = static_cast<double>(element_at(x, at)), there = element(wanted, at);
    if (out.tellp() == 0 && !reference::near(here, there, bound(at)))
      out << here << " instead of " << there << " at " << listed(at) << " of " << listed(wanted.extents);
  });
  return out.str();
}
template <class X>
std::string difference(const X& x, const array& wanted, double bound = 0) {
  return difference(x, wanted, [&](const reference::index&) { return bound; });
}
/// A bound for each element.
template <class X>
std::string difference(const X& x, const array& wanted, const array& bounds) {
  return difference(x, wanted, [&](const reference::index& at) { return element(bounds, at); });
}

/// Whether two tensors or views have the same extents and the same bits; a NaN is as good as another.
template <class A, class B>
bool same_bits(const A& a, const B& b) {
  if (extents_of(a) != extents_of(b)) return false;
  bool same = true;
  reference::each_index(extents_of(a), [&](const reference::index& at) {
    const auto x = element_at(a, at);
    const decltype(x) y = element_at(b, at);
    same = same && (std::memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y));
  });
  return same;
}

/// A number as an element of type T holds it.
template <class T>
double rounded(double x) {
  return static_cast<double>(static_cast<T>(x));
}
/// Half a unit in the last place of 1.
template <class T>
inline constexpr double half_ulp = std::is_same_v<T, float> ? 0x1p-24 : 0x1p-53;

// ---- views of views -----------------------------------------------------------------------------

enum class move_kind { transpose, permute, split, merge, slice, window, part, row, rename, unsqueeze, squeeze, stretch, unnamed };

struct move {
  move_kind kind = move_kind::unnamed;
  int at = 0, other = 0;
  index_t begin = 0, end = 0;
  axis to = 1, second = 1;
  /// The operand is given up: its elements are moved, or copied, not viewed.
  bool of_temporary = false;
  constexpr move() = default;
};

/// A move that these axes and strides allow.
constexpr move drawn_move(std::uint64_t seed, const tenon::shape& x, const tenon::strides& steps) {
  draw d(seed);
  while (true) {
    move m;
    m.kind = static_cast<move_kind>(d.below(13));
    m.of_temporary = d.one_in(5);
    if (m.kind == move_kind::unsqueeze) {
      if (x.rank > 4) continue;
      m.at = d.below(x.rank + 1);
      m.to = d.one_in(2) ? axis(1) : fresh(d, x, 1);
      return m;
    }
    if (m.kind == move_kind::unnamed) return m;
    if (m.kind == move_kind::stretch) {
      if (x.rank > 4) continue;
      m.to = axis(d.between(1, 3));
      return m;
    }
    if (x.rank == 0) continue;
    m.at = d.below(x.rank);
    const axis& a = x[m.at];
    switch (m.kind) {
      case move_kind::transpose:
        m.other = d.below(x.rank);
        if (m.other == m.at) continue;
        return m;
      case move_kind::permute:
        if (x.rank < 2) continue;
        m.other = d.between(1, x.rank - 1);
        return m;
      case move_kind::split: {
        if (a.bounded() || x.rank > 4) continue;
        m.begin = d.between(1, 3);
        if (a.extent % m.begin != 0) continue;
        m.to = axis(m.begin);
        m.second = axis(a.extent / m.begin);
        if (d.one_in(2)) m.to = fresh(d, x, m.begin);
        tenon::shape taken = x;
        taken.push(m.to);
        if (d.one_in(2)) m.second = fresh(d, taken, a.extent / m.begin);
        return m;
      }
      case move_kind::merge: {
        if (m.at + 1 >= x.rank || a.bounded() || x[m.at + 1].bounded()) continue;
        if (steps[m.at] == tenon::dynamic || steps[m.at + 1] == tenon::dynamic) continue;
        if (steps[m.at] != steps[m.at + 1] * x[m.at + 1].extent) continue;
        const index_t whole = a.extent * x[m.at + 1].extent;
        m.to = d.one_in(2) ? axis(whole) : fresh(d, x, whole);
        return m;
      }
      case move_kind::slice:
        if (a.bounded()) continue;
        m.begin = d.below(static_cast<int>(a.extent));
        m.end = d.between(static_cast<int>(m.begin) + 1, static_cast<int>(a.extent));
        return m;
      case move_kind::window:
        m.to = axis(d.between(1, static_cast<int>(a.extent)));
        if (a.named()) m.to = d.one_in(2) ? tenon::renamed(m.to, a) : fresh(d, x, m.to.extent);
        return m;
      case move_kind::part:
        if (!a.bounded()) continue;
        return m;
      case move_kind::row: return m;
      case move_kind::rename:
        m.to = tenon::renamed(a, fresh(d, x, 1));
        return m;
      case move_kind::squeeze:
        if (a.bounded() || a.extent != 1) continue;
        return m;
      default: continue;
    }
  }
}

/// x itself, or a copy of it that is given up.
template <bool OfTemporary, class X>
constexpr decltype(auto) source(X& x) {
  if constexpr (OfTemporary) return tenon::contiguous(x);
  else return (x);
}

template <tenon::shape X, axis Added>
constexpr tenon::shape stretched_axes() {
  tenon::shape result = X;
  for (int i = 0; i < result.rank; ++i)
    if (result[i] == axis(1)) result[i] = axis(2);
  result.insert(0, Added);
  return result;
}

/// Whether f() raises out_of_range.
template <class F>
bool is_out_of_range(const F& f) {
  try {
    f();
  } catch (const tenon::out_of_range&) {
    return true;
  }
  return false;
}

/// f(view, array) of one move of x, which the array stands for; a part that is not there must be refused, and ends it.
template <std::uint64_t Seed, class X, class F>
void moved(X& x, const array& r, draw& now, const F& f) {
  constexpr tenon::shape axes = X::axes;
  constexpr move m = drawn_move(Seed, axes, X::steps);
  constexpr bool temporary = m.of_temporary;
  constexpr std::size_t at = static_cast<std::size_t>(m.at);
  if constexpr (m.kind == move_kind::transpose) {
    auto y = tenon::transpose<selected<axes>(Seed, m.at), selected<axes>(Seed + 1, m.other)>(source<temporary>(x));
    f(y, reference::transposed(r, at, static_cast<std::size_t>(m.other)));
  } else if constexpr (m.kind == move_kind::permute) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr int rank = axes.rank;
      auto y = tenon::permute<selected<axes>(Seed, (static_cast<int>(I) + m.other) % rank)...>(source<temporary>(x));
      f(y, reference::permuted(r, {(I + static_cast<std::size_t>(m.other)) % rank...}));
    }(std::make_index_sequence<static_cast<std::size_t>(axes.rank)>{});
  } else if constexpr (m.kind == move_kind::split) {
    auto y = tenon::split<m.at - axes.rank, m.to, m.second>(source<temporary>(x));
    reference::index extents = r.extents;
    extents[at] = m.to.extent;
    f(y, reference::reshaped(r, reference::with(extents, at + 1, m.second.extent)));
  } else if constexpr (m.kind == move_kind::merge) {
    auto y = tenon::merge<selected<axes>(Seed, m.at), selected<axes>(Seed + 1, m.at + 1), m.to>(source<temporary>(x));
    reference::index extents = r.extents;
    extents[at] *= extents[at + 1];
    f(y, reference::reshaped(r, reference::without(extents, at + 1)));
  } else if constexpr (m.kind == move_kind::slice) {
    auto y = tenon::slice<selected<axes>(Seed, m.at), m.begin, m.end>(source<temporary>(x));
    f(y, reference::sliced(r, at, m.begin, m.end));
  } else if constexpr (m.kind == move_kind::window) {
    const index_t beyond = r.extents[at] - m.to.extent + 1;
    constexpr tenon::selector which = selected<axes>(Seed, m.at);
    CHECK(is_out_of_range([&] { static_cast<void>(tenon::slice<which, m.to>(x, beyond < 0 ? 0 : beyond)); }));
    CHECK(is_out_of_range([&] { static_cast<void>(tenon::slice<which, m.to>(x, -1)); }));
    if (beyond < 1) return;
    const index_t first = now.below(static_cast<int>(beyond));
    auto y = tenon::slice<which, m.to>(source<temporary>(x), first);
    f(y, reference::sliced(r, at, first, first + m.to.extent));
  } else if constexpr (m.kind == move_kind::part) {
    const int extent = static_cast<int>(r.extents[at]);
    constexpr tenon::selector which = selected<axes>(Seed, m.at);
    CHECK(is_out_of_range([&] { static_cast<void>(tenon::slice<which>(x, 0, extent + 1)); }));
    CHECK(is_out_of_range([&] { static_cast<void>(tenon::slice<which>(x, 1, 0)); }));
    const int begin = now.between(0, extent), end = now.between(begin, extent);
    auto y = tenon::slice<which>(source<temporary>(x), begin, end);
    f(y, reference::sliced(r, at, begin, end));
  } else if constexpr (m.kind == move_kind::row) {
    const int extent = static_cast<int>(r.extents[at]);
    constexpr tenon::selector which = selected<axes>(Seed, m.at);
    CHECK(is_out_of_range([&] { static_cast<void>(tenon::row<which>(x, extent)); }));
    if (extent == 0) return;
    const int i = now.below(extent);
    auto y = tenon::row<which>(source<temporary>(x), i);
    f(y, reference::row(r, at, i));
  } else if constexpr (m.kind == move_kind::rename) {
    auto y = tenon::rename<selected<axes>(Seed, m.at), m.to>(source<temporary>(x));
    f(y, r);
  } else if constexpr (m.kind == move_kind::unsqueeze) {
    auto y = tenon::unsqueeze<m.at, m.to>(source<temporary>(x));
    f(y, reference::reshaped(r, reference::with(r.extents, at, 1)));
  } else if constexpr (m.kind == move_kind::squeeze) {
    auto y = tenon::squeeze<selected<axes>(Seed, m.at)>(source<temporary>(x));
    f(y, reference::reshaped(r, reference::without(r.extents, at)));
  } else if constexpr (m.kind == move_kind::stretch) {
    constexpr tenon::shape to = stretched_axes<axes, m.to>();
    reference::index extents;
    for (int i = 0; i < to.rank; ++i)
      extents.push_back(i > 0 && to[i].bounded() ? r.extents[static_cast<std::size_t>(i - 1)] : to[i].extent);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto y = tenon::broadcast_to<tenon::canonical(to[static_cast<int>(I)])...>(source<temporary>(x));
      f(y, reference::stretched(r, extents));
    }(std::make_index_sequence<static_cast<std::size_t>(to.rank)>{});
  } else {
    auto y = tenon::unnamed(source<temporary>(x));
    f(y, r);
  }
}

/// f(view, array) of so many moves after each other.
template <std::uint64_t Seed, int Moves, class X, class F>
void through_views(X& x, const array& r, draw& now, const F& f) {
  if constexpr (Moves == 0) {
    f(x, r);
  } else {
    moved<Seed>(x, r, now, [&](auto& y, const array& moved_array) {
      through_views<follow(Seed, 77), Moves - 1>(y, moved_array, now, f);
    });
  }
}

/// The same elements in another layout: the first and the last axis change places in memory.
template <class X>
auto relaid_copy(const X& x) {
  if constexpr (X::axes.rank < 2) return tenon::contiguous(x);
  else return tenon::transpose<0, -1>(tenon::contiguous(tenon::transpose<0, -1>(x)));
}

}  // namespace properties
