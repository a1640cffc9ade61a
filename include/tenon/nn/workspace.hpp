// The memory that a module needs to run without allocating: a constant of the program.
#pragma once
#include <cstddef>

#include <tenon/shape/shaped.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// The bytes that `m.forward(x, out, workspace)` needs for inputs of these types; bounded axes count with their bounds.
/// `static_assert(nn::workspace_bytes<encoder, tensor<float, tokens, d_model>> <= 64 * 1024);`
template <class M, shaped... X>
inline constexpr index_t workspace_bytes = M::template workspace_elements<X...>() * static_cast<index_t>(sizeof(float));

/// That memory. It can be `static constinit`, a local, or a member, serves one call at a time, and holds nothing between
/// calls.
template <class M, shaped... X>
class workspace {
 public:
  constexpr workspace() : elements_{} {}
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;

  float* data() { return elements_; }

 private:
  static constexpr index_t count = workspace_bytes<M, X...> / static_cast<index_t>(sizeof(float));
  alignas(64) float elements_[static_cast<std::size_t>(count > 0 ? count : 1)];
};

namespace detail {

template <class W>
inline constexpr bool is_workspace = false;
template <class M, class... X>
inline constexpr bool is_workspace<workspace<M, X...>> = true;

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
