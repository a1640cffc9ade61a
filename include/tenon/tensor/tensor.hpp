// The tensor: owns its elements, with its axes in its type.
#pragma once
#include <tenon/rules/list.hpp>
#include <tenon/rules/store.hpp>
#include <tenon/rules/tensor.hpp>
#include <tenon/tensor/copy.hpp>
#include <tenon/tensor/element_access.hpp>
#include <tenon/tensor/given_extents.hpp>
#include <tenon/tensor/mapping.hpp>
#include <tenon/tensor/storage.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class T, axis... Axes>
inline constexpr rules::tensor tensor_rule{static_cast<int>(sizeof...(Axes)), static_cast<index_t>(sizeof(T)),
                                                   is_number<T> && !std::is_const_v<T>};

template <axis>
using index_for = index_t;

template <class X>
inline constexpr element element_kind = element::any;
template <shaped X>
inline constexpr element element_kind<X> = element_of<value_type_of<X>>();

template <class T, class X, axis... Axes>
inline constexpr rules::store store_rule{tenon::shape(Axes...), element_of<T>(), element_kind<X>};

template <class T, class... Values>
inline constexpr rules::list list_rule{sizeof...(Values), element_of<T>(), (has_fraction<Values> || ...),
                                             (is_number<Values> && ...)};

template <class T, class Value, std::size_t... Columns>
inline constexpr rules::nested_list rows_rule =
    rules::rows_of(element_of<T>(), has_fraction<Value>, Columns...);

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

/// Numbers in a row, and a row that has other things among its numbers.
template <class... Values>
concept numbers = sizeof...(Values) > 0 && (is_number<Values> && ...);
template <class... Values>
concept not_only_numbers = sizeof...(Values) > 1 && !numbers<Values...> &&
                           ((is_number<Values> || shaped<Values>) || ...);

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
  static constexpr tenon::shape axes = tenon::shape(Axes...);
  static constexpr tenon::strides steps = sound ? row_major(axes) : tenon::strides{};
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

  /// The elements in the order of their indices: `tensor<float, 2, 2> x{1, 2, 3, 4};`.
  template <class... Values>
    requires detail::numbers<Values...> && fit<detail::list_rule<T, Values...>, detail::axes_alone<T, Axes...>>
  constexpr explicit(sizeof...(Values) == 1) tensor(Values... values)
      : storage_(uninitialized, listed<detail::list_rule<T, Values...>>()) {
    T* to = data();
    ((*to++ = static_cast<T>(values)), ...);
  }
  /// Rows in braces: `tensor<float, 2, 2> x{{1, 2}, {3, 4}};`.
  template <class Value, std::size_t... Columns>
    requires(sizeof...(Columns) > 0) &&
            fit<detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>>
  constexpr tensor(const Value (&... rows)[Columns]) : storage_(uninitialized, listed<detail::rows_rule<T, Value, Columns...>>()) {
    T* to = data();
    const auto put = [&](const auto& row) {
      for (const Value& value : row) *to++ = static_cast<T>(value);
    };
    (put(rows), ...);
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
  template <class... Values, TENON_REASON(detail::list_rule<T, Values...>, detail::axes_alone<T, Axes...>)>
    requires(detail::numbers<Values...> || detail::not_only_numbers<Values...>) &&
            (!fit<detail::list_rule<T, Values...>, detail::axes_alone<T, Axes...>>)
  tensor(Values...) = delete;
  template <class Value, std::size_t... Columns,
            TENON_REASON(detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>)>
    requires(sizeof...(Columns) > 0) && (!fit<detail::rows_rule<T, Value, Columns...>, detail::axes_alone<T, Axes...>>)
  tensor(const Value (&... rows)[Columns]) = delete;
  template <class Value, std::size_t... Rows, std::size_t... Columns,
            TENON_REASON(rules::nested_list{.deeper = true}, detail::axes_alone<T, Axes...>)>
  tensor(const Value (&... rows)[Rows][Columns]) = delete;
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

  constexpr T* data() { return storage_.data(); }
  constexpr const T* data() const { return storage_.data(); }
  constexpr const mapping_type& mapping() const { return storage_.mapping(); }
  /// The axes, bounded ones with their extents of this moment.
  constexpr tenon::shape shape() const { return mapping().shape(); }
  constexpr tenon::strides strides() const { return mapping().strides(); }
  constexpr index_t extent(int i) const { return mapping().extent(i); }
  /// The number of elements now.
  constexpr index_t size() const { return mapping().size(); }

  constexpr T* begin() { return data(); }
  constexpr T* end() { return data() + size(); }
  constexpr const T* begin() const { return data(); }
  constexpr const T* end() const { return data() + size(); }

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
  static constexpr mapping_type listed() {
    return packed(verdict_of<Rule, detail::axes_alone<T, Axes...>>.result);
  }
  template <class F>
  constexpr void fill_from(F& f) {
    T* to = data();
    for_each_index<mapping_type::rank>(shape(), f, [&](auto&& value) { *to++ = static_cast<T>(value); });
  }

  storage_type storage_;
};

}  // namespace tenon
TENON_END_HEADER
