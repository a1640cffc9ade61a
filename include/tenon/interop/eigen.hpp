// from_eigen and to_eigen: the memory of an Eigen matrix, map, block or transpose as a view, and a tensor or view as an
// Eigen::Map. No element is copied.
#pragma once
#include <Eigen/Core>

#include <limits>

#include <tenon/text/shape_error.hpp>  // first, since GCC shows the way to it
#include <tenon/interop/foreign_view.hpp>
#include <tenon/ops/usage.hpp>

// Not between TENON_BEGIN_HEADER and TENON_END_HEADER: Eigen's functions are compiled with the user's flags and are
// always inlined, which compilers refuse into a function for the baseline.
namespace tenon {

namespace detail {

template <class M>
void dense_base(const Eigen::DenseBase<M>&);
template <class M>
void owner_base(const Eigen::PlainObjectBase<M>&);

/// Eigen's classes of matrices, expressions included, and those derived from them.
template <class M>
concept eigen_dense = requires(const std::remove_cvref_t<M>& m) { dense_base(m); };
template <class M>
concept eigen_owner = requires(const std::remove_cvref_t<M>& m) { owner_base(m); };

constexpr index_t known_or(index_t eigen_number, index_t otherwise) {
  return eigen_number == Eigen::Dynamic ? otherwise : eigen_number;
}

/// What the type of an Eigen object says about its elements.
template <class M>
struct eigen_traits {
  static constexpr bool in_memory = (static_cast<unsigned>(M::Flags) & Eigen::DirectAccessBit) != 0;
  static constexpr bool numbers = std::is_arithmetic_v<typename M::Scalar>;
  static constexpr index_t rows = known_or(M::RowsAtCompileTime, rules::not_yet_known);
  static constexpr index_t columns = known_or(M::ColsAtCompileTime, rules::not_yet_known);

  /// Its elements as Rank axes; a vector can be one.
  static constexpr rules::foreign_extents<"from_eigen"> rule(int rank, index_t row_count, index_t column_count) {
    if (rank == 1 && M::ColsAtCompileTime == 1) return {1, {row_count}, numbers};
    if (rank == 1 && M::RowsAtCompileTime == 1) return {1, {column_count}, numbers};
    return {2, {row_count, column_count}, numbers};
  }
  static constexpr strides ordered(int rank, index_t row, index_t column, index_t inner) {
    strides result;
    result[0] = rank == 1 ? inner : row;
    if (rank == 2) result[1] = column;
    return result;
  }
  /// The strides that the type tells; Eigen leaves 0 where it calculates one from the extents.
  static constexpr strides steps(int rank) {
    const auto told = [](index_t step) { return step == 0 ? dynamic : known_or(step, dynamic); };
    const index_t inner = told(M::InnerStrideAtCompileTime), outer = told(M::OuterStrideAtCompileTime);
    return ordered(rank, M::IsRowMajor ? outer : inner, M::IsRowMajor ? inner : outer, inner);
  }
};

/// - `from_eigen: an expression has no elements in memory, did you mean to give its eval() a name?`
/// - `from_eigen: the elements of a temporary would be gone, did you mean to give it a name?`
struct eigen_lifetime {
  bool in_memory;
  bool temporary;

  static constexpr const char* operation() { return "from_eigen"; }
  constexpr verdict operator()(const shape& axes, writer& why) const {
    if (!in_memory)
      return refuse(why,
                    "from_eigen: an expression has no elements in memory, did you mean to give its eval() a name?");
    if (temporary)
      return refuse(why, "from_eigen: the elements of a temporary would be gone, did you mean to give it a name?");
    return axes;
  }
};

template <eigen_dense M>
inline constexpr eigen_lifetime eigen_lifetime_rule{
    eigen_traits<std::remove_cvref_t<M>>::in_memory,
    eigen_owner<M> && !std::is_lvalue_reference_v<M>};

template <eigen_dense M, axis... Axes>
inline constexpr auto from_eigen_rule = [] {
  using traits = eigen_traits<std::remove_cvref_t<M>>;
  return traits::rule(static_cast<int>(sizeof...(Axes)), traits::rows, traits::columns);
}();

template <class M, axis... Axes>
using eigen_axes = axes_alone<typename std::remove_cvref_t<M>::Scalar, Axes...>;

template <class X>
inline constexpr rules::foreign_view<"to_eigen"> to_eigen_rule{owned_by_temporary<X>, true, 2};

/// An extent or a stride in an Eigen type, which holds an int. Eigen reads a stride of 0 there as none.
constexpr int eigen_number(index_t number) {
  return number <= 0 || number > (std::numeric_limits<int>::max)() ? Eigen::Dynamic : static_cast<int>(number);
}
constexpr int eigen_extent(const axis& a) { return a.bounded() ? Eigen::Dynamic : eigen_number(a.extent); }

/// The Eigen::Map of a tensor or view type. Its matrix is column-major where the rows lie side by side in memory.
template <class T, shape Axes, strides Steps>
struct eigen_map {
  using scalar = std::remove_const_t<T>;
  static constexpr bool is_vector = Axes.rank == 1;
  static constexpr int rows = eigen_extent(Axes[0]);
  static constexpr int columns = is_vector ? 1 : eigen_extent(Axes[1]);
  static constexpr bool column_major =
      is_vector || (columns == 1 && rows != 1) || (rows != 1 && Steps[0] == 1 && Steps[1] != 1);
  static constexpr index_t inner = column_major ? Steps[0] : Steps[1];
  static constexpr index_t outer = is_vector ? dynamic : column_major ? Steps[1] : Steps[0];
  static constexpr bool plain = !column_major && inner == 1 && columns != Eigen::Dynamic && outer == columns;

