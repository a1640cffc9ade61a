// The tensor: owns its elements, with its axes in its type.
#pragma once
#include <tenon/rules/list.hpp>
#include <tenon/rules/held_number.hpp>
#include <tenon/rules/store.hpp>
#include <tenon/rules/tensor.hpp>
#include <tenon/tensor/copy.hpp>
#include <tenon/tensor/element_access.hpp>
#include <tenon/tensor/given_extents.hpp>
#include <tenon/tensor/listed_numbers.hpp>
#include <tenon/tensor/mapping.hpp>
#include <tenon/tensor/storage.hpp>
#include <tenon/text/constant_refusal.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T, axis... Axes>
inline constexpr rules::tensor tensor_rule{static_cast<int>(sizeof...(Axes)), static_cast<index_t>(sizeof(T)),
                                                   is_number<T> && !std::is_const_v<T>};

template <axis>
using index_for = index_t;

template <class T>
inline constexpr bool is_character = std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
                                     std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

template <class X>
inline constexpr element element_kind = element::any;
template <shaped X>
inline constexpr element element_kind<X> = element_of<value_type_of<X>>();

template <class T, class X, axis... Axes>
inline constexpr rules::store store_rule{tenon::shape(Axes...), element_of<T>(), element_kind<X>};

template <class T, kinds_of_values Kinds>
inline constexpr rules::list list_rule{static_cast<index_t>(Kinds.count), element_of<T>(), Kinds.fractions, Kinds.numbers, Kinds.whole};

template <class T, class Value, std::size_t... Columns>
inline constexpr rules::nested_list rows_rule =
    rules::rows_of(element_of<T>(), has_fraction<Value>, sizeof...(Columns) == 1 && is_character<Value>, Columns...);
template <class T, class Value, std::size_t Columns, std::size_t... Rows>
inline constexpr rules::nested_list planes_rule =
    rules::planes_of(element_of<T>(), has_fraction<Value>, static_cast<index_t>(Columns), Rows...);

/// How many indices a function takes, by trying; -1 where it is no function of indices.
template <class F, index_t... Tried>
consteval int index_count() {
  if constexpr (std::is_invocable_v<F&, decltype(Tried)...>) return static_cast<int>(sizeof...(Tried));
  else if constexpr (sizeof...(Tried) < max_rank) return index_count<F, Tried..., 0>();
  else return -1;
}

/// The rule of a function, by the number of its indices and by what it gives.
template <class T, class F, axis... Axes>
inline constexpr rules::function function_rule = [] {
  if constexpr (std::is_invocable_v<F&, index_for<Axes>...>) {
    using value = std::remove_cvref_t<std::invoke_result_t<F&, index_for<Axes>...>>;
    return rules::function{static_cast<int>(sizeof...(Axes)), element_of<T>(), has_fraction<value>, is_number<value>};
  } else {
    return rules::function{index_count<F>()};
  }
}();

/// Whether F is a function of indices, of the right number or not.
template <class T, class F, axis... Axes>
concept function_of_indices = sizeof...(Axes) > 0 && !shaped<F> && !is_number<F> &&
                              function_rule<T, F, Axes...>.indices >= 0;

/// Elements that others keep, in unknown number.
template <class X>
concept elements_in_memory =
    !shaped<X> && (std::is_pointer_v<X> || std::is_null_pointer_v<X> || requires(const X& x) { x.data(); });

/// Other things among the numbers of a row.
template <class... Values>
concept not_only_numbers = sizeof...(Values) > 1 && !numbers<Values...> && kinds_of<Values...>.meant;

}  // namespace detail

/// Elements of type T with the given axes, packed in the order of their indices (row-major).
///
/// `tensor<float, batch, seq, d_model>`; a number is an axis without a name: `tensor<float, 2, 3>`. An axis with a bound
/// (`axis{"tokens", at_most{512}}`) has its extent at run time. Zero when made without values. Tensors of at most
/// `inline_bytes` live inline, larger ones own heap memory, allocated once. What cannot be stored is refused:
/// `cannot store [seq=3, d_model=8] in [seq=3, d_ff=32]: d_model=8 is not d_ff=32`.
template <class T, axis... Axes>
class tensor : public element_access<tensor<T, Axes...>> {
  static_assert(sizeof(TENON_REFUSAL(detail::tensor_rule<T, Axes...>, detail::axes_alone<T, Axes...>)));
  static constexpr bool sound = fit<detail::tensor_rule<T, Axes...>, detail::axes_alone<T, Axes...>>;

