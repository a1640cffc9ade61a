// forward(x, out, workspace): a module run into memory of the caller's, without allocating.
#pragma once
#include <tenon/nn/attention_call.hpp>
#include <tenon/nn/workspace.hpp>
#include <tenon/rules/forward.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Whether the elements of X lie packed by its type.
template <class X>
consteval bool packed_by_type() {
  using source = std::remove_cvref_t<X>;
  if constexpr (tenon::detail::is_tensor<source>) return true;
  else if constexpr (!source::mapping_type::is_static) return false;
  else return source::steps == row_major(source::axes);
}

/// The rule of an output.
template <shape Result, class Out, class... Operands>
inline constexpr rules::forward forward_rule{Result, tenon::detail::element_kind<Out>,
                                             (packed_by_type<Operands>() && ...) && packed_by_type<Out>()};

/// The elements of an output that is about to be written, its bounded axes as long as `now` says.
template <class Out>
constexpr auto* written(Out& out, const shape& now) {
  if constexpr (tenon::detail::is_tensor<Out>) return out.restart(now);
  else return out.data();
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
