// How linear maps are called, whatever their parameters: m(x), and m.forward(x, out).
#pragma once
#include <tenon/kernels/product_in_parts.hpp>
#include <tenon/nn/forward.hpp>
#include <tenon/nn/kernel_extent.hpp>
#include <tenon/nn/module_options.hpp>
#include <tenon/nn/on.hpp>
#include <tenon/nn/regular_rows.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/rules/linear.hpp>
#include <tenon/tensor/panel_layout.hpp>
#include <tenon/tensor/result.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Whether there is a bias is in the type: GCC 12 cannot compare a pointer into a temporary with null in constant
/// evaluation.
template <class Weight, bool HasBias, index_t In, index_t Out, class T>
TENON_ROUNDS_EACH constexpr void apply_linear(index_t rows, const T* x, index_t step, const Weight* panels,
                            [[maybe_unused]] const T* bias, T* y) {
  using layout = tenon::detail::panel_mapping<Weight, axis(Out), axis(In)>;
  for (index_t row = 0; row < rows; ++row)
    for (index_t out = 0; out < Out; ++out) {
      T sum{};
      if constexpr (HasBias) sum = bias[out];
      for (index_t in = 0; in < In; ++in)
        sum = static_cast<T>(sum + x[row * step + in] * static_cast<T>(panels[layout::offset(out, in)]));
      y[row * Out + out] = sum;
    }
}

/// What linear maps share, whatever their options: the call, and `forward`.
template <class T, axis In, axis Out, class Derived>
struct linear_call {
  template <class X>
  TENON_LOCAL static constexpr rules::linear rule{In, Out, element_of<T>(), tenon::detail::element_kind<X>};

 private:
  template <class X, class Result>
  static consteval rules::forward forward_rule() {
    rules::forward result = output_rule<verdict_of<rule<X>, X>.result, T, Result>();
    result.packed = result.packed && may_have_regular_rows<X>();
    return result;
  }
  template <class X, class Result>
  static consteval bool forward_call_fits() {
    if constexpr (!shaped<Result> || !fit<rule<X>, X>) return false;
    else return fit<forward_rule<X, Result>(), Result>;
  }
  template <class X, class Result>
  static constexpr bool forward_fits = forward_call_fits<X, Result>();
  template <class X, class Result>
  static consteval auto forward_sentence() {
    if constexpr (!fit<rule<X>, X>) return sentence<rule<X>, X>();
    else return sentence<forward_rule<X, Result>(), Result>();
  }

 public:
  template <shaped X, executor_option... O>
    requires(fit<linear_call::rule<X>, X> && sizeof...(O) <= 1)
  [[nodiscard]] constexpr auto operator()(const X& x, const O&... options) const {
    using result = typename tensor_of<T, verdict_of<rule<X>, X>.result>::type;
    result y(uninitialized, checked<rule<X>>(x));
    with_rows(x, [&](const T* rows, index_t step) { apply(x, rows, step, y.data(), options...); });
    return y;
  }
  template <shaped X, executor_option... O>
    requires(sizeof...(O) > 1)
  TENON_SHAPE_ERROR("linear: two executors, give one nn::on(executor)") operator()(const X&, const O&...) const;
  template <shaped X, executor_option... O>
    requires(!fit<linear_call::rule<X>, X> && sizeof...(O) <= 1)
  TENON_REFUSAL(linear_call::rule<X>, X) operator()(const X&, const O&...) const;
  TENON_SHAPE_ERROR("linear: give one tensor, as in linear(x)")
  operator()(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {}) const;