 public:
  using value_type = T;
  TENON_LOCAL static constexpr tenon::shape axes = tenon::shape(Axes...);
  TENON_LOCAL static constexpr tenon::strides steps = sound ? row_major(axes) : tenon::strides{};
  static constexpr index_t capacity = sound ? axes.size() : 1;
  using mapping_type = tenon::mapping<steps, Axes...>;
  using storage_type = storage<T, capacity, mapping_type>;

  /// Zeros; a bounded axis has extent 0.
  constexpr tensor() = default;
  constexpr tensor(const tensor&) = default;
  constexpr tensor(tensor&&) = default;
  constexpr tensor& operator=(const tensor&) = default;
  constexpr tensor& operator=(tensor&&) = default;
  constexpr ~tensor() = default;

  /// Elements without a value.
  constexpr explicit tensor(uninitialized_t)
    requires(!axes.bounded())
      : storage_(uninitialized, mapping_type{}) {}

  /// Zeros, with the extents of the bounded axes: `tensor<float, tokens, d_model> x(extents{5});`.
  template <int Count>
    requires fit<rules::extents{Count}, detail::axes_alone<T, Axes...>>
  constexpr explicit tensor(const extents<Count>& given) : storage_(mapping_of(given)) {}
  template <int Count>
    requires fit<rules::extents{Count}, detail::axes_alone<T, Axes...>>
  constexpr tensor(uninitialized_t, const extents<Count>& given) : storage_(uninitialized, mapping_of(given)) {}

  /// The elements in the order of their indices: `tensor<float, 2, 2> x{1, 2, 3, 4};`. A number that its element cannot
  /// hold is refused: by the compiler where it knows it, else
  /// `tensor: element (0) of [2] would be 300, which int8 cannot hold`.
  template <class... Values>
    requires detail::numbers<Values...> && fit<detail::list_rule<T, detail::kinds_of<Values...>>, detail::axes_alone<T, Axes...>> &&
             (sizeof...(Values) <= detail::longest_optimized_list)
  constexpr explicit(sizeof...(Values) == 1) tensor(Values... values)
      : storage_(uninitialized, listed<detail::list_rule<T, detail::kinds_of<Values...>>>()) {
    // Here already, since each call between here and the user adds lines to what GCC says.
    if (std::is_constant_evaluated() && detail::any_unfit<T>(values...))
      refuse_constant<"tensor: a number does not fit", "the type of its element">();
    using wide = detail::listed_type<Values...>;
    const wide given[] = {static_cast<wide>(values)...};
    take_list<Values...>(given, listed_shape<detail::list_rule<T, detail::kinds_of<Values...>>>);
  }
  template <class... Values>
    requires detail::numbers<Values...> && fit<detail::list_rule<T, detail::kinds_of<Values...>>, detail::axes_alone<T, Axes...>> &&
             (sizeof...(Values) > detail::longest_optimized_list)
  TENON_UNOPTIMIZED constexpr tensor(Values... values)
      : storage_(uninitialized, listed<detail::list_rule<T, detail::kinds_of<Values...>>>()) {
    using wide = detail::listed_type<Values...>;
    const wide given[] = {static_cast<wide>(values)...};
    take_list<Values...>(given, listed_shape<detail::list_rule<T, detail::kinds_of<Values...>>>);
  }
  /// Rows in braces: `tensor<float, 2, 2> x{{1, 2}, {3, 4}};`; a row alone is a list: `tensor<float, tokens> x{{5}};`.
  template <class Value, std::size_t... Columns>
    requires(sizeof...(Columns) > 0) &&
            fit<detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>>
  constexpr tensor(const Value (&... rows)[Columns]) : storage_(uninitialized, listed<detail::rows_rule<T, Value, Columns...>>()) {
    const Value* const starts[] = {rows...};
    take_rows(starts, listed_shape<detail::rows_rule<T, Value, Columns...>>);
  }
  /// Rows in which numbers of several types stand: each becomes an element as C++ allows it in braces, without narrowing.
  template <std::size_t... Columns>
    requires(sizeof...(Columns) > 0) && fit<detail::rows_rule<T, T, Columns...>, detail::axes_alone<T, Axes...>>
  constexpr tensor(const value_type (&... rows)[Columns]) : storage_(uninitialized, listed<detail::rows_rule<T, T, Columns...>>()) {
    const T* const starts[] = {rows...};
    take_rows(starts, listed_shape<detail::rows_rule<T, T, Columns...>>);
  }
  /// Rows of rows, for three axes: `tensor<float, 2, 2, 2> x{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};`.
  template <class Value, std::size_t... Rows, std::size_t Columns>
    requires(sizeof...(Rows) > 0) && fit<detail::planes_rule<T, Value, Columns, Rows...>, detail::axes_alone<T, Axes...>>
  constexpr tensor(const Value (&... planes)[Rows][Columns])
      : storage_(uninitialized, listed<detail::planes_rule<T, Value, Columns, Rows...>>()) {
    const Value(*const starts[])[Columns] = {planes...};
    take_planes(starts, listed_shape<detail::planes_rule<T, Value, Columns, Rows...>>);
  }
  template <std::size_t... Rows, std::size_t Columns>
    requires(sizeof...(Rows) > 0) && fit<detail::planes_rule<T, T, Columns, Rows...>, detail::axes_alone<T, Axes...>>
  constexpr tensor(const value_type (&... planes)[Rows][Columns])
      : storage_(uninitialized, listed<detail::planes_rule<T, T, Columns, Rows...>>()) {
    const value_type(*const starts[])[Columns] = {planes...};
    take_planes(starts, listed_shape<detail::planes_rule<T, T, Columns, Rows...>>);
  }

