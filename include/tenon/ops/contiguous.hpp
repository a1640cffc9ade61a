// contiguous(x): the elements packed in the order of their indices.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

/// [axes] -> [axes] in a tensor of its own; a temporary that is packed already is passed on. PyTorch: Tensor.contiguous.
template <shaped X>
[[nodiscard]] constexpr auto contiguous(X&& x) {
  using source = std::remove_cvref_t<X>;
  if constexpr (detail::is_tensor<source> && !std::is_lvalue_reference_v<X>) {
    return source(std::move(x));
  } else {
    return typename tensor_of<typename source::value_type, source::axes>::type(x);
  }
}

/// Any other call: `contiguous: give one tensor, as in contiguous(x)`.
template <auto...>
TENON_SHAPE_ERROR("contiguous: give one tensor, as in contiguous(x)")
contiguous(detail::anything, detail::anything = {}, detail::anything = {});

namespace detail {

/// Calls f with a pointer to the elements of x in the order of its indices, copied only where they do not lie so.
template <shaped X, class F>
constexpr void with_packed(const X& x, const F& f) {
  if constexpr (!in_panels<X>)
    if (is_packed(x)) return f(x.data());
  const auto copy = contiguous(x);
  f(copy.data());
}

}  // namespace detail
}  // namespace tenon
TENON_END_HEADER
