// Every pair of kinds of numbers in every elementwise operation, at the edges of their ranges, against exact arithmetic.
#include <tenon/ops/can.hpp>

#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <tuple>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"
#include "../support/twin_of_long.hpp"

using namespace tenon;

namespace {

#if defined(TENON_ALL_ELEMENT_PAIRS)
using kinds = std::tuple<bool, char, signed char, unsigned char, char8_t, short, unsigned short, char16_t, wchar_t, int, unsigned, char32_t,
                         long, unsigned long, long long, unsigned long long, float, double, long double, bfloat16>;
#else
// A minute of compiling for all of them is for the full matrix.
using kinds = std::tuple<signed char, unsigned, long long, double>;
#endif

template <class F>
void for_each_kind(const F& f) {
  std::apply([&](auto... kind) { (f(kind), ...); }, kinds{});
}

/// The ends of a range, what lies beside 0, and the first integers that float and double skip.
template <class T>
std::deque<T> edges() {
  std::deque<T> all{T(0), T(1)};
  using limits = std::numeric_limits<T>;
  if constexpr (!std::is_same_v<T, bool>) all.insert(all.end(), {T(2), limits::max(), limits::lowest()});
  if constexpr (limits::is_signed) all.push_back(T(-1));
  if constexpr (sizeof(T) >= 4 && !std::is_same_v<T, bool>) all.insert(all.end(), {T((1 << 24) + 1), T(1 << 24)});
  if constexpr (sizeof(T) >= 8) all.insert(all.end(), {T((1LL << 53) + 1), T(1LL << 53), T((1LL << 62) + 1)});
  if constexpr (!std::is_integral_v<T>)
    all.insert(all.end(), {T(0.5), T(-0.5), T(1.5), T(0x1p63), T(-0x1p63), T(0x1p64), limits::infinity(), T(-2.5F), limits::quiet_NaN()});
  return all;
}

/// Holds every number here exactly where it has 64 bits or more, as on x86 and on AArch64.
using exact = long double;
constexpr bool exact_is_exact = std::numeric_limits<exact>::digits >= 64;
template <class T>
exact exactly(T x) {
  return static_cast<exact>(x);
}

/// Whether T holds an exact number: one without a fraction, in its range; or what does not round to infinity.
template <class T>
bool fits_in(exact x) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_integral_v<T>) return x == std::floor(x) && x >= exactly(limits::lowest()) && x <= exactly(limits::max());
  else if constexpr (sizeof(T) > 8) return true;
  else return !std::isfinite(x) || std::fabs(x) < exactly(limits::max()) * (1 + exactly(limits::epsilon()) / 4);
}

template <class A, class B>
bool is_same_number(A a, B b) {
  return exactly(a) == exactly(b) || (std::isnan(exactly(a)) && std::isnan(exactly(b)));
}

/// The one element that f() gives, and whether it is refused, as it must be where `fits` is false.
template <class F, class T>
bool gives(const F& f, bool fits, T wanted) {
  try {
    return is_same_number(f()(0), wanted) && fits;
  } catch (const unrepresentable&) {
    return !fits;
  }
}

template <class A, class B>
bool compares(A a, B b) {
  const exact x = exactly(a), y = exactly(b);
  const auto right = [&](const auto& left_operand, const auto& right_operand) {
    return equal(left_operand, right_operand)(0) == (x == y) && not_equal(left_operand, right_operand)(0) == !(x == y) &&
           less(left_operand, right_operand)(0) == (x < y) && less_equal(left_operand, right_operand)(0) == (x <= y) &&
           greater(left_operand, right_operand)(0) == (x > y) && greater_equal(left_operand, right_operand)(0) == (x >= y);
  };
  bool all = true;
  if constexpr (can_less<tensor<A, 1>, B>) all = all && right(tensor<A, 1>(a), b);
  if constexpr (can_less<A, tensor<B, 1>>) all = all && right(a, tensor<B, 1>(b));
  if constexpr (can_less<tensor<A, 1>, tensor<B, 1>>) all = all && right(tensor<A, 1>(a), tensor<B, 1>(b));
  return all;
}

