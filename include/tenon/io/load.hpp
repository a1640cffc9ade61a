// load: the parameters of a module from a file, by name; all or nothing.
#pragma once
#include <tenon/io/load_plan.hpp>
#include <tenon/ops/usage.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

namespace detail {

template <class M>
consteval auto load_sentence() {
  if constexpr (!nn::module<M> || std::is_const_v<std::remove_reference_t<M>>)
    return text{"load: give a module and a file, as in io::load(m, io::open(path))"};
  else {
    constexpr parameter_kinds kinds = kinds_of<std::remove_cvref_t<M>>;
    if constexpr (kinds.views)
      return text{
          "load: the module borrows parameters, which cannot be written, did you mean one without nn::borrowed?"};
    else if constexpr (kinds.unknown)
      return text{"load: a parameter is no tensor that owns its elements"};
    else if constexpr (kinds.bounded)
      return text{"load: a parameter has a bounded axis, whose extent is not known"};
    else if constexpr (kinds.without_type)
      return text{"load: a parameter has elements of a type that files do not have"};
    else
      return text<1>{};
  }
}

}  // namespace detail

/// How a module and a file fit, without writing anything.
template <class M>
  requires(detail::load_sentence<M>().size() == 0)
[[nodiscard]] load_report compare(M& m, const archive& file, const names& how = {}) {
  return detail::load_plan(detail::slots_of(m), file, how).report();
}

/// Writes the tensors of a file into the parameters of a module, by their names: `io::load(m, io::open(path));`.
/// Float16 and bfloat16 become float exactly, float and float16 are rounded to weights of bfloat16; the result lists
/// both as `converted`. Refused as one `file_fault<fault::does_not_fit>` with a line for each fault, before anything is
/// written: parameters without a tensor, with the nearest name; other shapes and other types, with both; tensors that
/// no parameter reads, unless `how` ignores them; and names in `how` that mean no parameter. PyTorch:
/// Module.load_state_dict(safetensors.torch.load_file(path)).
template <class M>
  requires(detail::load_sentence<M>().size() == 0)
load_report load(M& m, const archive& file, const names& how = {}) {
  const detail::load_plan plan(detail::slots_of(m), file, how);
  if (!plan.report().fits()) detail::refuse_faults(plan.report(), file.source());
  plan.run();
  return plan.report();
}
template <class M>
  requires(detail::load_sentence<M>().size() > 0)
TENON_SHAPE_ERROR(detail::load_sentence<M>())
load(M&, const archive&, const names& = {});
template <class M>
  requires(detail::load_sentence<M>().size() > 0)
TENON_SHAPE_ERROR(detail::load_sentence<M>())
compare(M&, const archive&, const names& = {});

/// Any other call.
template <auto...>
TENON_SHAPE_ERROR("load: give a module and a file, as in io::load(m, io::open(path))")
load(tenon::detail::anything, tenon::detail::anything = {}, tenon::detail::anything = {});

}  // namespace tenon::io
TENON_END_HEADER
