// The parameters of a module without their types, so that what compares them with a file is compiled once.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <tenon/io/element_type.hpp>
#include <tenon/io/load_report.hpp>
#include <tenon/nn/parameters.hpp>
#include <tenon/tensor/panel_tensor.hpp>
#include <tenon/tensor/view.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// A parameter: where it is, what it is, and how it takes its elements from memory, row by row.
struct parameter_slot {
  std::string name;
  shape axes;
  element_type type;
  element kind;
  void* parameter;
  void (*assign)(void* parameter, const void* elements);

  std::size_t bytes() const { return static_cast<std::size_t>(axes.size()) * size_of(type); }
};

/// A view of rows for what can be loaded.
template <class P>
struct rows_of {
  static constexpr bool is_known = false;
};
template <class T, axis... Axes>
struct rows_of<tensor<T, Axes...>> {
  static constexpr bool is_known = true;
  using type = packed_view<const T, Axes...>;
};
template <class T, axis Out, axis In>
struct rows_of<panel_tensor<T, Out, In>> {
  static constexpr bool is_known = true;
  using type = packed_view<const T, Out, In>;
};

template <class P>
void assign_rows(void* parameter, const void* elements) {
  using rows = typename rows_of<P>::type;
  // With its layout, since a parameter may be one number, without axes.
  *static_cast<P*>(parameter) = rows(static_cast<const value_type_of<P>*>(elements), typename rows::mapping_type{});
}

template <class M>
std::vector<parameter_slot> slots_of(M& m) {
  std::vector<parameter_slot> all;
  nn::for_each_parameter(m, [&]<class P>(const nn::parameter_name& name, P& parameter) {
    using T = value_type_of<P>;
    all.push_back({sentence(name), P::axes, element_type_of<T>(), element_of<T>(), &parameter, &assign_rows<P>});
  });
  return all;
}

/// What of a module keeps it from being loaded or saved.
struct parameter_kinds {
  bool views = false, bounded = false, without_type = false, unknown = false;
};
template <class M>
constexpr void add_kinds(parameter_kinds& kinds) {
  boost::hana::for_each(boost::hana::accessors<M>(), [&]<class Accessor>(Accessor) {
    using member = std::remove_cvref_t<decltype(boost::hana::second(std::declval<Accessor>())(std::declval<M&>()))>;
    if constexpr (shaped<member>) {
      kinds.without_type =
          kinds.without_type || element_type_of<std::remove_const_t<value_type_of<member>>>() == element_type::other;
      kinds.bounded = kinds.bounded || member::axes.bounded();
      if constexpr (tenon::detail::refers_to_elements<member>)
        kinds.views = true;
      else
        kinds.unknown = kinds.unknown || !rows_of<member>::is_known;
    } else if constexpr (nn::module<member>) {
      add_kinds<member>(kinds);
    } else {
      kinds.unknown = true;
    }
  });
}
template <class M>
inline constexpr parameter_kinds kinds_of = [] {
  parameter_kinds kinds;
  if constexpr (nn::module<M>) add_kinds<M>(kinds);
  return kinds;
}();

}  // namespace tenon::io::detail
TENON_END_HEADER
