// What a module may be told in its type, beside its axes.
#pragma once
#include <type_traits>

#include <tenon/axis/axis.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// Whether the linear maps of a module have a bias; they have, unless `no_bias` is said.
struct with_bias {};
struct no_bias {};

/// What the keys of attention end in, where it is not d_model. PyTorch: kdim of nn.MultiheadAttention.
template <axis Width>
struct key_width {};
/// What the values of attention end in, where it is not d_model. PyTorch: vdim of nn.MultiheadAttention.
template <axis Width>
struct value_width {};

namespace detail {

/// The axis that an option gives under one of these templates.
template <template <axis> class Option, class O>
struct width_in {
  static constexpr bool given = false;
  static constexpr axis width = 1;
};
template <template <axis> class Option, axis Width>
struct width_in<Option, Option<Width>> {
  static constexpr bool given = true;
  static constexpr axis width = Width;
};

template <template <axis> class Option, class... Options>
consteval axis width_among(axis width) {
  ((width_in<Option, Options>::given ? void(width = width_in<Option, Options>::width) : void()), ...);
  return canonical(width);
}

template <class... Options>
using bias_among = std::conditional_t<(std::is_same_v<Options, no_bias> || ...), no_bias, with_bias>;

template <class O>
inline constexpr bool is_attention_module_option = std::is_same_v<O, no_bias> || std::is_same_v<O, with_bias> ||
                                                   width_in<key_width, O>::given || width_in<value_width, O>::given;

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
