// x.at<seq, d_model>(i, j): access to elements by the names of their axes.
#include <tenon/tensor/element_access.hpp>

#include <tenon/ops/row.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/panel_tensor.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, d_model{"d_model", 5}, tokens{"tokens", at_most{8}}, src{"src", 4};

template <class X, selector... Names>
concept has_element_at = requires(X x) { x.template at<Names...>((Names.position, 0)...); };

constexpr auto x = example<int, batch, seq, d_model>();
static_assert(x.at<batch, seq, d_model>(1, 2, 3) == x(1, 2, 3));
static_assert(x.at<d_model, batch, seq>(3, 1, 2) == x(1, 2, 3) && x.at<seq, d_model, batch>(2, 3, 1) == x(1, 2, 3));
static_assert(x.at<-1, 0, seq>(3, 1, 2) == x(1, 2, 3));
static_assert(tensor<int>{7}.at() == 7);
static_assert(tensor<int, 2, 3>{1, 2, 3, 4, 5, 6}.at<1, 0>(2, 0) == 3);

using matrix = tensor<int, seq, d_model>;
static_assert(has_element_at<matrix, seq, d_model> && has_element_at<matrix, d_model, seq>);
static_assert(!has_element_at<matrix, seq> && !has_element_at<matrix, seq, seq> && !has_element_at<matrix, seq, src>);
static_assert(!has_element_at<matrix, seq, d_model, batch> && !has_element_at<matrix> && !has_element_at<matrix, seq, 2>);
static_assert(std::is_same_v<decltype(std::declval<matrix&>().at<seq, d_model>(0, 0)), int&>);
static_assert(std::is_same_v<decltype(std::declval<const matrix&>().at<seq, d_model>(0, 0)), const int&>);

}  // namespace

TEST_CASE("every element lies where its named indices say, in views too") {
  auto y = example<int, batch, seq, d_model>();
  const auto turned = transpose<batch, d_model>(y);
  bool all = true;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 5; ++k) {
        all = all && &y.at<seq, d_model, batch>(j, k, i) == &y(i, j, k);
        all = all && &turned.at<seq, d_model, batch>(j, k, i) == &y(i, j, k);
        all = all && &row<seq>(y, j).at<d_model, batch>(k, i) == &y(i, j, k);
      }
  CHECK(all);
  y.at<d_model, seq, batch>(4, 2, 1) = 99;
  CHECK(y(1, 2, 4) == 99);
}

TEST_CASE("weights in panels have named elements") {
  const panel_tensor<float, d_model, seq> weight = example<float, d_model, seq>();
  CHECK(weight.at<seq, d_model>(2, 4) == weight(4, 2));
}

TEST_CASE("an index outside its axis is refused, by the axis that was named") {
  CHECK(raises<out_of_range>([&] { static_cast<void>(x.at<d_model, seq, batch>(2, 3, 0)); },
                             "element: index 3 is outside seq=3 of [batch=2, seq=3, d_model=5]"));
  tensor<float, tokens, seq> some(extents{5});
  some.at<seq, tokens>(2, 4) = 1;
  CHECK(some(4, 2) == 1);
  CHECK(raises<out_of_range>([&] { static_cast<void>(some.at<seq, tokens>(0, 5)); }, "element: index 5 is outside tokens=5 of [tokens=5, seq=3]"));
}
