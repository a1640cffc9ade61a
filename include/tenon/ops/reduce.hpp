// sum, mean, max and min: over the axes that are named, or over all.
#pragma once
#include <tenon/kernels/reduce.hpp>
#include <tenon/ops/runs.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/reduce.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace detail {

using rules::reduction;

/// The shortest run that repays the call of a kernel. A tensor that cannot have one instantiates none.
inline constexpr index_t kernel_run = 64;

/// Sums of elements of T as they run: in double, so that the order of many terms does not show, or exact.
template <class T>
using running_sum = std::conditional_t<std::is_integral_v<T>, math::wide_sum<sum_of<T>>, summed_in<T>>;

/// The running value of a reduction.
template <reduction Kind, class T>
class reducer {
  using number = sum_of<T>;
  static constexpr bool extreme = Kind == reduction::max || Kind == reduction::min;

 public:
  using result_type = std::conditional_t<Kind == reduction::sum, number, T>;

  constexpr reducer() = default;
  /// For a reduction that begins with this element; it is taken once more.
  explicit constexpr reducer(T first) {
    if constexpr (extreme) running_ = first;
  }

  constexpr void take(T value) {
    if constexpr (extreme) {
      const bool better = Kind == reduction::max ? value > running_ : value < running_;
      running_ = better || value != value ? value : running_;  // a NaN, once in, is never beaten
    } else if constexpr (std::is_integral_v<T>) {
      running_.add(static_cast<number>(value));
    } else {
      running_ += static_cast<running>(value);
    }
  }
  /// Elements side by side. Eight sums at once do not wait for each other.
  template <index_t Most>
  constexpr void take_run(const T* from, index_t count) {
    const index_t whole = !extreme && std::is_floating_point_v<T> ? count / 8 * 8 : 0;
    if constexpr (extreme && std::is_same_v<T, float> && Most >= kernel_run) {
      if (!std::is_constant_evaluated() && count >= kernel_run) {
        float best;
        if constexpr (Kind == reduction::max) kernels::max_rows(1, count, from, count, &best);
        else kernels::min_rows(1, count, from, count, &best);
        return take(best);
      }
    } else if constexpr (!extreme && std::is_floating_point_v<T> && Most >= 8) {
      running part[8] = {};
      for (index_t i = 0; i < whole; i += 8)
        for (int k = 0; k < 8; ++k) part[k] += static_cast<running>(from[i + k]);
      running_ += ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
    } else if constexpr (!extreme && std::is_integral_v<T> && sizeof(T) < sizeof(number)) {
      // Not so many that 64 bits could overflow.
      constexpr index_t together = index_t{1} << 30;
      for (index_t first = 0; first < count; first += together) {
        number part{};
        for (index_t i = first; i < (count - first < together ? count : first + together); ++i)
          part = static_cast<number>(part + static_cast<number>(from[i]));
        running_.add(part);
      }
      return;
    }
    for (index_t i = 0; i < count - whole; ++i) take(from[whole + i]);
  }
  /// Of `count` elements.
  constexpr result_type result(index_t count) const {
    if constexpr (Kind == reduction::mean) {
      return static_cast<result_type>(running_ / static_cast<running>(count));
    } else if constexpr (!extreme && std::is_integral_v<T>) {
      if (!running_.fits()) number_refusal<result_refusal<"sum", number>()>::refuse();
      return running_.value();
    } else {
      return static_cast<result_type>(running_);
    }
  }

 private:
  using running = std::conditional_t<extreme, T, running_sum<T>>;
  running running_{};
};

/// Reductions of neighbours, along axes whose elements lie further apart: to[j] = all of from[... + j].
template <reduction Kind, class T, class Number>
constexpr void reduce_side_by_side(index_t width, const shape& go, const strides& steps, const T* from, Number* to) {
  constexpr index_t together = 128;
  for (index_t first = 0; first < width; first += together) {
    const index_t here = width - first < together ? width - first : together;
    reducer<Kind, T> along[together];
    if (go.size() > 0)
      for (index_t j = 0; j < here; ++j) along[j] = reducer<Kind, T>(from[first + j]);
    traverse(
        go,
        [&](index_t i) {
          const T* row = from + i + first;
          for (index_t j = 0; j < here; ++j) along[j].take(row[j]);
        },
        steps);
    for (index_t j = 0; j < here; ++j) to[first + j] = along[j].result(go.size());
  }
}

template <reduction Kind, class X, selector... Over>
inline constexpr rules::reduce reduce_rule{Kind, selectors(Over...), element_kind<X>};

