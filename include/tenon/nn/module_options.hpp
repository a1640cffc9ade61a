// What a module may be told in its type, beside its axes.
#pragma once
#include <type_traits>

#include <tenon/axis/axis.hpp>
#include <tenon/element/bfloat16.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// Whether the linear maps of a module have a bias; they have, unless `no_bias` is said.
struct with_bias {};
struct no_bias {};

/// What the weights of linear maps are stored as: `weights<bfloat16>` halves their memory. A weight rounds the floats
/// that are stored in it; biases stay as they are, and the module calculates in float, with the rounded weights.
template <class T>
struct weights {};

/// The parameters of a module are views of memory that the user owns: of a mapped file, of flash, of a constant. Such a
/// module is made of its parameters, `linear<float, in, out, borrowed> map(w, b)`, copies nothing, and must not outlive
/// them.
struct borrowed {};

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
  TENON_LOCAL static constexpr axis width = 1;
};
template <template <axis> class Option, axis Width>
struct width_in<Option, Option<Width>> {
  static constexpr bool given = true;
  TENON_LOCAL static constexpr axis width = Width;
};

template <template <axis> class Option, class... Options>
consteval axis width_among(axis width) {
  ((width_in<Option, Options>::given ? void(width = width_in<Option, Options>::width) : void()), ...);
  return canonical(width);
}

template <class Wanted, class... Options>
inline constexpr bool is_among = (std::is_same_v<Options, Wanted> || ...);

/// The type that weights are stored as, T unless an option says another.
template <class T, class... Options>
struct weight_among {
  using type = T;
};
template <class T, class First, class... Rest>
struct weight_among<T, First, Rest...> : weight_among<T, Rest...> {};
template <class T, class Stored, class... Rest>
struct weight_among<T, weights<Stored>, Rest...> {
  using type = Stored;
};

template <class O>
inline constexpr bool is_weights = false;
template <class T>
inline constexpr bool is_weights<weights<T>> = true;

/// Whether weights of T can be stored as another type: float as bfloat16.
template <class T, class Stored>
inline constexpr bool can_be_stored_as =
    std::is_same_v<T, Stored> || (std::is_same_v<T, float> && std::is_same_v<Stored, bfloat16>);

template <class O>
inline constexpr bool is_linear_option = std::is_same_v<O, no_bias> || std::is_same_v<O, with_bias> ||
                                         std::is_same_v<O, borrowed> || is_weights<O>;

template <class O>
inline constexpr bool is_attention_module_option =
    is_linear_option<O> || width_in<key_width, O>::given || width_in<value_width, O>::given;

/// Whether M is a module of this template: `is_a<linear, M>`.
template <template <class, axis, axis, class...> class Module, class M>
inline constexpr bool is_a = false;
template <template <class, axis, axis, class...> class Module, class T, axis A, axis B, class... Options>
inline constexpr bool is_a<Module, Module<T, A, B, Options...>> = true;

/// Whether no option is given twice or beside its opposite.
template <class... Options>
inline constexpr bool options_agree =
    (0 + ... + (std::is_same_v<Options, no_bias> || std::is_same_v<Options, with_bias>)) <= 1 &&
    (0 + ... + is_weights<Options>) <= 1 && (0 + ... + std::is_same_v<Options, borrowed>) <= 1 &&
    (0 + ... + width_in<key_width, Options>::given) <= 1 && (0 + ... + width_in<value_width, Options>::given) <= 1;

template <class... Options>
struct option_list {};

/// Calls for a list of options that says in one way what these say of linear maps, so that equal maps have one type.
template <class T, class... Options>
struct linear_options {
  template <bool Said, class Option>
  using if_said = std::conditional_t<Said, option_list<Option>, option_list<>>;

  using stored = typename weight_among<T, Options...>::type;

  template <class... A, class... B, class... C>
  static option_list<A..., B..., C...> joined(option_list<A...>, option_list<B...>, option_list<C...>);

  using type = decltype(joined(if_said<is_among<no_bias, Options...>, no_bias>{},
                               if_said<!std::is_same_v<stored, T>, weights<stored>>{},
                               if_said<is_among<borrowed, Options...>, borrowed>{}));
};

}  // namespace detail
}  // namespace tenon::nn
TENON_END_HEADER