  /// The value of `f` at each index: `tensor<float, 3, 3> identity([](index_t i, index_t j) { return i == j; });`.
  template <class F>
    requires detail::function_of_indices<T, F, Axes...> &&
             fit<detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>> && (!axes.bounded())
  constexpr explicit tensor(F f) : storage_(uninitialized, mapping_type{}) {
    fill_from(f);
  }
  template <int Count, class F>
    requires detail::function_of_indices<T, F, Axes...> &&
             fit<detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>> &&
             fit<rules::extents{Count}, detail::axes_alone<T, Axes...>>
  constexpr tensor(const extents<Count>& given, F f) : storage_(uninitialized, mapping_of(given)) {
    fill_from(f);
  }

  /// The elements of another tensor or view that fits; see `rules::store` for what is refused.
  template <shaped X>
    requires fit<detail::store_rule<T, X, Axes...>, X>
  constexpr tensor(const X& x) : storage_(uninitialized, packed(x.shape())) {
    detail::copy_packed(x, data());
  }
  template <shaped X>
    requires fit<detail::store_rule<T, X, Axes...>, X>
  constexpr tensor& operator=(const X& x) {
    if (detail::may_overlap(x, storage_.memory(), capacity)) return *this = tensor(x);
    detail::copy_packed(x, storage_.restart(packed(x.shape())));
    return *this;
  }

  /// Takes over the elements of a tensor that is given up, under these axes. For operations; the capacities agree.
  template <class Mapping>
  constexpr tensor(storage<T, capacity, Mapping>&& given_up, const tenon::shape& measured_axes)
      : storage_(std::move(given_up), packed(measured_axes)) {}
  /// Elements without a value, with the extents of `measured_axes`. For operations, whose rules gave that shape.
  constexpr tensor(uninitialized_t, const tenon::shape& measured_axes)
      : storage_(uninitialized, packed(measured_axes)) {}