/// What takes a number as an element: the element it is, or a refusal.
template <class T, class S>
bool takes(S number) {
  const tensor<T, 1> one(T(1));
  const exact x = exactly(number);
  // A whole number is not rounded, one with a fraction is.
  const bool fits = fits_in<T>(x) && (!std::is_integral_v<S> || exactly(static_cast<T>(number)) == x);
  const T element = fits ? static_cast<T>(number) : T{};
  bool all = true;
  if constexpr (can_where<tensor<bool, 1>, tensor<T, 1>, S>) {
    all = all && gives([&] { return where(tensor<bool, 1>(false), one, number); }, fits, element);
    all = all && gives(
                     [&] {
                       auto y = one;
                       assign(y, number);
                       return y;
                     },
                     fits, element);
    all = all && gives([&] { return maximum(number, one); }, fits, !(element < T(1)) ? element : T(1));
    all = all && gives([&] { return minimum(one, number); }, fits, T(1) < element ? T(1) : element);
  }
  return all;
}

template <class T, class S>
bool is_cast(S number) {
  const auto cast_to = [&] { return cast<T>(tensor<S, 1>(number)); };
  const exact x = exactly(number);
  if constexpr (std::is_same_v<T, bool>) {
    return gives(cast_to, true, x != 0);
  } else if constexpr (std::is_integral_v<T>) {
    const exact whole = std::trunc(x);
    return gives(cast_to, fits_in<T>(whole), fits_in<T>(whole) ? static_cast<T>(whole) : T{});
  } else {
    const exact limit = exactly(std::numeric_limits<exact>::infinity());
    return gives(cast_to, true, fits_in<T>(x) ? exactly(static_cast<T>(number)) : x < 0 ? -limit : limit);
  }
}

#if defined(__SIZEOF_INT128__)
__extension__ using wide = __int128;

/// + - * / of two integers: exact, or refused; so too in place, and with a number.
template <class T, class S>
bool calculates(T a, S b) {
  const auto each = [&](auto operation, auto in_place, bool defined, wide result) {
    const bool b_fits = fits_in<T>(exactly(b));
    const bool fits = b_fits && defined && result >= wide(std::numeric_limits<T>::lowest()) && result <= wide(std::numeric_limits<T>::max());
    const T wanted = fits ? static_cast<T>(result) : T{};
    bool all = gives([&] { return operation(tensor<T, 1>(a), b); }, fits, wanted);
    const auto in_place_of = [&](const auto& right) {
      tensor<T, 1> y(a);
      try {
        in_place(y, right);
      } catch (const unrepresentable&) {
        return !fits && y(0) == a;
      }
      return fits && y(0) == wanted;
    };
    all = all && in_place_of(b);
    if constexpr (std::is_same_v<T, S>) {
      all = all && gives([&] { return operation(tensor<T, 1>(a), tensor<T, 1>(b)); }, fits, wanted) && in_place_of(tensor<T, 1>(b));
      all = all && gives([&] { return operation(a, tensor<T, 1>(b)); }, fits, wanted);
    }
    return all;
  };
  const wide x = a, y = b;
  wide product{};
  const bool has_product = !__builtin_mul_overflow(x, y, &product);
  return each([](const auto& l, const auto& r) { return l + r; }, [](auto& l, const auto& r) { l += r; }, true, x + y) &&
         each([](const auto& l, const auto& r) { return l - r; }, [](auto& l, const auto& r) { l -= r; }, true, x - y) &&
         each([](const auto& l, const auto& r) { return l * r; }, [](auto& l, const auto& r) { l *= r; }, has_product, product) &&
         each([](const auto& l, const auto& r) { return l / r; }, [](auto& l, const auto& r) { l /= r; }, y != 0, y != 0 ? x / y : 0);
}

/// -x and |x|.
template <class T>
bool turns(T a) {
  const wide x = a, size = x < 0 ? -x : x;
  const auto within = [](wide y) { return y >= wide(std::numeric_limits<T>::lowest()) && y <= wide(std::numeric_limits<T>::max()); };
  return gives([&] { return -tensor<T, 1>(a); }, within(-x), within(-x) ? static_cast<T>(-x) : T{}) &&
         gives([&] { return abs(tensor<T, 1>(a)); }, within(size), within(size) ? static_cast<T>(size) : T{});
}

/// Sums, dot products and cumulative sums are exact, in 64 bits, in whatever order they run; or refused.
template <class T>
bool sums(const std::deque<T>& of) {
  using sum_type = sum_of<T>;
  static_assert(sizeof(sum_type) == 8 || std::is_same_v<T, bool>);
  bool all = true;
  for (const T a : of)
    for (const T b : of)
      for (const T c : of) {
        const tensor<T, 3> x{a, b, c};
        const auto agrees = [&](auto f, wide right) {
          const bool fits = right >= wide(std::numeric_limits<sum_type>::lowest()) && right <= wide(std::numeric_limits<sum_type>::max());
          try {
            const auto y = f();
            return fits && static_cast<wide>(y) == right && std::is_same_v<decltype(f()), sum_type>;
          } catch (const unrepresentable&) {
            return !fits;
          }
        };
        const wide total = wide(a) + b + c;
        all = all && agrees([&] { return sum(x); }, total);
        all = all && agrees([&] { return sum<0>(x)(); }, total);
        all = all && agrees([&] { return sum<0>(transpose<0, 1>(tensor<T, 1, 3>{a, b, c}))(0); }, total);
        if (sizeof(T) < 8) all = all && agrees([&] { return dot(x, x); }, wide(a) * a + wide(b) * b + wide(c) * c);
      }
  return all;
}
#endif