  /// The same into memory of the caller's: `map.forward(x, out)`, or `map.forward(x, out, workspace)` as of every
  /// module, though a linear map needs none. Nothing is allocated; rows may lie apart, as those of a slice do.
  /// `nn::on(executor)` may follow.
  template <shaped X, class Result, executor_option... O>
    requires(linear_call::forward_fits<X, Result> && sizeof...(O) <= 1)
  constexpr void forward(const X& x, Result&& out, const O&... options) const
      noexcept(all_static<X, Result> && sizeof...(O) == 0) {
    run_forward(x, out, options...);
  }
  template <shaped X, class Result, some_workspace Memory, executor_option... O>
    requires(linear_call::forward_fits<X, Result> && sizeof...(O) <= 1)
  constexpr void forward(const X& x, Result&& out, Memory&, const O&... options) const
      noexcept(all_static<X, Result> && sizeof...(O) == 0) {
    run_forward(x, out, options...);
  }
  template <shaped X, shaped Result, executor_option... O>
    requires(!linear_call::forward_fits<X, Result> && sizeof...(O) <= 1)
  TENON_SHAPE_ERROR(linear_call::template forward_sentence<X, Result>())
  forward(const X&, Result&&, const O&...) const;
  template <shaped X, shaped Result, some_workspace Memory, executor_option... O>
    requires(!linear_call::forward_fits<X, Result> && sizeof...(O) <= 1)
  TENON_SHAPE_ERROR(linear_call::template forward_sentence<X, Result>())
  forward(const X&, Result&&, Memory&, const O&...) const;
  template <shaped X, class Result, executor_option... O>
    requires(sizeof...(O) > 1)
  TENON_SHAPE_ERROR("linear: two executors, give one nn::on(executor)") forward(const X&, Result&&, const O&...) const;
  template <shaped X, class Result, some_workspace Memory, executor_option... O>
    requires(sizeof...(O) > 1)
  TENON_SHAPE_ERROR("linear: two executors, give one nn::on(executor)")
  forward(const X&, Result&&, Memory&, const O&...) const;
  TENON_SHAPE_ERROR("forward: give x and out, as in linear.forward(x, out), then a workspace or nn::on(executor)")
  forward(tenon::detail::anything = {}, tenon::detail::anything = {}, tenon::detail::anything = {},
          tenon::detail::anything = {}) const;

  template <shaped X>
  static consteval index_t workspace_elements() {
    return 0;
  }
  template <shaped X>
  static consteval auto inputs_sentence() {
    return sentence<rule<X>, X>();
  }

 private:
  template <class X, class Result, class... O>
  constexpr void run_forward(const X& x, Result& out, const O&... options) const {
    const shape axes = checked<rule<X>>(x);
    const row_steps rows = row_steps_now(x);
    if constexpr (!all_static<X>)
      if (!rows.regular)
        raise<shape_mismatch>([](writer& say) { say << "forward: an operand is not contiguous, did you mean contiguous(x)?"; });
    check_output(out, axes);
    if (!std::is_constant_evaluated()) {
      const written_region written[] = {output_region(out, axes)};
      check_memory(written, [&](const auto& visit) TENON_INLINE_LAMBDA {
        visit(nullptr, "the input", x);
        static_cast<const Derived&>(*this).visit_parameters(nullptr, visit);
      });
    }
    apply(x, x.data(), rows.step, started(out, axes), options...);
  }

  template <class X, class... O>
  constexpr void apply(const X& x, const T* from, index_t step, T* y, const O&... options) const {
    const Derived& self = static_cast<const Derived&>(*this);
    const auto rows = kernel_extent<static_rows(X::axes)>(x.size() / In.extent);
    if constexpr (std::is_same_v<T, float>) {
      if (!std::is_constant_evaluated())
        return kernels::product_in_parts(executor_among(options...), rows, kernels::constant<In.extent>{},
                                         kernels::constant<Out.extent>{}, from, step, self.weight.panel_data(),
                                         self.bias_or_null(), y, Out.extent);
    }
    apply_linear<typename Derived::stored, Derived::has_bias, In.extent, Out.extent>(
        rows, from, step, self.weight.panel_data(), self.bias_or_null(), y);
  }
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
