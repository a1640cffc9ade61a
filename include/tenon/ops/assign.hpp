// assign(to, from), and += -= *= /=: elements written through a tensor or view that keeps its shape.
#pragma once
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/rules/assign.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

/// Whether the elements of X may be written: a view of constants, a constant tensor and a temporary tensor may not.
template <class X>
concept writable = shaped<X> && !std::is_const_v<std::remove_pointer_t<decltype(std::declval<X&>().data())>> &&
                   (is_view<std::remove_cvref_t<X>> || std::is_lvalue_reference_v<X>);

template <class To, class From, class F>
constexpr void write_each(To& to, const From& from, const F& f) {
  const shape axes = to.shape();
  auto* elements = to.data();
  const auto* given = from.data();
  traverse(
      axes, [&](index_t i, index_t j) { elements[i] = f(elements[i], given[j]); }, to.strides(),
      stretched(from.shape(), from.strides(), axes));
}

/// The memory that x spans, whatever its strides.
template <class X, class Y>
constexpr bool share_memory(const X& x, const Y& y) {
  index_t reach = 1;
  for (int i = 0; i < Y::axes.rank; ++i) reach += (y.extent(i) - 1) * y.mapping().stride(i);
  return x.size() != 0 && y.size() != 0 && may_overlap(x, y.data(), reach);
}

/// Where the operands may overlap the right side is copied first, so that what is written is never read again.
template <rules::assign::how Kind, class To, class From, class F>
constexpr void write(To& to, const From& from, const F& f) {
  checked<rules::assign{Kind}>(to, from);
  if (share_memory(from, to)) write_each(to, contiguous(from), f);
  else write_each(to, from, f);
}

}  // namespace detail

/// [axes] <- [axes]: copies the elements of `from` through a view, or into a tensor; `from` may lack leading axes.
/// Overlapping operands are right. PyTorch: Tensor.copy_. Refused: `assign: axes differ: [seq=3] = [src=5]: ...`.
template <detail::writable To, shaped From>
  requires fit<rules::assign{rules::assign::how::assign}, To, From>
constexpr void assign(To&& to, const From& from) {
  detail::write<rules::assign::how::assign>(to, from, [](auto, auto b) { return b; });
}
template <detail::writable To, class S>
  requires std::is_arithmetic_v<S>
constexpr void assign(To&& to, S number) {
  assign(to, tensor<value_type_of<To>>(number));
}
template <detail::writable To, shaped From>
  requires(!fit<rules::assign{rules::assign::how::assign}, To, From>)
TENON_REFUSAL(rules::assign{rules::assign::how::assign}, To, From) assign(To&&, const From&);

/// [axes] += [axes]: in place, also through a view; the right side may be stretched. Overlapping operands are right.
/// Refused: `add in place: [d_model=8] would have to become [seq=3, d_model=8]`.
template <detail::writable To, shaped From>
  requires fit<rules::assign{rules::assign::how::add}, To, From>
constexpr To&& operator+=(To&& to, const From& from) {
  detail::write<rules::assign::how::add>(to, from, [](auto a, auto b) { return detail::combined<rules::elementwise::add>(a, b); });
  return std::forward<To>(to);
}
template <detail::writable To, shaped From>
  requires fit<rules::assign{rules::assign::how::subtract}, To, From>
constexpr To&& operator-=(To&& to, const From& from) {
  detail::write<rules::assign::how::subtract>(to, from, [](auto a, auto b) { return detail::combined<rules::elementwise::subtract>(a, b); });
  return std::forward<To>(to);
}
template <detail::writable To, shaped From>
  requires fit<rules::assign{rules::assign::how::multiply}, To, From>
constexpr To&& operator*=(To&& to, const From& from) {
  detail::write<rules::assign::how::multiply>(to, from, [](auto a, auto b) { return detail::combined<rules::elementwise::multiply>(a, b); });
  return std::forward<To>(to);
}
template <detail::writable To, shaped From>
  requires fit<rules::assign{rules::assign::how::divide}, To, From>
constexpr To&& operator/=(To&& to, const From& from) {
  detail::write<rules::assign::how::divide>(to, from, [](auto a, auto b) { return detail::combined<rules::elementwise::divide>(a, b); });
  return std::forward<To>(to);
}
/// [axes] += number, and so on.
template <detail::writable To, detail::number_for<To, rules::elementwise::add> S>
constexpr To&& operator+=(To&& to, S number) {
  return std::forward<To>(to) += tensor<value_type_of<To>>(number);
}
template <detail::writable To, detail::number_for<To, rules::elementwise::subtract> S>
constexpr To&& operator-=(To&& to, S number) {
  return std::forward<To>(to) -= tensor<value_type_of<To>>(number);
}
template <detail::writable To, detail::number_for<To, rules::elementwise::multiply> S>
constexpr To&& operator*=(To&& to, S number) {
  return std::forward<To>(to) *= tensor<value_type_of<To>>(number);
}
template <detail::writable To, detail::number_for<To, rules::elementwise::divide> S>
constexpr To&& operator/=(To&& to, S number) {
  return std::forward<To>(to) /= tensor<value_type_of<To>>(number);
}

template <detail::writable To, detail::unfit_number_for<To, rules::elementwise::add> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::add, To, S>, To) operator+=(To&&, S);
template <detail::writable To, detail::unfit_number_for<To, rules::elementwise::subtract> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::subtract, To, S>, To) operator-=(To&&, S);
template <detail::writable To, detail::unfit_number_for<To, rules::elementwise::multiply> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::multiply, To, S>, To) operator*=(To&&, S);
template <detail::writable To, detail::unfit_number_for<To, rules::elementwise::divide> S>
TENON_REFUSAL(detail::number_rule<rules::elementwise::divide, To, S>, To) operator/=(To&&, S);
template <detail::writable To, shaped From>
  requires(!fit<rules::assign{rules::assign::how::add}, To, From>)
TENON_REFUSAL(rules::assign{rules::assign::how::add}, To, From) operator+=(To&&, const From&);
template <detail::writable To, shaped From>
  requires(!fit<rules::assign{rules::assign::how::subtract}, To, From>)
TENON_REFUSAL(rules::assign{rules::assign::how::subtract}, To, From) operator-=(To&&, const From&);
template <detail::writable To, shaped From>
  requires(!fit<rules::assign{rules::assign::how::multiply}, To, From>)
TENON_REFUSAL(rules::assign{rules::assign::how::multiply}, To, From) operator*=(To&&, const From&);
template <detail::writable To, shaped From>
  requires(!fit<rules::assign{rules::assign::how::divide}, To, From>)
TENON_REFUSAL(rules::assign{rules::assign::how::divide}, To, From) operator/=(To&&, const From&);

}  // namespace tenon
TENON_END_HEADER