// In constant evaluation what is refused is no constant.
template <class F>
concept constant = requires { typename std::bool_constant<(static_cast<void>(F{}()), true)>; };
template <class F>
constexpr bool is_constant(F) {
  return constant<F>;
}
using bytes = tensor<unsigned char, 2>;
static_assert(is_constant([] { return bytes{1, 2} + 253; }) && !is_constant([] { return bytes{1, 2} + 300; }) &&
              !is_constant([] { return bytes{1, 200} * 2; }));
static_assert(!is_constant([] { return tensor<int, 2>{1, 2} / 0; }) && !is_constant([] { return tensor<float, 2>{1, 2} * 1e300; }));
static_assert(is_constant([] { return tensor<float, 2>{1, 2} + 16777216; }) && !is_constant([] { return tensor<float, 2>{1, 2} + 16777217; }) &&
              is_constant([] { return tensor<float, 2>{1, 2} + 16777217.0; }));
static_assert(!is_constant([] { return sum(tensor<std::int64_t, 2>{INT64_MAX, 1}); }) &&
              is_constant([] { return sum(tensor<std::int64_t, 3>{INT64_MAX, 1, -1}); }));
static_assert(!is_constant([] { return where(tensor<bool, 2>{}, bytes{1, 2}, 256); }) && !is_constant([] { return maximum(bytes{}, -1); }));
static_assert(!is_constant([] { return -tensor<int>{INT32_MIN}; }) && !is_constant([] { return abs(tensor<int>{INT32_MIN}); }));

}  // namespace

TEST_CASE("numbers of any two kinds compare as in mathematics", "[ops]") {
  if (!exact_is_exact) return;
  for_each_kind([](auto left) {
    for_each_kind([](auto right) {
      int wrong = 0;
      for (const auto a : edges<decltype(left)>())
        for (const auto b : edges<decltype(right)>()) wrong += compares(a, b) ? 0 : 1;
      CHECK(wrong == 0);
    });
  });
  for (const float a : edges<float>())
    for (const double b : edges<double>()) CHECK((compares(a, b) && takes<float>(b) && is_cast<float>(b)));
  for (const bfloat16 a : edges<bfloat16>())
    for (const int b : edges<int>()) CHECK(compares(a, b));
  CHECK(less(tensor<float, 1>(0.1F), 0.1)(0) == (0.1F < 0.1));
  CHECK(equal(tensor<long, 2>{1, 2}, tensor<twin_of_long, 2>{1, 3}) == tensor<bool, 2>{true, false});
  CHECK(equal(tensor<char, 2>{1, 2}, tensor<signed char, 2>{1, 3}) == tensor<bool, 2>{true, false});
}

TEST_CASE("a number is an element that holds it, or is refused", "[ops]") {
  if (!exact_is_exact) return;
  for_each_kind([](auto element) {
    for_each_kind([](auto number) {
      int wrong = 0;
      for (const auto x : edges<decltype(number)>()) wrong += takes<decltype(element)>(x) ? 0 : 1;
      CHECK(wrong == 0);
    });
  });
}