  // What is refused: each of these carries the sentence.
  template <shaped X, TENON_REASON(detail::store_rule<T, X, Axes...>, X)>
    requires(!fit<detail::store_rule<T, X, Axes...>, X>)
  tensor(const X&) = delete;
  template <shaped X>
    requires(!fit<detail::store_rule<T, X, Axes...>, X>)
  TENON_REFUSAL(detail::store_rule<T, X, Axes...>, X) operator=(const X&);
  template <shaped X>
  TENON_REFUSAL(rules::store{.target = tenon::shape(Axes...), .constant = true}, X) operator=(const X&) const;
  template <class X>
    requires(!shaped<X> && !std::is_convertible_v<X, tensor>)
  TENON_REFUSAL(rules::foreign_store{}, detail::axes_alone<T, Axes...>) operator=(const X&);
  template <class X>
    requires(!shaped<X> && !std::is_convertible_v<X, tensor>)
  TENON_REFUSAL(rules::foreign_store{}, detail::axes_alone<T, Axes...>) operator=(const X&) const;
  template <class... Values, TENON_REASON(detail::list_rule<T, detail::kinds_of<Values...>>, detail::axes_alone<T, Axes...>)>
    requires(detail::numbers<Values...> || detail::not_only_numbers<Values...>) &&
            (!fit<detail::list_rule<T, detail::kinds_of<Values...>>, detail::axes_alone<T, Axes...>>)
  tensor(Values...) = delete;
#if defined(__clang__)
  // clang looks at the numbers themselves, where all of a call are constants.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
  template <class... Values, class Reason = TENON_SHAPE_ERROR("tensor: a number does not fit the type of its element")>
    requires detail::numbers<Values...> && fit<detail::list_rule<T, detail::kinds_of<Values...>>, detail::axes_alone<T, Axes...>>
  tensor(Values... values) __attribute__((enable_if(detail::any_unfit<T>(values...), ""))) = delete;
#pragma clang diagnostic pop
#endif
  template <class Value, std::size_t... Columns,
            TENON_REASON(detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>)>
    requires(sizeof...(Columns) > 0) && (!fit<detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>>)
  tensor(const Value (&... rows)[Columns]) = delete;
  template <std::size_t... Columns, TENON_REASON(detail::rows_rule<T, T, Columns...>, detail::axes_alone<T, Axes...>)>
    requires(sizeof...(Columns) > 0) && (!fit<detail::rows_rule<T, T, Columns...>, detail::axes_alone<T, Axes...>>)
  tensor(const value_type (&... rows)[Columns]) = delete;
  template <class Value, std::size_t... Rows, std::size_t Columns,
            TENON_REASON(detail::planes_rule<T, Value, Columns, Rows...>, detail::axes_alone<T, Axes...>)>
    requires(sizeof...(Rows) > 0) && (!fit<detail::planes_rule<T, Value, Columns, Rows...>, detail::axes_alone<T, Axes...>>)
  tensor(const Value (&... planes)[Rows][Columns]) = delete;
  template <std::size_t... Rows, std::size_t Columns,
            TENON_REASON(detail::planes_rule<T, T, Columns, Rows...>, detail::axes_alone<T, Axes...>)>
    requires(sizeof...(Rows) > 0) && (!fit<detail::planes_rule<T, T, Columns, Rows...>, detail::axes_alone<T, Axes...>>)
  tensor(const value_type (&... planes)[Rows][Columns]) = delete;
  template <class Value, std::size_t... Planes, std::size_t... Rows, std::size_t... Columns,
            TENON_REASON(rules::nested_list{.deeper = true}, detail::axes_alone<T, Axes...>)>
  tensor(const Value (&... blocks)[Planes][Rows][Columns]) = delete;
  template <detail::elements_in_memory X, TENON_REASON(rules::foreign_store{true}, detail::axes_alone<T, Axes...>)>
  explicit tensor(const X&) = delete;
  template <class F, TENON_REASON(detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>)>
    requires detail::function_of_indices<T, F, Axes...> &&
             (!fit<detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>>)
  explicit tensor(F) = delete;
  template <int Count, class F, TENON_REASON(detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>)>
    requires fit<rules::extents{Count}, detail::axes_alone<T, Axes...>> &&
             (!fit<detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>>)
  tensor(const extents<Count>&, F) = delete;
  template <class F, TENON_REASON(rules::extents{0}, detail::axes_alone<T, Axes...>)>
    requires(axes.bounded() && !shaped<F> && (std::is_same_v<F, uninitialized_t> ||
                                fit<detail::function_rule<T, F, Axes...>, detail::axes_alone<T, Axes...>>))
  explicit tensor(F) = delete;
  template <int Count, class... More, TENON_REASON(rules::extents{Count}, detail::axes_alone<T, Axes...>)>
    requires(!fit<rules::extents{Count}, detail::axes_alone<T, Axes...>>)
  explicit tensor(const extents<Count>&, More...) = delete;
  template <int Count, TENON_REASON(rules::extents{Count}, detail::axes_alone<T, Axes...>)>
    requires(!fit<rules::extents{Count}, detail::axes_alone<T, Axes...>>)
  tensor(uninitialized_t, const extents<Count>&) = delete;

