// The parameters of a module, visited by name.
#pragma once
#include <boost/hana/accessors.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/second.hpp>

#include <tenon/ops/usage.hpp>
#include <tenon/shape/shaped.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

/// A struct whose members are listed by BOOST_HANA_DEFINE_STRUCT: parameters, and modules in their turn.
template <class M>
concept module = boost::hana::Struct<std::remove_cvref_t<M>>::value;

/// The path of a parameter within its module: `W_q.weight`.
struct parameter_name {
  const parameter_name* parent;
  const char* member;

  friend constexpr writer& operator<<(writer& out, const parameter_name& name) {
    if (name.parent != nullptr) out << *name.parent << '.';
    return out << name.member;
  }
};

/// Calls `visit(name, parameter)` for each parameter of a module, in the order of its list; `name` writes itself as
/// `W_q.weight`. The parameters of a const module are const.
template <module M, class Visit>
constexpr void for_each_parameter(M&& m, const Visit& visit, const parameter_name* parent = nullptr) {
  boost::hana::for_each(boost::hana::accessors<std::remove_cvref_t<M>>(), [&](const auto& accessor) {
    auto&& member = boost::hana::second(accessor)(m);
    const parameter_name name{parent, boost::hana::to<const char*>(boost::hana::first(accessor))};
    if constexpr (shaped<decltype(member)>) {
      visit(name, member);
    } else {
      static_assert(module<decltype(member)>, "for_each_parameter: a member is neither a tensor nor a module");
      for_each_parameter(member, visit, &name);
    }
  });
}

/// The number of elements of all parameters of a module.
template <module M>
[[nodiscard]] constexpr index_t parameter_count(const M& m) {
  index_t count = 0;
  for_each_parameter(m, [&](const parameter_name&, const auto& parameter) { count += parameter.size(); });
  return count;
}

/// Any other call: `parameter_count: give a module, as in parameter_count(encoder)`.
template <auto...>
TENON_SHAPE_ERROR("parameter_count: give a module, as in parameter_count(encoder)")
parameter_count(tenon::detail::anything);

}  // namespace tenon::nn
TENON_END_HEADER
