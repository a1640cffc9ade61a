// What every operation that moves no element promises: a view of an lvalue, an owner of a temporary.
#include <type_traits>
#include <utility>

#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/merge.hpp>
#include <tenon/ops/permute.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/reshape.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/ops/unsqueeze.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, heads{"heads", 2}, d_k{"d_k", 4}, d_model{"d_model", 8}, keys{"keys", 3};
constexpr axis one{"one", 1}, tokens{"tokens", at_most{40}}, words{"words", at_most{40}};

template <class X>
inline constexpr bool is_view = false;
template <class T, strides Steps, axis... Axes>
inline constexpr bool is_view<view<T, Steps, Axes...>> = true;

/// Each operation on an lvalue is a view of its elements, `offset` from the first, written through where they may be; on a
/// constant a view that cannot write; on a temporary, constant or not, an owner that outlives it, with equal elements.
template <class X, class Operation>
void keeps_the_promises(const X& original, const Operation& operation, index_t offset = 0) {
  X x = original;
  auto part = operation(x);
  static_assert(is_view<decltype(part)> && !std::is_const_v<std::remove_pointer_t<decltype(part.data())>>);
  CHECK(part.data() == x.data() + offset);

  const X& constant = x;
  const auto reader = operation(constant);
  static_assert(is_view<std::remove_const_t<decltype(reader)>>);
  static_assert(std::is_const_v<std::remove_pointer_t<decltype(reader.data())>>);
  CHECK(reader.data() == x.data() + offset);
  CHECK(same(part, reader));

  auto owned = operation(X(original));
  static_assert(!is_view<decltype(owned)>);
  CHECK(same(owned, part));
  const auto of_a_constant = operation(std::move(constant));
  static_assert(!is_view<std::remove_const_t<decltype(of_a_constant)>>);
  CHECK(same(of_a_constant, part));
  CHECK(same(x, original));

  // Moved, not copied, unless only a part of the elements is left.
  X given = original;
  const auto* memory = given.data();
  const auto moved = operation(std::move(given));
  if (!stored_inline<typename X::value_type, X::capacity> && moved.size() == original.size()) CHECK(moved.data() == memory);
  CHECK(same(moved, part));
}

template <axis Rows>
void for_rows(const tensor<float, Rows, seq, d_model>& x) {
  keeps_the_promises(x, [](auto&& t) { return transpose<Rows, seq>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return transpose<0, -1>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return permute<d_model, Rows, seq>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return permute<0, 1, 2>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return unsqueeze<0>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return unsqueeze<1, one>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return unsqueeze<-1>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return squeeze<one>(unsqueeze<2, one>(std::forward<decltype(t)>(t))); });
  keeps_the_promises(x, [](auto&& t) { return squeeze<0>(unsqueeze<0>(permute<seq, Rows, d_model>(std::forward<decltype(t)>(t)))); });
  keeps_the_promises(x, [](auto&& t) { return split<d_model, heads, d_k>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return split<8, 2, 2, 2>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return merge<seq, d_model, 24>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return merge<1, -1, axis{"all", 24}>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return rename<seq, keys>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return unnamed(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return reshape<Rows, 24>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return slice<seq, 1, 3>(std::forward<decltype(t)>(t)); }, 8);
  keeps_the_promises(x, [](auto&& t) { return slice<seq, axis{"window", 2}>(std::forward<decltype(t)>(t), 1); }, 8);
  keeps_the_promises(x, [](auto&& t) { return row<seq>(std::forward<decltype(t)>(t), 2); }, 16);
  keeps_the_promises(x, [](auto&& t) { return row<-1>(std::forward<decltype(t)>(t), 7); }, 7);
  // One after the other: each temporary hands on what it owns, or the view it is.
  keeps_the_promises(x, [](auto&& t) {
    return transpose<Rows, heads>(split<d_model, heads, d_k>(transpose<Rows, seq>(std::forward<decltype(t)>(t))));
  });
  keeps_the_promises(x, [](auto&& t) {
    return merge<heads, d_k, d_model>(split<d_model, heads, d_k>(transpose<seq, Rows>(std::forward<decltype(t)>(t))));
  });
  keeps_the_promises(x, [](auto&& t) { return row<0>(transpose<Rows, d_model>(std::forward<decltype(t)>(t)), 3); }, 3);
  keeps_the_promises(x, [](auto&& t) { return unnamed(rename<Rows, Rows>(transpose<0, 1>(std::forward<decltype(t)>(t)))); });
}

}  // namespace

TEST_CASE("operations that move no element view lvalues and keep temporaries") {
  for_rows(example<float, batch, seq, d_model>());
}

TEST_CASE("so they do for elements on the heap") {
  const auto x = example<float, 50, seq, d_model>();
  keeps_the_promises(x, [](auto&& t) { return transpose<0, seq>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return split<d_model, heads, d_k>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return reshape<100, 12>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return row<seq>(std::forward<decltype(t)>(t), 2); }, 16);
}

TEST_CASE("so they do for bounded axes, at every extent") {
  for (const index_t n : {1, 5, 40}) for_rows(with_examples(tensor<float, tokens, seq, d_model>(extents{n})));
  // Rows of nothing have no address to compare, but every operation must accept them.
  const tensor<float, tokens, seq, d_model> none;
  CHECK(transpose<tokens, seq>(none).size() == 0);
  CHECK(split<d_model, heads, d_k>(none).size() == 0);
  CHECK(merge<seq, d_model, 24>(none).size() == 0);
  CHECK(reshape<tokens, 24>(none).shape() == shape(measured(tokens, 0), 24));
  CHECK(row<seq>(none, 1).shape() == shape(measured(tokens, 0), d_model));
  CHECK(slice<tokens>(none, 0, 0).size() == 0);
  CHECK(contiguous(transpose<0, 2>(none)).size() == 0);
  CHECK(unnamed(transpose<0, 2>(tensor<float, tokens, seq, d_model>{})).size() == 0);
}

TEST_CASE("and where the bounded axis is the last") {
  const auto x = with_examples(tensor<float, seq, d_model, tokens>(extents{5}));
  keeps_the_promises(x, [](auto&& t) { return transpose<seq, tokens>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return split<d_model, heads, d_k>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return merge<seq, d_model, 24>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return rename<tokens, words>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return reshape<24, tokens>(std::forward<decltype(t)>(t)); });
  keeps_the_promises(x, [](auto&& t) { return row<seq>(std::forward<decltype(t)>(t), 2); }, 80);
  keeps_the_promises(x, [](auto&& t) { return slice<tokens>(std::forward<decltype(t)>(t), 2, 4); }, 2);
  CHECK(row<0>(x, 1)(3, 4) == x(1, 3, 4));
  CHECK(slice<tokens>(x, 2, 4)(1, 3, 1) == x(1, 3, 3));
}

TEST_CASE("rows and slices of temporaries own their elements") {
  const auto last = row(example<float, 50, 50>(), 49);
  CHECK(last(49) == static_cast<float>(example_value(2499)));
  const auto part = slice<0, 10, 12>(transpose<0, 1>(example<float, 50, 50>()));
  CHECK(part(1, 49) == static_cast<float>(example_value(49 * 50 + 11)));
}
