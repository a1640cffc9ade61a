// Eigen's matrices, maps, blocks and transposes as views, and tensors and views as Eigen::Map.
#if __has_include(<Eigen/Core>)
#include <tenon/interop/eigen.hpp>

#include <tenon/ops/matmul.hpp>
#include <tenon/ops/rename.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/split.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 4}, heads{"heads", 2}, d_k{"d_k", 2}, one{"one", 1},
    tokens{"tokens", at_most{5}}, width{"width", at_most{6}};
template <class T, int Rows, int Columns>
using row_major_matrix = Eigen::Matrix<T, Rows, Columns, Eigen::RowMajor>;

/// Whether an Eigen matrix and a tensor or view hold the same numbers.
template <class M, class X>
bool equal_numbers(const M& m, const X& x) {
  if (m.rows() != x.extent(0) || m.cols() != x.extent(1)) return false;
  for (index_t i = 0; i < x.extent(0); ++i)
    for (index_t j = 0; j < x.extent(1); ++j)
      if (m(i, j) != x(i, j)) return false;
  return true;
}

template <class M>
constexpr bool has_steps(index_t first, index_t second) {
  return M::steps[0] == first && M::steps[1] == second;
}

}  // namespace

// What the tensor's type knows, Eigen's type knows.
static_assert(std::is_same_v<decltype(to_eigen(std::declval<tensor<float, seq, d_model>&>())),
                             Eigen::Map<row_major_matrix<float, 3, 4>, Eigen::Unaligned, Eigen::Stride<0, 0>>>);
static_assert(std::is_same_v<decltype(to_eigen(std::declval<const tensor<float, tokens, d_model>&>())),
                             Eigen::Map<const row_major_matrix<float, Eigen::Dynamic, 4>>>);
static_assert(std::is_same_v<decltype(to_eigen(std::declval<tensor<double, seq>&>())),
                             Eigen::Map<Eigen::Matrix<double, 3, 1>, Eigen::Unaligned, Eigen::InnerStride<1>>>);

TEST_CASE("a tensor is a row-major matrix", "[interop]") {
  auto x = example<float, seq, d_model>();
  auto m = to_eigen(x);
  CHECK(equal_numbers(m, x));
  m(2, 3) = 100;
  CHECK(x(2, 3) == 100);
  const auto& constant = x;
  CHECK(to_eigen(constant).data() == x.data());
  CHECK(equal_numbers(to_eigen(constant) * to_eigen(constant).transpose(),
                      matmul(x, transpose<0, 1>(rename<seq, prime(seq)>(x)))));
}

TEST_CASE("views keep their strides", "[interop]") {
  auto x = example<float, seq, d_model>();
  const auto turned = transpose<seq, d_model>(x);
  CHECK(!decltype(to_eigen(turned))::IsRowMajor);
  CHECK(equal_numbers(to_eigen(turned), turned));
  const auto part = slice<d_model, 1, 3>(x);
  CHECK(equal_numbers(to_eigen(part), part));
  auto parts = split<d_model, heads, d_k>(x);
  const auto second = row<d_k>(parts, 1);  // [seq, heads], neither stride 1
  CHECK(equal_numbers(to_eigen(second), second));
  to_eigen(second)(1, 1) = -5;
  CHECK(x(1, 3) == -5);
  const auto column = row<d_model>(x, 2);  // [seq], stride 4
  CHECK(to_eigen(column).size() == 3);
  CHECK(to_eigen(column)(2) == x(2, 2));
}

TEST_CASE("rows, columns and single elements", "[interop]") {
  auto row_vector = example<float, one, d_model>();
  auto column_vector = example<float, d_model, one>();
  auto single = example<float, one, axis{1}>();
  CHECK(equal_numbers(to_eigen(row_vector), row_vector));
  CHECK(equal_numbers(to_eigen(column_vector), column_vector));
  CHECK(equal_numbers(to_eigen(single), single));
  CHECK(equal_numbers(to_eigen(transpose<0, 1>(row_vector)), transpose<0, 1>(row_vector)));
  const auto column_of_many = slice<1, 2, 3>(row_vector);
  CHECK(equal_numbers(to_eigen(column_of_many), column_of_many));
}

