// within_lengths<axis>(lengths): which elements of texts of unequal length are real, and which are only padding.
#pragma once
#include <utility>

#include <tenon/ops/usage.hpp>
#include <tenon/rules/within_lengths.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

template <class Lengths, axis Along>
inline constexpr rules::within_lengths within_lengths_rule{Along, element_kind<Lengths>};

template <shape Axes, class Lengths>
constexpr auto within(const Lengths& lengths, const shape& axes) {
  typename tensor_of<bool, Axes>::type mask(uninitialized, axes);
  const axis last = axes.last(0);
  const auto* given = lengths.data();
  bool* to = mask.data();
  traverse(
      lengths.shape(),
      [&](index_t i) {
        using length_type = value_type_of<Lengths>;
        const std::conditional_t<std::is_signed_v<length_type>, index_t, std::uint64_t> length = given[i];
        if (std::cmp_less(length, 0) || std::cmp_greater(length, last.extent)) [[unlikely]]
          raise<out_of_range>(
              [&](writer& out) { out << "within_lengths: length " << length << " is not within " << last; });
        for (index_t k = 0; k < last.extent; ++k) *to++ = k < static_cast<index_t>(length);
      },
      lengths.strides());
  return mask;
}

}  // namespace detail

/// [batch] of integers -> [batch, tokens] of bool, true where the position is less than the length:
/// `within_lengths<tokens>(lengths)`. The padding mask of attention is on the side of the keys:
/// `nn::keep(within_lengths<prime(tokens)>(lengths))`. PyTorch: torch.arange(n) < lengths[:, None].
/// A negative length, and one longer than the axis, raise `out_of_range`:
/// `within_lengths: length 7 is not within tokens=5`.
template <axis Along, shaped Lengths>
  requires fit<detail::within_lengths_rule<Lengths, Along>, Lengths>
[[nodiscard]] constexpr auto within_lengths(const Lengths& lengths) {
  constexpr auto rule = detail::within_lengths_rule<Lengths, Along>;
  return detail::within<verdict_of<rule, Lengths>.result>(lengths, checked<rule>(lengths));
}
/// The same for an axis that is as long as in x now: `within_lengths<prime(tokens)>(lengths, x)`, x [batch, tokens, ...].
/// Refused: `within_lengths: no axis tokens in [batch=2, seq=3]`.
template <axis Along, shaped Lengths, shaped X>
  requires fit<detail::within_lengths_rule<Lengths, Along>, Lengths, X>
[[nodiscard]] constexpr auto within_lengths(const Lengths& lengths, const X& x) {
  constexpr auto rule = detail::within_lengths_rule<Lengths, Along>;
  return detail::within<verdict_of<rule, Lengths, X>.result>(lengths, checked<rule>(lengths, x));
}
template <axis Along, shaped Lengths>
  requires(!fit<detail::within_lengths_rule<Lengths, Along>, Lengths>)
TENON_REFUSAL(detail::within_lengths_rule<Lengths, Along>, Lengths) within_lengths(const Lengths&);
template <axis Along, shaped Lengths, shaped X>
  requires(!fit<detail::within_lengths_rule<Lengths, Along>, Lengths, X>)
TENON_REFUSAL(detail::within_lengths_rule<Lengths, Along>, Lengths, X) within_lengths(const Lengths&, const X&);

/// Any other call: `within_lengths: give an axis, lengths, and a tensor where the axis is known at run time, as in
/// within_lengths<tokens>(lengths, x)`.
template <auto...>
TENON_SHAPE_ERROR("within_lengths: give an axis, lengths, and a tensor where the axis is known at run time, as in "
                  "within_lengths<tokens>(lengths, x)")
within_lengths(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