TEST_CASE("a whole number that has to be rounded is no element, in whatever operation", "[ops]") {
  const tensor<float, 2> x{1, 2};
  const auto said = [](const std::string& operation) {
    return operation + ": 16777217 does not fit elements of float, did you mean cast<double>(x)?";
  };
  tensor<float, 2> y = x;
  CHECK(raises<unrepresentable>([&] { static_cast<void>(x + 16777217); }, said("add")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(16777217 - x); }, said("subtract")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(x * 16777217U); }, said("multiply")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(16777217LL / x); }, said("divide")));
  CHECK(raises<unrepresentable>([&] { y += 16777217; }, said("add")));
  CHECK(raises<unrepresentable>([&] { y -= 16777217; }, said("subtract")));
  CHECK(raises<unrepresentable>([&] { y *= 16777217; }, said("multiply")));
  CHECK(raises<unrepresentable>([&] { y /= 16777217; }, said("divide")));
  CHECK(raises<unrepresentable>([&] { assign(y, 16777217); }, said("assign")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(minimum(x, 16777217)); }, said("minimum")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(where(less(x, 2), x, 16777217)); }, said("where")));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(maximum(tensor<bfloat16, 1>{}, -257)); },
                                "maximum: -257 does not fit elements of bfloat16, did you mean cast<double>(x)?"));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(tensor<double, 1>{} + INT64_MAX); },
                                "add: 9223372036854775807 does not fit elements of double, did you mean cast<long double>(x)?"));
  CHECK(raises<unrepresentable>([&] { static_cast<void>(x + -1e300); }, "add: -1e300 does not fit elements of float, did you mean cast<double>(x)?"));
  CHECK(y == x);
  CHECK(x + 16777216 == x + 16777216.0F);
  CHECK(x + 16777217.0 == x + 16777216.0F);
  CHECK(less(tensor<float, 2>{16777216, 16777218}, 16777217) == tensor<bool, 2>{true, false});
}

TEST_CASE("a cast of an element that no other type holds is refused", "[ops]") {
  if (!exact_is_exact) return;
  for_each_kind([](auto to) {
    for_each_kind([](auto from) {
      int wrong = 0;
      for (const auto x : edges<decltype(from)>()) wrong += is_cast<decltype(to)>(x) ? 0 : 1;
      CHECK(wrong == 0);
    });
  });
}

#if defined(__SIZEOF_INT128__)
TEST_CASE("arithmetic of integers is exact, or refused before anything is written", "[ops]") {
  for_each_kind([](auto left) {
    using T = decltype(left);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      for_each_kind([](auto right) {
        if constexpr (std::is_integral_v<decltype(right)>) {
          int wrong = 0;
          for (const auto a : edges<T>())
            for (const auto b : edges<decltype(right)>()) wrong += calculates(a, b) ? 0 : 1;
          CHECK(wrong == 0);
        }
      });
      for (const T a : edges<T>()) CHECK(turns(a));
    }
    if constexpr (std::is_integral_v<T>) CHECK(sums(edges<T>()));
  });
}
#endif

TEST_CASE("long runs of integers are exact or refused, wherever the odd one stands", "[ops]") {
  for (const index_t at : {0, 1, 7, 8, 63, 999}) {
    tensor<std::int32_t, 1000> x([](index_t i) { return static_cast<std::int32_t>(i); });
    CHECK(sum(x + x) == 999000);
    x(at) = INT32_MAX;
    const std::string said = "add: a result does not fit elements of int32, did you mean cast<long long>(a)?";
    CHECK(raises<unrepresentable>([&] { static_cast<void>(x + x); }, said));
    CHECK(raises<unrepresentable>([&] { static_cast<void>(x + 1); }, said));
    CHECK(raises<unrepresentable>([&] { static_cast<void>(broadcast_to<2, 1000>(x) + x); }, said));
    CHECK(sum(x) == 499500 - at + INT32_MAX);
  }
}

TEST_CASE("all_close tells neighbours apart that double does not", "[ops]") {
  const tensor<std::int64_t, 1> a((1LL << 53) + 1), b(1LL << 53);
  CHECK_FALSE(all_close(a, b, {.relative = 0, .absolute = 0.5}));
  CHECK(all_close(a, b, {.relative = 0, .absolute = 1}));
  CHECK_FALSE(all_close(tensor<long double, 1>(1.0L + 0x1p-60L), tensor<long double, 1>(1.0L), {.relative = 0, .absolute = 0}));
  CHECK(all_close(tensor<std::int64_t, 1>(INT64_MIN), tensor<std::int64_t, 1>(INT64_MAX), {.relative = 2, .absolute = 0}));
}

TEST_CASE("sums of long double are not those of double", "[ops]") {
  if (std::numeric_limits<long double>::digits <= 53) return;
  const tensor<long double, 3> x{1.0L, 0x1p-60L, 0x1p-60L};
  const long double total = 1.0L + 0x1p-59L;
  CHECK(sum(x) == total);
  CHECK(sum<0>(x)() == total);
  CHECK(mean(x) == total / 3);
  CHECK(dot(x, tensor<long double, 3>{1, 1, 1}) == total);
  CHECK(cumulative_sum<0>(x)(2) == total);
  CHECK(matmul(reshape<1, 3>(x), tensor<long double, 3, 1>{1, 1, 1})(0, 0) == total);
  CHECK(einsum<"i,i->">(x, tensor<long double, 3>{1, 1, 1})() == total);
}