  [[nodiscard]] constexpr T* data() TENON_LIFETIMEBOUND { return storage_.data(); }
  [[nodiscard]] constexpr const T* data() const TENON_LIFETIMEBOUND { return storage_.data(); }
  [[nodiscard]] constexpr const mapping_type& mapping() const { return storage_.mapping(); }
  /// The axes, bounded ones with their extents of this moment.
  [[nodiscard]] constexpr tenon::shape shape() const { return mapping().shape(); }
  [[nodiscard]] constexpr tenon::strides strides() const { return mapping().strides(); }
  /// The extent of an axis by its position, from the end where that is negative: `x.extent(-1)`. Refused when the program
  /// runs: `extent: no axis 2 in [seq=3, d_model=8]`, an `out_of_range`.
  [[nodiscard]] constexpr index_t extent(int i) const { return mapping().extent(detail::position_in(axes, i)); }
  /// The number of elements now.
  [[nodiscard]] constexpr index_t size() const { return mapping().size(); }

  [[nodiscard]] constexpr T* begin() TENON_LIFETIMEBOUND { return data(); }
  [[nodiscard]] constexpr T* end() TENON_LIFETIMEBOUND { return data() + size(); }
  [[nodiscard]] constexpr const T* begin() const TENON_LIFETIMEBOUND { return data(); }
  [[nodiscard]] constexpr const T* end() const TENON_LIFETIMEBOUND { return data() + size(); }

  constexpr storage_type&& release() && { return std::move(storage_); }
  /// The elements, to be written anew, with the extents of `measured_axes`: nothing is allocated, unless it was moved from.
  constexpr T* restart(const tenon::shape& measured_axes) { return storage_.restart(packed(measured_axes)); }

 private:
  static constexpr mapping_type packed(const tenon::shape& measured_axes) {
    return mapping_type(measured_axes, row_major(measured_axes));
  }
  template <int Count>
  static constexpr mapping_type mapping_of(const extents<Count>& given) {
    return packed(detail::with_extents(axes, given));
  }
  template <auto Rule>
  static constexpr const tenon::shape& listed_shape = verdict_of<Rule, detail::axes_alone<T, Axes...>>.result;
  template <auto Rule>
  static constexpr mapping_type listed() {
    return packed(listed_shape<Rule>);
  }
  /// A number as an element, which must hold it. Static, so that GCC sees no use of what is being made.
  template <class Number>
  static constexpr T fitted(Number number, index_t place, const tenon::shape& made) {
    if (!stands_for<T>(number)) [[unlikely]] {
      if (std::is_constant_evaluated()) refuse_constant<"tensor: a number does not fit", "the type of its element">();
      raise_refusal(rules::held_number<Number>{element_of<T>(), number, place}, made);
    }
    return static_cast<T>(number);
  }
  template <class... Values, class Wide>
  constexpr void take_list(const Wide (&given)[sizeof...(Values)], const tenon::shape& made) {
    T* const to = data();
    detail::each_listed<Values...>(given, [&](auto number, index_t place) { to[place] = fitted(number, place, made); });
  }
  /// Writes rows by where each starts. A loop: code for each row would take the square of their number to compile.
  template <class Value, std::size_t Rows>
  constexpr void take_rows(const Value* const (&starts)[Rows], const tenon::shape& made) {
    T* const to = data();
    const index_t columns = made[made.rank - 1].extent;
    index_t place = 0;
    for (const Value* const row : starts)
      for (index_t column = 0; column < columns; ++column, ++place) to[place] = fitted(row[column], place, made);
  }
  template <class Value, std::size_t Columns, std::size_t Planes>
  constexpr void take_planes(const Value (*const (&starts)[Planes])[Columns], const tenon::shape& made) {
    T* const to = data();
    index_t place = 0;
    for (const auto* const plane : starts)
      for (index_t row = 0; row < made[1].extent; ++row)
        for (const Value value : plane[row]) {
          to[place] = fitted(value, place, made);
          ++place;
        }
  }
  template <class F>
  constexpr void fill_from(F& f) {
    T* const to = data();
    const tenon::shape made = shape();
    index_t place = 0;
    for_each_index<mapping_type::rank>(made, f, [&](auto&& value) {
      to[place] = fitted(static_cast<std::remove_cvref_t<decltype(value)>>(value), place, made);
      ++place;
    });
  }

  storage_type storage_;
};

}  // namespace tenon
TENON_END_HEADER
