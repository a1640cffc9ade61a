// contiguous(x): the elements packed in the order of their indices.
#pragma once
#include <tenon/tensor/result.hpp>

namespace tenon {

/// [axes] -> [axes] in a tensor of its own; a temporary that is packed already is passed on. PyTorch: Tensor.contiguous.
template <shaped X>
constexpr auto contiguous(X&& x) {
  using source = std::remove_cvref_t<X>;
  if constexpr (detail::is_tensor<source> && !std::is_lvalue_reference_v<X>) {
    return source(std::move(x));
  } else {
    return typename tensor_of<typename source::value_type, source::axes>::type(x);
  }
}

}  // namespace tenon
