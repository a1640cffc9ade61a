// assign(to, from), and += -= *= /=: elements written through a tensor or view that keeps its shape.
#pragma once
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/assign.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

using how_written = rules::assign::how;

/// Whether the elements of X may be written: a view of constants, a constant tensor and a temporary tensor may not.
template <class X>
inline constexpr bool writable = true;
template <shaped X>
inline constexpr bool writable<X> = !std::is_const_v<std::remove_pointer_t<decltype(elements_of(std::declval<X&>()))>> &&
                                    (is_view<std::remove_cvref_t<X>> || std::is_lvalue_reference_v<X>);

template <how_written Kind, class To>
inline constexpr rules::assign assign_rule{Kind, writable<To>};

template <class S, class To, how_written Kind, elementwise Number>
concept number_in_place = fit<assign_rule<Kind, To>, To> && number_for<S, To, Number>;
template <class S, class To, how_written Kind, elementwise Number>
concept unfit_number_in_place = fit<assign_rule<Kind, To>, To> && unfit_number_for<S, To, Number>;

/// What has no elements, so that no operator in place is meant.
template <class S>
concept no_operand = !shaped<S> && !is_number<S>;

/// What is written to an element, or, where `loss` is told, what would be.
template <elementwise Kind, class T>
constexpr T written([[maybe_unused]] T element, T given, math::loss<T>& loss) {
  if constexpr (Kind == elementwise::assign) return given;
  else return combined<Kind, T>(element, given, loss);
}

template <class To, class From, class F>
constexpr void write_each(To& to, const From& from, const F& f) {
  const shape axes = to.shape();
  auto* elements = to.data();
  const auto* given = from.data();
  traverse(
      axes, [&](index_t i, index_t j) { elements[i] = f(elements[i], given[j]); }, to.strides(),
      stretched(from.shape(), from.strides(), axes));
}

/// Whether x and y may share memory, whatever their strides.
template <class X, class Y>
constexpr bool share_memory(const X& x, const Y& y) {
  if (std::is_constant_evaluated()) return x.size() != 0 && y.size() != 0;
  return region_of(x).shares_memory_with(region_of(y));
}

/// Refuses results of integers that do not fit, before anything is written.
template <elementwise Kind, class To, class From>
constexpr void refuse_losses(const To& to, const From& from) {
  using T = value_type_of<To>;
  const T* elements = to.data();
  const auto* given = from.data();
  const shape axes = to.shape();
  const index_t size = axes.size();
  math::loss<T> loss;
  if (is_packed(to) && from.size() == 1) {
    const T number = static_cast<T>(*given);
    for (index_t i = 0; i < size; ++i) static_cast<void>(combined<Kind, T>(elements[i], number, loss));
  } else if (is_packed(to) && is_packed(from) && from.size() == size) {
    for (index_t i = 0; i < size; ++i) static_cast<void>(combined<Kind, T>(elements[i], static_cast<T>(given[i]), loss));
  } else {
    traverse(
        axes, [&](index_t i, index_t j) { static_cast<void>(combined<Kind, T>(elements[i], static_cast<T>(given[j]), loss)); },
        to.strides(), stretched(from.shape(), from.strides(), axes));
  }
  refuse_loss<name_text<Kind>, T>(loss);
}

template <elementwise Kind, class To, class From>
constexpr void write_apart(To& to, const From& from) {
  using T = value_type_of<To>;
  using U = value_type_of<From>;
  if constexpr (math::is_integer<T> && Kind != elementwise::assign) refuse_losses<Kind>(to, from);
  write_each(to, from, [](T a, U b) {
    math::loss<T> none;
    return written<Kind, T>(a, static_cast<T>(b), none);
  });
}

/// Where the operands may overlap the right side is copied first, so that what is written is never read again.
template <how_written How, elementwise Kind, class To, class From>
constexpr void write(To& to, const From& from) {
  checked<rules::assign{How}>(to, from);
  if (share_memory(from, to)) write_apart<Kind>(to, contiguous(from));
  else write_apart<Kind>(to, from);
}

}  // namespace detail

/// [axes] <- [axes]: copies the elements of `from`, or a number, through a view or into a tensor; `from` may lack leading
/// axes. Overlapping operands are right. PyTorch: Tensor.copy_. Refused: `assign: axes differ: [seq=3] = [src=5]: ...`.
template <shaped To, shaped From>
  requires fit<detail::assign_rule<detail::how_written::assign, To>, To, From>
constexpr void assign(To&& to, const From& from) {
  detail::write<detail::how_written::assign, rules::elementwise::assign>(to, from);
}
template <shaped To, detail::number_in_place<To, detail::how_written::assign, rules::elementwise::assign> S>
constexpr void assign(To&& to, S number) {
  using T = value_type_of<To>;
  assign(to, tensor<T>(element_from<T, "assign">(number)));
}
template <shaped To, shaped From>
  requires(!fit<detail::assign_rule<detail::how_written::assign, To>, To, From>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::assign, To>, To, From) assign(To&&, const From&);
template <shaped To, class S>
  requires is_number<S> && (!fit<detail::assign_rule<detail::how_written::assign, To>, To>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::assign, To>, To) assign(To&&, S);
template <shaped To, detail::unfit_number_in_place<To, detail::how_written::assign, rules::elementwise::assign> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::assign, To, S>, To) assign(To&&, S);

/// Any other call: `assign: give a tensor or view to write to, and what is written, as in assign(row(x, 0), y)`.
template <auto...>
TENON_SHAPE_ERROR("assign: give a tensor or view to write to, and what is written, as in assign(row(x, 0), y)")
assign(detail::anything = {}, detail::anything = {}, detail::anything = {});

