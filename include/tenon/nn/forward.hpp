// forward(x, out, workspace): a module run into memory of the caller's, without allocating.
#pragma once
#include <tenon/nn/regions.hpp>
#include <tenon/nn/workspace.hpp>
#include <tenon/rules/check.hpp>
#include <tenon/rules/forward.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Whether the elements of X can lie packed. Of a view with a bounded axis that shows at run time only.
template <class X>
consteval bool may_be_packed() {
  using source = std::remove_cvref_t<X>;
  if constexpr (tenon::detail::is_tensor<source>) return true;
  else if constexpr (tenon::detail::in_panels<source>) return false;
  else return source::steps == row_major(source::axes);
}
template <class X>
constexpr bool packed_now(const X& x) {
  if constexpr (tenon::detail::is_tensor<X> || X::mapping_type::is_static) return may_be_packed<X>();
  else return is_packed(x);
}

/// Whether elements of an output may be written: neither it nor what it views is const.
template <class Out>
inline constexpr bool can_write = [] {
  if constexpr (requires(std::remove_reference_t<Out>& out) { out.data(); })
    return !std::is_const_v<std::remove_pointer_t<decltype(std::declval<std::remove_reference_t<Out>&>().data())>>;
  else
    return false;
}();

/// The rule of an output that is given as `Out&&`; `T` are the elements of the result.
template <shape Result, class T, class Out>
consteval rules::forward output_rule() {
  using out = std::remove_cvref_t<Out>;
  return {.result = Result,
          .result_elements = element_of<T>(),
          .elements = tenon::detail::element_kind<out>,
          .writable = can_write<Out>,
          .temporary = !std::is_lvalue_reference_v<Out> && !tenon::detail::is_view<out>,
          .packed = may_be_packed<Out>()};
}

/// Refuses an output that fits by its type for what shows at run time only, before anything is written:
/// - `forward: the output is [tokens=5, d_model=8], not [tokens=4, d_model=8]`, of a view with a bounded axis
/// - `forward: the output [tokens<=9, d_model=8] was moved from`
template <bool Weights = false, class Out>
constexpr void check_output(Out& out, const shape& now) {
  constexpr const char* what = Weights ? "weights " : "output ";
  if constexpr (!tenon::detail::is_tensor<Out> && !Out::mapping_type::is_static) {
    constexpr element elements = tenon::detail::element_kind<Out>;
    const auto ask = [&](writer& why) {
      return rules::forward{.result = now, .result_elements = elements, .elements = elements, .weights = Weights,
                            .packed = is_packed(out)}(out.shape(), why);
    };
    writer counter;
    if (!ask(counter).fits) raise<shape_mismatch>(ask);
  }
  if (out.data() == nullptr && now.size() != 0) [[unlikely]]
    raise<shape_mismatch>([](writer& say) {
      say << "forward: the " << what << Out::axes << (Weights ? " were" : " was") << " moved from";
    });
}

/// The memory of an output that has been checked, which is going to have the axes `now`.
template <bool Weights = false, class Out>
TENON_INLINE written_region output_region(Out& out, const shape& now) {
  return {Weights ? "weights" : "output", region_at(out.data(), 0, now.size()), &now, Weights};
}

/// Refuses operands that could lie packed by their types, and do not.
template <class... X>
constexpr void check_packed(const X&... x) {
  if constexpr (!all_static<X...>)
    if (!(packed_now(x) && ...))
      raise<shape_mismatch>(
          [](writer& say) { say << "forward: an operand is not contiguous, did you mean contiguous(x)?"; });
}

/// The elements of an output that has been checked and is about to be written, its bounded axes as long as `now` says.
template <class Out>
constexpr auto* started(Out& out, const shape& now) {
  if constexpr (tenon::detail::is_tensor<Out>) return out.restart(now);
  else return out.data();
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
