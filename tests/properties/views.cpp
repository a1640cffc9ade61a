// Views of views of generated tensors read like what they stand for, in every operation that takes them.
#include <tenon/ops/along.hpp>
#include <tenon/ops/argmax.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/concat.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/where.hpp>

#include "../support/examples.hpp"
#include "generated.hpp"

using namespace properties;

namespace {

template <std::uint64_t Seed>
using element_type =
    std::tuple_element_t<draw(follow(Seed, 5)).below(8),
                         std::tuple<float, float, float, double, int, tenon::bfloat16, std::int64_t, bool>>;

template <class T>
inline constexpr bool calculates = !std::is_same_v<T, bool> && !std::is_same_v<T, tenon::bfloat16>;

/// f(view, array) for a generated tensor seen through two to four moves.
template <std::uint64_t Seed, class T, class F>
void a_view(draw& now, values which, const F& f) {
  constexpr tenon::shape axes = [] {
    draw d(follow(Seed, 1));
    return drawn_shape(d);
  }();
  auto x = drawn_tensor<typename tenon::tensor_of<T, axes>::type>(now, which);
  through_views<follow(Seed, 2), draw(follow(Seed, 3)).between(2, 4)>(x, seen(x), now, f);
}

/// Which of several parts of a property this case asks.
template <std::uint64_t Seed>
constexpr bool asks(int part, int one_in) {
  return draw(follow(Seed, 100 + static_cast<std::uint64_t>(part))).one_in(one_in);
}

/// `Count` of the axes, at least one.
template <std::uint64_t Seed, int Rank>
constexpr unsigned drawn_axes() {
  draw d(follow(Seed, 9));
  return static_cast<unsigned>(d.between(1, (1 << Rank) - 1));
}

/// Infinity for what is beyond the numbers of T.
template <class T>
double within_range(double x) {
  return std::abs(x) > static_cast<double>(std::numeric_limits<T>::max()) ? rounded<T>(x) : x;
}

/// Reductions over a generated set of axes.
template <std::uint64_t Seed, class V>
void check_reductions(const V& v, const array& r) {
  using T = typename V::value_type;
  constexpr int rank = V::axes.rank;
  constexpr unsigned over = drawn_axes<Seed, rank>();
  std::vector<bool> goes;
  bool nothing = false;
  for (int i = 0; i < rank; ++i) {
    goes.push_back((over >> i & 1u) != 0);
    nothing = nothing || (goes.back() && v.extent(i) == 0);
  }
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    constexpr auto at = [] {
      std::array<int, sizeof...(I)> result{};
      std::size_t next = 0;
      for (int i = 0; i < rank; ++i)
        if ((over >> i & 1u) != 0) result[next++] = i;
      return result;
    }();
    const array sizes = reference::reduced(r, goes, reference::total_of_sizes);
    const array sum = reference::each(reference::reduced(r, goes, reference::total), within_range<T>);
    // Floats are summed in double: what is lost is one rounding of the result. Doubles may round at each step.
    const auto bound = [&](const array& result, double share) {
      return reference::each(result, sizes, [&](double x, double size) {
        if constexpr (!std::is_floating_point_v<T>) return 0.0;
        else return (half_ulp<T> * std::abs(x) + size * share * static_cast<double>(r.values.size()) * 0x1p-52) * 1.01 + 1e-45;
      });
    };
    CHECK(difference(tenon::sum<selected<V::axes>(Seed + I, at[I])...>(v), sum, bound(sum, 1)) == "");
    if (nothing) return;
    CHECK(difference(tenon::max<selected<V::axes>(Seed + I, at[I])...>(v), reference::reduced(r, goes, reference::largest)) == "");
    if constexpr (asks<Seed>(1, 2))
      CHECK(difference(tenon::min<at[I]...>(v), reference::reduced(r, goes, reference::smallest)) == "");
    if constexpr (std::is_floating_point_v<T>) {
      const array mean = reference::reduced(
          r, goes, [](const std::vector<double>& line) { return reference::total(line) / static_cast<double>(line.size()); });
      CHECK(difference(tenon::mean<at[I]...>(v), mean, bound(mean, 1)) == "");
    }
  }(std::make_index_sequence<static_cast<std::size_t>(__builtin_popcount(over))>{});
}

