// sum, mean, max and min: over the axes that are named, or over all.
#pragma once
#include <tenon/ops/usage.hpp>
#include <tenon/rules/reduce.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

using rules::reduction;

/// The running value of a reduction. Floats are summed in double, so that the order of many terms does not show.
template <reduction Kind, class T>
class reducer {
  // A sum of bools counts them.
  using number = std::conditional_t<std::is_same_v<T, bool>, index_t, T>;
  using sum_type = std::conditional_t<std::is_floating_point_v<T>, double, number>;
  static constexpr bool extreme = Kind == reduction::max || Kind == reduction::min;

 public:
  using result_type = std::conditional_t<Kind == reduction::sum, number, T>;

  constexpr void take(T value) {
    if constexpr (extreme) {
      const bool better = Kind == reduction::max ? value > extreme_ : value < extreme_;
      if (count_ == 0 || better || value != value) extreme_ = extreme_ != extreme_ ? extreme_ : value;
    } else {
      sum_ = static_cast<sum_type>(sum_ + static_cast<sum_type>(value));
    }
    ++count_;
  }
  constexpr result_type result() const {
    if constexpr (extreme) return extreme_;
    else if constexpr (Kind == reduction::mean) return static_cast<result_type>(sum_ / static_cast<sum_type>(count_));
    else return static_cast<result_type>(sum_);
  }

 private:
  sum_type sum_{};
  T extreme_{};
  index_t count_ = 0;
};

template <reduction Kind, class X, selector... Over>
inline constexpr rules::reduce reduce_rule{Kind, selectors(Over...), element_kind<X>};

template <reduction Kind, class X>
constexpr auto reduce_all(const X& x) {
  using T = typename X::value_type;
  const shape axes = x.shape();
  if constexpr (Kind != reduction::sum && X::axes.bounded())
    if (axes.size() == 0)
      raise<shape_mismatch>([&](writer& out) { out << rules::name(Kind) << ": " << axes << " has no elements"; });
  reducer<Kind, T> all;
  const T* from = x.data();
  traverse(axes, [&](index_t i) { all.take(from[i]); }, x.strides());
  return all.result();
}

template <auto Rule, class X>
constexpr auto reduce(const X& x) {
  using T = typename X::value_type;
  const shape axes = checked<Rule>(x), before = x.shape();
  using number = typename reducer<Rule.kind, T>::result_type;
  typename tensor_of<number, verdict_of<Rule, X>.result>::type y(uninitialized, axes);
  // The axes that stay, and those that go, each with the strides of x.
  const strides steps = x.strides();
  shape stay = before, go = before;
  bool gone[max_rank] = {};
  for (const selector& s : Rule.over) gone[s.index_in(X::axes)] = true;
  for (int i = 0; i < before.rank; ++i) (gone[i] ? stay : go)[i] = axis(1);
  const T* from = x.data();
  number* to = y.data();
  traverse(
      stay,
      [&](index_t base) {
        reducer<Rule.kind, T> along;
        traverse(go, [&](index_t i) { along.take(from[base + i]); }, steps);
        *to++ = along.result();
      },
      steps);
  return y;
}

}  // namespace detail

/// [..., axis, ...] -> [...]: `sum<seq>(x)`, `sum<-1>(x)`, `sum<batch, seq>(x)`; `sum(x)` is the number of all elements
/// together; a sum of bools counts them. PyTorch: torch.sum. Refused: `sum: no axis src in [batch=1, seq=3]`.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::sum, X, Over...>, X>
constexpr auto sum(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::sum, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::sum, X>, X>
constexpr auto sum(const X& x) {
  return detail::reduce_all<rules::reduction::sum>(x);
}
/// The mean over the axes named, or over all. PyTorch: torch.mean. Refused: integers, and at run time no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::mean, X, Over...>, X>
constexpr auto mean(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::mean, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::mean, X>, X>
constexpr auto mean(const X& x) {
  return detail::reduce_all<rules::reduction::mean>(x);
}
/// The largest element over the axes named, or of all; NaN where one is. PyTorch: torch.amax.
/// Refused at run time: no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::max, X, Over...>, X>
constexpr auto max(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::max, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::max, X>, X>
constexpr auto max(const X& x) {
  return detail::reduce_all<rules::reduction::max>(x);
}

/// The smallest element over the axes named, or of all; NaN where one is. PyTorch: torch.amin.
/// Refused at run time: no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::min, X, Over...>, X>
constexpr auto min(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::min, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::min, X>, X>
constexpr auto min(const X& x) {
  return detail::reduce_all<rules::reduction::min>(x);
}

template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && (!fit<detail::reduce_rule<rules::reduction::min, X, Over...>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::min, X, Over...>, X) min(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::min, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::min, X>, X) min(const X&);
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && (!fit<detail::reduce_rule<rules::reduction::sum, X, Over...>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::sum, X, Over...>, X) sum(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::sum, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::sum, X>, X) sum(const X&);
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && (!fit<detail::reduce_rule<rules::reduction::mean, X, Over...>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::mean, X, Over...>, X) mean(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::mean, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::mean, X>, X) mean(const X&);
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && (!fit<detail::reduce_rule<rules::reduction::max, X, Over...>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::max, X, Over...>, X) max(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::max, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::max, X>, X) max(const X&);

/// Any other call: `sum: give a tensor and the axes that go, as in sum<seq>(x), or none for all: sum(x)`.
template <auto...>
TENON_SHAPE_ERROR("sum: give a tensor and the axes that go, as in sum<seq>(x), or none for all: sum(x)")
sum(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `mean: give a tensor and the axes that go, as in mean<seq>(x), or none for all: mean(x)`.
template <auto...>
TENON_SHAPE_ERROR("mean: give a tensor and the axes that go, as in mean<seq>(x), or none for all: mean(x)")
mean(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `max: give a tensor and the axes that go, as in max<seq>(x), or none for all: max(x)`.
template <auto...>
TENON_SHAPE_ERROR("max: give a tensor and the axes that go, as in max<seq>(x), or none for all: max(x)")
max(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `min: give a tensor and the axes that go, as in min<seq>(x), or none for all: min(x)`.
template <auto...>
TENON_SHAPE_ERROR("min: give a tensor and the axes that go, as in min<seq>(x), or none for all: min(x)")
min(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
