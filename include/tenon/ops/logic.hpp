// and, or, not of masks.
#pragma once
#include <tenon/ops/elementwise_function.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [axes] and [axes] of bool -> [axes] of bool. PyTorch: torch.logical_and, torch.logical_or.
inline constexpr detail::elementwise_function<rules::elementwise::logical_and> logical_and{};
inline constexpr detail::elementwise_function<rules::elementwise::logical_or> logical_or{};

/// [axes] of bool -> [axes] of bool. PyTorch: torch.logical_not.
template <shaped X>
  requires std::is_same_v<value_type_of<X>, bool>
constexpr auto logical_not(const X& x) {
  typename tensor_of<bool, X::axes>::type y = x;
  for (bool& element : y) element = !element;
  return y;
}

}  // namespace tenon
TENON_END_HEADER