/// What works along one generated axis, of plain numbers.
template <std::uint64_t Seed, class V>
void check_along(const V& v, const array& r) {
  using T = typename V::value_type;
  constexpr int at = draw(follow(Seed, 10)).below(V::axes.rank);
  constexpr std::size_t axis_at = static_cast<std::size_t>(at);
  constexpr tenon::selector along = selected<V::axes>(Seed, at);
  if (v.extent(at) == 0) return;
  std::vector<bool> goes(r.extents.size(), false);
  goes[axis_at] = true;
  if constexpr (asks<Seed>(2, 2))
    CHECK(difference(tenon::argmax<along>(v), reference::reduced(r, goes, reference::place_of_largest)) == "");
  if constexpr (asks<Seed>(3, 2)) {
    const array wanted = reference::along(r, axis_at, reference::running_sum);
    const array sizes = reference::along(reference::each(r, [](double x) { return std::abs(x); }), axis_at, reference::running_sum);
    const auto bound = reference::each(sizes, [](double size) { return std::is_floating_point_v<T> ? size * 1.01 * half_ulp<T> * 4 : 0; });
    CHECK(difference(tenon::cumulative_sum<along>(v), wanted, bound) == "");
  }
  if constexpr (std::is_floating_point_v<T> && asks<Seed>(4, 2)) {
    const array wanted = reference::along(r, axis_at, [](auto& line) { reference::to_unit_length(line); });
    CHECK(difference(tenon::normalize<along>(v), wanted, 4 * half_ulp<T>) == "");
  }
  if constexpr (std::is_floating_point_v<T>) {
    const array wanted = reference::along(r, axis_at, reference::softmax);
    // docs/design.md: 2e-6 p (1 + (max - x) / 16) for float; numbers lie within [-4, 4].
    const double share = std::is_same_v<T, float> ? 2e-6 : 1e-14;
    const array bound = reference::each(wanted, [&](double p) { return share * p * 1.5; });
    const auto y = tenon::softmax<along>(v);
    CHECK(difference(y, wanted, bound) == "");
    if constexpr (asks<Seed>(5, 2)) CHECK(same_bits(y, tenon::softmax<at>(tenon::contiguous(v))));
  }
}

template <class T>
double quotient(double a, double b) {
  return rounded<T>(a / b);
}