/// [axes] += [axes], and += number: in place, also through a view; the right side may be stretched. Overlapping operands
/// are right. Refused: `add in place: [d_model=8] would have to become [seq=3, d_model=8]`, and before anything is written
/// a number or a result that elements do not hold: `add: a result does not fit elements of int32, did you mean ...?`.
template <shaped To, shaped From>
  requires fit<detail::assign_rule<detail::how_written::add, To>, To, From>
constexpr To&& operator+=(To&& to, const From& from) {
  detail::write<detail::how_written::add, rules::elementwise::add>(to, from);
  return std::forward<To>(to);
}
template <shaped To, detail::number_in_place<To, detail::how_written::add, rules::elementwise::add> S>
constexpr To&& operator+=(To&& to, S number) {
  using T = value_type_of<To>;
  return std::forward<To>(to) += tensor<T>(element_from<T, "add">(number));
}
template <shaped To, shaped From>
  requires fit<detail::assign_rule<detail::how_written::subtract, To>, To, From>
constexpr To&& operator-=(To&& to, const From& from) {
  detail::write<detail::how_written::subtract, rules::elementwise::subtract>(to, from);
  return std::forward<To>(to);
}
template <shaped To, detail::number_in_place<To, detail::how_written::subtract, rules::elementwise::subtract> S>
constexpr To&& operator-=(To&& to, S number) {
  using T = value_type_of<To>;
  return std::forward<To>(to) -= tensor<T>(element_from<T, "subtract">(number));
}
template <shaped To, shaped From>
  requires fit<detail::assign_rule<detail::how_written::multiply, To>, To, From>
constexpr To&& operator*=(To&& to, const From& from) {
  detail::write<detail::how_written::multiply, rules::elementwise::multiply>(to, from);
  math::in_memory(to.data());
  return std::forward<To>(to);
}
template <shaped To, detail::number_in_place<To, detail::how_written::multiply, rules::elementwise::multiply> S>
constexpr To&& operator*=(To&& to, S number) {
  using T = value_type_of<To>;
  return std::forward<To>(to) *= tensor<T>(element_from<T, "multiply">(number));
}
template <shaped To, shaped From>
  requires fit<detail::assign_rule<detail::how_written::divide, To>, To, From>
constexpr To&& operator/=(To&& to, const From& from) {
  detail::write<detail::how_written::divide, rules::elementwise::divide>(to, from);
  return std::forward<To>(to);
}
template <shaped To, detail::number_in_place<To, detail::how_written::divide, rules::elementwise::divide> S>
constexpr To&& operator/=(To&& to, S number) {
  using T = value_type_of<To>;
  return std::forward<To>(to) /= tensor<T>(element_from<T, "divide">(number));
}

template <shaped To, shaped From>
  requires(!fit<detail::assign_rule<detail::how_written::add, To>, To, From>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::add, To>, To, From) operator+=(To&&, const From&);
template <shaped To, class S>
  requires is_number<S> && (!fit<detail::assign_rule<detail::how_written::add, To>, To>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::add, To>, To) operator+=(To&&, S);
template <shaped To, detail::unfit_number_in_place<To, detail::how_written::add, rules::elementwise::add> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::add, To, S>, To) operator+=(To&&, S);
template <shaped To, detail::no_operand S>
TENON_SHAPE_ERROR("add in place: give a tensor and a tensor or a number, as in x += y")
operator+=(To&&, const S&);
template <shaped To, shaped From>
  requires(!fit<detail::assign_rule<detail::how_written::subtract, To>, To, From>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::subtract, To>, To, From) operator-=(To&&, const From&);
template <shaped To, class S>
  requires is_number<S> && (!fit<detail::assign_rule<detail::how_written::subtract, To>, To>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::subtract, To>, To) operator-=(To&&, S);
template <shaped To, detail::unfit_number_in_place<To, detail::how_written::subtract, rules::elementwise::subtract> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::subtract, To, S>, To) operator-=(To&&, S);
template <shaped To, detail::no_operand S>
TENON_SHAPE_ERROR("subtract in place: give a tensor and a tensor or a number, as in x -= y")
operator-=(To&&, const S&);
template <shaped To, shaped From>
  requires(!fit<detail::assign_rule<detail::how_written::multiply, To>, To, From>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::multiply, To>, To, From) operator*=(To&&, const From&);
template <shaped To, class S>
  requires is_number<S> && (!fit<detail::assign_rule<detail::how_written::multiply, To>, To>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::multiply, To>, To) operator*=(To&&, S);
template <shaped To, detail::unfit_number_in_place<To, detail::how_written::multiply, rules::elementwise::multiply> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::multiply, To, S>, To) operator*=(To&&, S);
template <shaped To, detail::no_operand S>
TENON_SHAPE_ERROR("multiply in place: give a tensor and a tensor or a number, as in x *= y")
operator*=(To&&, const S&);
template <shaped To, shaped From>
  requires(!fit<detail::assign_rule<detail::how_written::divide, To>, To, From>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::divide, To>, To, From) operator/=(To&&, const From&);
template <shaped To, class S>
  requires is_number<S> && (!fit<detail::assign_rule<detail::how_written::divide, To>, To>)
TENON_REFUSAL(detail::assign_rule<detail::how_written::divide, To>, To) operator/=(To&&, S);
template <shaped To, detail::unfit_number_in_place<To, detail::how_written::divide, rules::elementwise::divide> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::divide, To, S>, To) operator/=(To&&, S);
template <shaped To, detail::no_operand S>
TENON_SHAPE_ERROR("divide in place: give a tensor and a tensor or a number, as in x /= y")
operator/=(To&&, const S&);

}  // namespace tenon
TENON_END_HEADER
