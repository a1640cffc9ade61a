// The memory that a module needs to run without allocating: a constant of the program.
#pragma once
#include <cstddef>
#include <new>
#include <type_traits>

#include <tenon/shape/shaped.hpp>
#include <tenon/text/shape_error.hpp>
#include <tenon/text/text_of.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

template <index_t Bytes>
struct counted_bytes {};

/// Whether the bytes can be counted: what overflows is no constant.
template <class M, class... X>
concept workspace_can_be_counted =
    requires { typename counted_bytes<M::template workspace_elements<X...>() * static_cast<index_t>(sizeof(float))>; };

/// What is wrong with a workspace of M for these inputs; empty where nothing is.
template <class M, class... X>
consteval auto workspace_sentence() {
  if constexpr (!requires { M::template workspace_elements<X...>; } || sizeof...(X) == 0) {
    return text{"workspace: give a module and the types of its inputs, as in nn::workspace<encoder, input>"};
  } else if constexpr (M::template inputs_sentence<X...>().size() > 0) {
    return M::template inputs_sentence<X...>();
  } else if constexpr (!workspace_can_be_counted<M, X...>) {
    return tenon::detail::text_of([](writer& out) {
      out << "workspace: inputs ";
      int count = 0;
      ((out << (count++ > 0 ? " and " : "") << axes_of<X>), ...);
      out << " need more bytes than can be counted";
    });
  } else {
    return text<1>{};
  }
}

template <class M, class... X>
consteval index_t workspace_size() {
  if constexpr (workspace_sentence<M, X...>().size() > 0)
    return 0;
  else
    return M::template workspace_elements<X...>() * static_cast<index_t>(sizeof(float));
}

}  // namespace detail

/// The bytes that `m.forward(x, out, workspace)` needs for inputs of these types; bounded axes count with their bounds.
/// `static_assert(nn::workspace_bytes<encoder, tensor<float, tokens, d_model>> <= 64 * 1024);`
/// Refused: what the module refuses of such inputs, and `workspace: inputs [tokens<=144115188075855872, d_model=8] need more
/// bytes than can be counted`.
template <class M, class... X>
inline constexpr index_t workspace_bytes = (void(sizeof(TENON_SHAPE_ERROR(detail::workspace_sentence<M, X...>()))),
                                            detail::workspace_size<M, X...>());

namespace detail {

/// Bytes without a value. Constant initialisation starts the life of `none`, which costs nothing; anywhere else nothing
/// is written at all: a local of any size is free.
template <index_t Bytes>
class workspace_memory {
 public:
  static constexpr index_t bytes = Bytes;

  constexpr workspace_memory() {
    if (std::is_constant_evaluated()) none_ = 0;
  }
  workspace_memory(const workspace_memory&) = delete;
  workspace_memory& operator=(const workspace_memory&) = delete;

  float* data() { return ::new (static_cast<void*>(elements_)) float[count]; }

 private:
  static constexpr std::size_t count = static_cast<std::size_t>(Bytes) / sizeof(float);
  union {
    char none_;
    alignas(64) float elements_[count];
  };
};

template <>
class workspace_memory<0> {
 public:
  static constexpr index_t bytes = 0;

  constexpr workspace_memory() = default;
  workspace_memory(const workspace_memory&) = delete;
  workspace_memory& operator=(const workspace_memory&) = delete;

  static float* data() { return nullptr; }
};
using no_workspace = workspace_memory<0>;

}  // namespace detail

/// That memory. It can be `static constinit`, a local, or a member, serves one call at a time, and holds nothing between
/// calls. An empty class where the module needs none. Any call that needs no more may use it.
template <class M, class... X>
class workspace : public detail::workspace_memory<detail::workspace_size<M, X...>()> {
  static_assert(sizeof(TENON_SHAPE_ERROR(detail::workspace_sentence<M, X...>())));

 public:
  constexpr workspace() = default;
};

namespace detail {

template <class W>
inline constexpr bool is_workspace = false;
template <class M, class... X>
inline constexpr bool is_workspace<workspace<M, X...>> = true;
template <class W>
concept some_workspace = is_workspace<W>;

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