/// Element by element, with operands of other layouts, with fewer axes, and with numbers.
template <std::uint64_t Seed, class V>
void check_elementwise(const V& v, const array& r, draw& now) {
  using T = typename V::value_type;
  using packed = typename tenon::tensor_of<T, V::axes>::type;
  auto other = drawn_like<packed>(r.extents, now, values::any);
  const array s = seen(other);
  const auto turned = relaid_copy(other);
  if constexpr (calculates<T>) {
    if constexpr (asks<Seed>(11, 2))
      CHECK(difference(v + turned, reference::each(r, s, [](double a, double b) { return rounded<T>(a + b); })) == "");
    if constexpr (asks<Seed>(12, 2))
      CHECK(difference(turned * v, reference::each(s, r, [](double a, double b) { return rounded<T>(a * b); })) == "");
    if constexpr (asks<Seed>(13, 3))
      CHECK(difference(v - 2, reference::each(r, [](double a) { return rounded<T>(a - 2); })) == "");
    if constexpr (std::is_same_v<T, float> && asks<Seed>(14, 3))
      CHECK(difference(v / turned, reference::each(r, s, quotient<T>), 2e-45) == "");
    if constexpr (V::axes.rank > 1) {
      // A row of the other one stretches over the leading axis.
      if (v.extent(0) > 0) {
        const auto first = tenon::row<0>(turned, 0);
        CHECK(difference(v + first, reference::each(r, reference::row(s, 0, 0),
                                                    [](double a, double b) { return rounded<T>(a + b); })) == "");
      }
    }
    if constexpr (asks<Seed>(15, 3))
      CHECK(difference(tenon::maximum(v, turned), reference::each(r, s, [](double a, double b) {
                         return a != a || b != b ? std::numeric_limits<double>::quiet_NaN() : a > b ? a : b;
                       })) == "");
    const auto smaller = tenon::less(v, turned);
    const array s_smaller = reference::each(r, s, [](double a, double b) { return a < b ? 1.0 : 0.0; });
    CHECK(difference(smaller, s_smaller) == "");
    if constexpr (asks<Seed>(16, 2)) {
      array chosen = r;
      for (std::size_t i = 0; i < chosen.values.size(); ++i)
        chosen.values[i] = s_smaller.values[i] != 0 ? r.values[i] : s.values[i];
      CHECK(difference(tenon::where(relaid_copy(smaller), v, turned), chosen) == "");
    }
  }
  if constexpr (asks<Seed>(17, 2))
    CHECK(difference(tenon::cast<double>(v), r) == "");
  if constexpr (V::axes.rank > 0 && asks<Seed>(18, 2)) {
    constexpr int at = draw(follow(Seed, 19)).below(V::axes.rank);
    if constexpr (!V::axes[at].bounded())
      CHECK(difference(tenon::concat<at>(v, turned, v),
                       reference::concatenated(reference::concatenated(r, s, static_cast<std::size_t>(at)), r,
                                               static_cast<std::size_t>(at))) == "");
  }
  if constexpr (asks<Seed>(20, 3)) {
    array both = reference::concatenated(reference::reshaped(r, reference::with(r.extents, 0, 1)),
                                         reference::reshaped(s, reference::with(s.extents, 0, 1)), 0);
    CHECK(difference(tenon::stack<axis(2)>(v, turned), both) == "");
  }
}

}  // namespace

TEST_CASE("views of views read like what they stand for", "[properties]") {
  each_case<1, 2 * TENON_PROPERTY_CASES>([]<std::uint64_t Seed>(draw now) {
    using T = element_type<Seed>;
    a_view<Seed, T>(now, values::any, [&](auto& v, const array& r) {
      CHECK(difference(v, r) == "");
      const auto copy = tenon::contiguous(v);
      CHECK(difference(copy, r) == "");
      CHECK(same_bits(copy, v));
      // By data and strides, as operations read.
      std::vector<double> in_order;
      each_element(v, [&](auto value) { in_order.push_back(static_cast<double>(value)); });
      CHECK(difference(copy, array{r.extents, in_order}) == "");
    });
  });
}

TEST_CASE("element by element, views meet views of other layouts", "[properties]") {
  each_case<2>([]<std::uint64_t Seed>(draw now) {
    using T = element_type<Seed>;
    a_view<Seed, T>(now, values::any, [&](auto& v, const array& r) { check_elementwise<Seed>(v, r, now); });
  });
}

TEST_CASE("reductions, softmax and sums along an axis of views equal the reference", "[properties]") {
  each_case<3>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(5), std::tuple<float, float, double, int, float>>;
    on_each_instruction_set([&] {
      draw again = now;
      a_view<Seed, T>(again, values::plain, [&](auto& v, const array& r) {
        if constexpr (std::remove_reference_t<decltype(v)>::axes.rank > 0) {
          check_reductions<Seed>(v, r);
          check_along<Seed>(v, r);
        }
      });
      a_view<Seed, T>(again, values::any, [&](auto& v, const array& r) {
        if constexpr (std::remove_reference_t<decltype(v)>::axes.rank > 0) check_reductions<Seed>(v, r);
      });
    });
  });
}