template <reduction Kind, class X>
constexpr auto reduce_all(const X& x) {
  using T = typename X::value_type;
  const shape axes = x.shape();
  if constexpr (Kind != reduction::sum && X::axes.bounded())
    if (axes.size() == 0)
      raise<shape_mismatch>([&](writer& out) { out << rules::name(Kind) << ": " << axes << " has no elements"; });
  const T* from = x.data();
  const strides steps = x.strides();
  const index_t run = run_of(axes, steps, 1);
  reducer<Kind, T> all = axes.size() > 0 ? reducer<Kind, T>(*from) : reducer<Kind, T>();
  traverse(without_run(axes, run), [&](index_t i) { all.template take_run<X::axes.size()>(from + i, run); }, steps);
  return all.result(axes.size());
}

template <auto Rule, class X>
inline constexpr bool last_goes = [] {
  for (const selector& s : Rule.over)
    if (s.index_in(X::axes) == X::axes.rank - 1) return true;
  return false;
}();

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
  if constexpr (last_goes<Rule, X>) {
    const index_t many = go.size(), run = many > 0 ? run_of(go, steps, 1) : 1;
    const shape outer = without_run(go, run);
    traverse(
        stay,
        [&](index_t base) {
          reducer<Rule.kind, T> along = many > 0 ? reducer<Rule.kind, T>(from[base]) : reducer<Rule.kind, T>();
          traverse(outer, [&](index_t i) { along.template take_run<X::axes.size()>(from + base + i, run); }, steps);
          *to++ = along.result(many);
        },
        steps);
  } else {
    const index_t run = stay.size() > 0 ? run_of(stay, steps, 1) : 1;
    traverse(
        without_run(stay, run),
        [&](index_t base) {
          reduce_side_by_side<Rule.kind>(run, go, steps, from + base, to);
          to += run;
        },
        steps);
  }
  return y;
}

}  // namespace detail

/// [..., axis, ...] -> [...]: `sum<seq>(x)`, `sum<-1>(x)`, `sum<batch, seq>(x)`; `sum(x)` is the number of all elements
/// together. Floats are summed in double: the order of the terms does not show. A sum of integers has 64 bits, and one of
/// bools counts them. PyTorch: torch.sum. Refused: `sum: no axis src in [batch=1, seq=3]`; at run time a sum of integers that
/// 64 bits do not hold: `sum: a result does not fit elements of int64, did you mean cast<double>(a)?`.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::sum, X, Over...>, X>
[[nodiscard]] constexpr auto sum(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::sum, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::sum, X>, X>
[[nodiscard]] constexpr auto sum(const X& x) {
  return detail::reduce_all<rules::reduction::sum>(x);
}
/// The mean over the axes named, or over all. PyTorch: torch.mean. Refused: integers, and at run time no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::mean, X, Over...>, X>
[[nodiscard]] constexpr auto mean(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::mean, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::mean, X>, X>
[[nodiscard]] constexpr auto mean(const X& x) {
  return detail::reduce_all<rules::reduction::mean>(x);
}
/// The largest element over the axes named, or of all; NaN where one is. PyTorch: torch.amax.
/// Refused at run time: no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::max, X, Over...>, X>
[[nodiscard]] constexpr auto (max)(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::max, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::max, X>, X>
[[nodiscard]] constexpr auto (max)(const X& x) {
  return detail::reduce_all<rules::reduction::max>(x);
}

/// The smallest element over the axes named, or of all; NaN where one is. PyTorch: torch.amin.
/// Refused at run time: no elements.
template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && fit<detail::reduce_rule<rules::reduction::min, X, Over...>, X>
[[nodiscard]] constexpr auto (min)(const X& x) {
  return detail::reduce<detail::reduce_rule<rules::reduction::min, X, Over...>>(x);
}
template <shaped X>
  requires fit<detail::reduce_rule<rules::reduction::min, X>, X>
[[nodiscard]] constexpr auto (min)(const X& x) {
  return detail::reduce_all<rules::reduction::min>(x);
}

template <selector... Over, shaped X>
  requires(sizeof...(Over) > 0) && (!fit<detail::reduce_rule<rules::reduction::min, X, Over...>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::min, X, Over...>, X) (min)(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::min, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::min, X>, X) (min)(const X&);
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
TENON_REFUSAL(detail::reduce_rule<rules::reduction::max, X, Over...>, X) (max)(const X&);
template <shaped X>
  requires(!fit<detail::reduce_rule<rules::reduction::max, X>, X>)
TENON_REFUSAL(detail::reduce_rule<rules::reduction::max, X>, X) (max)(const X&);

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
(max)(detail::anything, detail::anything = {}, detail::anything = {});

/// Any other call: `min: give a tensor and the axes that go, as in min<seq>(x), or none for all: min(x)`.
template <auto...>
TENON_SHAPE_ERROR("min: give a tensor and the axes that go, as in min<seq>(x), or none for all: min(x)")
(min)(detail::anything, detail::anything = {}, detail::anything = {});

}  // namespace tenon
TENON_END_HEADER