TEST_CASE("bounded axes have the extents of the moment", "[interop]") {
  tensor<float, tokens, d_model> x(extents{2}, [](index_t i, index_t j) { return i * 10 + j; });
  CHECK(equal_numbers(to_eigen(x), x));
  tensor<float, tokens, width> y(extents{3, 5}, [](index_t i, index_t j) { return i * 10 + j; });
  CHECK(equal_numbers(to_eigen(y), y));
  const auto turned = transpose<0, 1>(y);
  CHECK(equal_numbers(to_eigen(turned), turned));
  const auto part = slice<width>(y, 1, 3);
  CHECK(equal_numbers(to_eigen(part), part));
  tensor<float, tokens> v(extents{4}, [](index_t i) { return i; });
  CHECK(to_eigen(v).sum() == 6);
  const tensor<float, tokens, d_model> none;
  CHECK(to_eigen(none).rows() == 0);
  tensor<float, tokens, one> column(extents{2}, [](index_t i, index_t) { return i; });
  CHECK(equal_numbers(to_eigen(column), column));
}

TEST_CASE("an Eigen matrix is a view with the strides of its layout", "[interop]") {
  Eigen::Matrix<float, 3, 4> columns;
  columns << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  const auto x = from_eigen<seq, d_model>(columns);
  static_assert(has_steps<decltype(x)>(1, 3));
  CHECK(equal_numbers(columns, x));
  x(1, 2) = 70;
  CHECK(columns(1, 2) == 70);

  const row_major_matrix<double, 3, 4> rows = columns.cast<double>();
  const auto y = from_eigen<seq, d_model>(rows);
  static_assert(has_steps<decltype(y)>(4, 1) && std::is_same_v<decltype(y.data()), const double*>);
  CHECK(equal_numbers(rows, y));

  Eigen::MatrixXf of_run_time = columns;
  const auto z = from_eigen<seq, d_model>(of_run_time);
  static_assert(has_steps<decltype(z)>(1, dynamic));
  CHECK(equal_numbers(of_run_time, z));
  const auto open = from_eigen<tokens, width>(of_run_time);
  CHECK(open.extent(0) == 3);
  CHECK(equal_numbers(of_run_time, open));
}

TEST_CASE("blocks, transposes and maps are views too", "[interop]") {
  Eigen::MatrixXf m = Eigen::MatrixXf::Random(6, 7);
  CHECK(equal_numbers(m.block(1, 2, 3, 4), from_eigen<seq, d_model>(m.block(1, 2, 3, 4))));
  CHECK(equal_numbers(m.block<3, 4>(2, 1), from_eigen<seq, d_model>(m.block<3, 4>(2, 1))));
  CHECK(equal_numbers(m.topLeftCorner(4, 3).transpose(), from_eigen<seq, d_model>(m.topLeftCorner(4, 3).transpose())));
  Eigen::Map<Eigen::MatrixXf, Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, 2>> sparse(m.data(), 3, 4, {8, 2});
  CHECK(equal_numbers(sparse, from_eigen<seq, d_model>(sparse)));
  from_eigen<seq, d_model>(m.block(0, 0, 3, 4))(0, 0) = 5;
  CHECK(m(0, 0) == 5);

  Eigen::RowVector4f row_vector(1, 2, 3, 4);
  CHECK(from_eigen<d_model>(row_vector)(3) == 4);
  CHECK(from_eigen<one, d_model>(row_vector)(0, 2) == 3);
  Eigen::VectorXf vector = Eigen::VectorXf::Random(3);
  CHECK(from_eigen<seq>(vector)(2) == vector(2));
  CHECK(from_eigen<tokens>(vector).extent(0) == 3);
  CHECK(from_eigen<seq>(m.col(1).head(3))(2) == m(2, 1));
  CHECK(from_eigen<seq>(m.row(1).head(3))(2) == m(1, 2));
}

TEST_CASE("there and back is the same memory", "[interop]") {
  auto x = example<float, seq, d_model>();
  const auto y = from_eigen<seq, d_model>(to_eigen(x));
  static_assert(std::is_same_v<decltype(y), const packed_view<float, seq, d_model>>);
  CHECK(y.data() == x.data());
  const auto turned = transpose<0, 1>(x);
  CHECK(same(from_eigen<d_model, seq>(to_eigen(turned)), turned));
}

TEST_CASE("sizes that Eigen knows at run time are checked then", "[interop]") {
  Eigen::MatrixXf m(3, 8);
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_eigen<seq, d_model>(m)); },
                               "from_eigen: [3, 8] is not [seq=3, d_model=4]: 8 is not d_model=4"));
  CHECK(raises<shape_mismatch>([&] { static_cast<void>(from_eigen<tokens, width>(m)); },
                               "from_eigen: [3, 8] is not [tokens<=5, width<=6]: 8 is more than width<=6"));
}

#else
#include "../support/catch.hpp"

TEST_CASE("Eigen was not found: its views are not tested", "[interop]") { SUCCEED(); }
#endif
