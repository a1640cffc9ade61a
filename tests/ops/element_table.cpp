// The tables of docs/operations.md that say what each kind of elements does: made here, from the library, and compared.
#include <tenon/ops/can.hpp>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <tuple>
#include <type_traits>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

using kinds = std::tuple<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                         float, double, long double, bfloat16>;

template <class F>
void for_each_kind(const F& f) {
  std::apply([&](auto... kind) { (f(kind), ...); }, kinds{});
}

template <class T>
std::string name_of_kind() {
  char name[16] = {};
  writer out(name);
  out << element_of<T>();
  return name;
}

template <class X>
struct elements_of {
  using type = X;
};
template <shaped X>
struct elements_of<X> {
  using type = value_type_of<X>;
};

/// What the elements of f(x) are, where the operation takes x.
template <bool Can, class X, class F>
std::string cell(const F&) {
  if constexpr (Can) return " | " + name_of_kind<typename elements_of<std::invoke_result_t<F, X>>::type>();
  else return " | -";
}

template <class T>
std::string row_of() {
  using X = tensor<T, 2, 2>;
  using V = tensor<T, 2>;
  return "| " + name_of_kind<T>() + cell<can_add<X, X>, X>([](auto x) { return x + x; }) + cell<can_multiply<X, X>, X>([](auto x) { return x * x; }) +
         cell<can_less<X, X>, X>([](auto x) { return less(x, x); }) + cell<can_minimum<X, X>, X>([](auto x) { return minimum(x, x); }) +
         cell<can_sum<X>, X>([](auto x) { return sum(x); }) + cell<can_dot<V, V>, V>([](auto x) { return dot(x, x); }) +
         cell<can_cumulative_sum<X, 0>, X>([](auto x) { return cumulative_sum<0>(x); }) +
         cell<can_matmul<X, X>, X>([](auto x) { return matmul(x, x); }) + cell<can_mean<X>, X>([](auto x) { return mean(x); }) +
         cell<can_max<X>, X>([](auto x) { return max(x); }) + cell<can_argmax<X, 0>, X>([](auto x) { return argmax<0>(x); }) +
         cell<can_abs<X>, X>([](auto x) { return abs(x); }) + cell<can_exp<X>, X>([](auto x) { return exp(x); }) +
         cell<can_norm<X>, X>([](auto x) { return norm(x); }) + cell<can_softmax<X, 0>, X>([](auto x) { return softmax<0>(x); }) + " |\n";
}

template <rules::elementwise Kind, class T>
std::string numbers_beside(const std::string& taken) {
  using X = tensor<T, 2>;
  const auto cell_of = [&]<class S>(S) { return " | " + (fit<detail::number_rule<Kind, X, S>, X> ? taken : std::string("-")); };
  return cell_of(1) + cell_of(0.5) + cell_of(bfloat16{});
}

void is_in_the_page(const std::string& table) {
  std::ifstream file(TENON_TEST_DATA "/../../docs/operations.md", std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  if (page.find(table) == std::string::npos) std::cout << "docs/operations.md should say:\n" << table;  // Catch breaks lines
  CHECK(page.find(table) != std::string::npos);
}

}  // namespace

TEST_CASE("the documentation says what each kind of elements gives", "[ops]") {
  if (sizeof(index_t) != 8) return;  // what counts is int32 there
  std::string table =
      "| elements | `+` `-` `/` | `*`, `outer` | `less`, `equal`, ... | `minimum`, `maximum`, `where` | `sum` | `dot` | `cumulative_sum` | `matmul`, "
      "`einsum` | `mean` | `max`, `min` | `argmax`, `argmin` | `abs` | `exp`, `log`, ... | `norm`, `normalize` | `softmax` |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for_each_kind([&](auto kind) { table += row_of<decltype(kind)>(); });
  is_in_the_page(table);
}

TEST_CASE("the documentation says what a number does beside each kind of elements", "[ops]") {
  std::string table =
      "| elements | `x + 1` | `x + 0.5` | `x + bfloat16(1)` | `less(x, 1)` | `less(x, 0.5)` | `less(x, bfloat16(1))` | `maximum(x, 1)` | "
      "`maximum(x, 0.5)` | `maximum(x, bfloat16(1))` |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for_each_kind([&](auto kind) {
    using T = decltype(kind);
    table += "| " + name_of_kind<T>() + numbers_beside<rules::elementwise::add, T>("held") + numbers_beside<rules::elementwise::less, T>("exact") +
             numbers_beside<rules::elementwise::maximum, T>("held") + " |\n";
  });
  is_in_the_page(table);
}

TEST_CASE("tensors of two kinds meet in no operation", "[ops]") {
  for_each_kind([](auto left) {
    for_each_kind([](auto right) {
      using A = tensor<decltype(left), 2>;
      using B = tensor<decltype(right), 2>;
      constexpr bool alike = std::is_same_v<A, B>;
      CHECK(fit<rules::broadcast{rules::elementwise::equal}, A, B> == alike);
      CHECK((alike || !fit<rules::broadcast{rules::elementwise::add}, A, B>));
      CHECK((alike || !fit<rules::dot{}, A, B>));
      CHECK(fit<rules::assign{rules::assign::how::assign}, A, B> == alike);
      CHECK(fit<detail::where_rule<tensor<bool, 2>, A, B>, tensor<bool, 2>, A, B> == alike);
    });
  });
}
