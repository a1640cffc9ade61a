// What of the user's a view can refer to: arrays, spans, containers, tensors.
#pragma once
#include <span>

#include <tenon/rules/borrow.hpp>
#include <tenon/tensor/panel_memory.hpp>
#include <tenon/tensor/result.hpp>
#include <tenon/tensor/usable.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// Elements side by side: arrays, std::array, std::span, containers.
template <class X>
concept elements_of_the_user = !shaped<X> && requires(std::remove_reference_t<X>& x) { std::span(x); };

/// A pointer, not an array, whose number of elements would be forgotten.
template <class X, class T>
concept pointer_to = std::is_pointer_v<std::remove_reference_t<X>> && std::is_convertible_v<X, T*>;

template <class X>
concept lendable = shaped<X> || elements_of_the_user<X> || is_panel_memory<std::remove_cvref_t<X>>;

/// How much X lends, as far as its type says, and of what.
template <class X>
struct loan {
  static constexpr std::size_t count = std::dynamic_extent;
  static constexpr bool owner = true;
  using pointee = void;
};
template <elements_of_the_user X>
struct loan<X> {
  using span = decltype(std::span(std::declval<std::remove_reference_t<X>&>()));
  static constexpr std::size_t count = span::extent;
  static constexpr bool owner = !is_span<std::remove_cvref_t<X>>;
  using pointee = typename span::element_type;
};
template <class X>
  requires is_panel_memory<std::remove_cvref_t<X>>
struct loan<X> {
  static constexpr std::size_t count = std::remove_cvref_t<X>::extent;
  static constexpr bool owner = false;
  using pointee = typename std::remove_cvref_t<X>::element_type;
};
template <shaped X>
struct loan<X> {
  static constexpr std::size_t count = std::dynamic_extent;
  static constexpr bool owner = !refers_to_elements<std::remove_cvref_t<X>>;
  using pointee = std::remove_pointer_t<decltype(elements_of(std::declval<std::remove_reference_t<X>&>()))>;
};

template <class X>
consteval bool packed_by_its_type() {
  if constexpr (in_panels<X>) return false;
  else return std::remove_cvref_t<X>::steps == row_major(axes_of<X>);
}

/// The rule of a `T* elements` under the axes `Target` that is to refer to X. There is one for every X, as compilers ask
/// for the sentence of an overload before they look at its constraint.
template <rules::borrow::by How, class T, shape Target, index_t Needed, class X>
inline constexpr rules::borrow borrow_rule = [] {
  using pointee = typename loan<X>::pointee;
  rules::borrow rule{How, Target, Needed};
  rule.target_element = element_of<std::remove_const_t<T>>();
  rule.source_element = element_of<std::remove_const_t<pointee>>();
  rule.constant = std::is_const_v<pointee> && !std::is_const_v<T>;
  rule.temporary = loan<X>::owner && !std::is_lvalue_reference_v<X>;
  if constexpr (shaped<X>) {
    rule.source_has_axes = true;
    rule.source_in_panels = in_panels<X>;
    rule.source_packed = packed_by_its_type<X>();
  } else if constexpr (loan<X>::count != std::dynamic_extent) {
    rule.count = static_cast<index_t>(loan<X>::count);
  }
  if constexpr (is_panel_memory<std::remove_cvref_t<X>>) rule.source_in_panels = true;
  return rule;
}();

/// What the rule is asked with: X where it has axes, else the axes of the target.
template <class X, class Target>
struct lender {
  using type = Target;
};
template <shaped X, class Target>
struct lender<X, Target> {
  using type = std::remove_cvref_t<X>;
};

/// Takes what a `T* elements` under the axes `Target`, of `Needed` elements, can refer to: a pointer, memory of the
/// user's, a tensor in the same layout. Says why it takes no other.
template <rules::borrow::by How, class T, shape Target, index_t Needed>
class borrower {
  struct target {
    using value_type = std::remove_const_t<T>;
    TENON_LOCAL static constexpr shape axes = Target;
  };
  template <class X>
  TENON_LOCAL static constexpr rules::borrow rule = borrow_rule<How, T, Target, Needed, X>;
  template <class X>
  using operand = typename lender<X, target>::type;

 public:
  template <class X>
  static consteval bool takes() {
    if constexpr (lendable<X>) return fit<rule<X>, operand<X>>;
    else return pointer_to<X, T>;
  }
  template <class X>
  static consteval auto sentence() {
    if constexpr (lendable<X>) return tenon::sentence<rule<X>, operand<X>>();
    else if constexpr (pointer_to<X, T>) return text<1>{};
    else if constexpr (How == rules::borrow::by::panel_view)
      return text{"panel_view: give the memory where the panels lie, or a weight in panels"};
    else
      return text{"packed_view: give the memory where the elements lie, or a tensor"};
  }

  /// Memory whose extent the type of X did not say is measured now.
  template <class X>
  static constexpr T* elements(X&& x) {
    if constexpr (shaped<X>) {
      return elements_of(x);
    } else if constexpr (pointer_to<X, T>) {
      return usable<T>(x, rules::borrow{How, Target, Needed}.operation());
    } else {
      constexpr bool panels = is_panel_memory<std::remove_cvref_t<X>>;
      const auto memory = [&] {
        if constexpr (panels) return std::span(x.panel_data(), x.size());
        else return std::span(x);
      }();
      if constexpr (loan<X>::count == std::dynamic_extent) {
        rules::borrow now = rule<X>;
        now.count = static_cast<index_t>(memory.size());
        writer counter;
        if (!judge(now, counter, Target).fits) raise_refusal(now, Target);
      }
      return usable<T>(memory.data(), rules::borrow{How, Target, Needed}.operation());
    }
  }
};

}  // namespace tenon::detail
TENON_END_HEADER