  using matrix = Eigen::Matrix<scalar, rows, columns, column_major ? Eigen::ColMajor : Eigen::RowMajor>;
  using pointee = std::conditional_t<std::is_const_v<T>, const matrix, matrix>;
  using stride = std::conditional_t<
      plain, Eigen::Stride<0, 0>,
      std::conditional_t<is_vector, Eigen::InnerStride<eigen_number(inner)>,
                         Eigen::Stride<eigen_number(outer), eigen_number(inner)>>>;
  using type = Eigen::Map<pointee, Eigen::Unaligned, stride>;
};

}  // namespace detail

/// The elements of an Eigen matrix, map, block or transpose as [rows, columns], of a vector also as [elements]: a view
/// with the strides of its layout, of constants where they may only be read. Sizes known to the compiler are compared by
/// it, others at run time: `from_eigen: [3, 8] is not [seq=3, d_ff=32]: 8 is not d_ff=32`.
template <axis... Axes, detail::eigen_dense M>
  requires fit<detail::eigen_lifetime_rule<M>, detail::eigen_axes<M, Axes...>> &&
           fit<detail::from_eigen_rule<M, Axes...>, detail::eigen_axes<M, Axes...>>
[[nodiscard]] auto from_eigen(M&& m) {
  using traits = detail::eigen_traits<std::remove_cvref_t<M>>;
  constexpr int rank = static_cast<int>(sizeof...(Axes));
  using result = view<std::remove_pointer_t<decltype(m.data())>, traits::steps(rank), Axes...>;
  const shape measured_axes = detail::judged_now(traits::rule(rank, m.rows(), m.cols()), result::axes);
  const strides steps = traits::ordered(rank, m.rowStride(), m.colStride(), m.innerStride());
  return result(detail::usable(m.data(), "from_eigen", measured_axes.size() == 0),
                typename result::mapping_type(measured_axes, steps));
}
template <axis... Axes, detail::eigen_dense M>
  requires(!fit<detail::eigen_lifetime_rule<M>, detail::eigen_axes<M, Axes...>>)
TENON_REFUSAL(detail::eigen_lifetime_rule<M>, detail::eigen_axes<M, Axes...>) from_eigen(M&&);
template <axis... Axes, detail::eigen_dense M>
  requires fit<detail::eigen_lifetime_rule<M>, detail::eigen_axes<M, Axes...>> &&
           (!fit<detail::from_eigen_rule<M, Axes...>, detail::eigen_axes<M, Axes...>>)
TENON_REFUSAL(detail::from_eigen_rule<M, Axes...>, detail::eigen_axes<M, Axes...>) from_eigen(M&&);

/// [rows, columns] as an Eigen::Map of a matrix, [elements] of a column vector: with sizes and strides in its type where
/// they are in the tensor's, of a constant matrix where the elements may only be read. Refused: a temporary, whose
/// elements would be gone; `to_eigen: [batch=2, seq=3, d_model=8] has 3 axes, not 1 or 2`.
template <shaped X>
  requires fit<detail::to_eigen_rule<X>, X>
[[nodiscard]] auto to_eigen(X&& x) {
  using source = std::remove_cvref_t<X>;
  using made = detail::eigen_map<detail::element_of_argument<X>, source::axes, source::steps>;
  using map = typename made::type;
  const strides steps = x.strides();
  if constexpr (made::is_vector) {
    return map(x.data(), x.extent(0), typename made::stride(steps[0]));
  } else if constexpr (made::plain) {
    return map(x.data(), x.extent(0), x.extent(1));
  } else {
    const index_t outer = made::column_major ? steps[1] : steps[0], inner = made::column_major ? steps[0] : steps[1];
    return map(x.data(), x.extent(0), x.extent(1), typename made::stride(outer, inner));
  }
}
template <shaped X>
  requires(!fit<detail::to_eigen_rule<X>, X>)
TENON_REFUSAL(detail::to_eigen_rule<X>, X) to_eigen(X&&);

/// Any other call: `from_eigen: give an Eigen matrix or map and the axes, as in from_eigen<seq, d_model>(m)`.
template <auto...>
TENON_SHAPE_ERROR("from_eigen: give an Eigen matrix or map and the axes, as in from_eigen<seq, d_model>(m)")
from_eigen(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `to_eigen: give one tensor or view, as in to_eigen(x)`.
template <auto...>
TENON_SHAPE_ERROR("to_eigen: give one tensor or view, as in to_eigen(x)")
to_eigen(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
