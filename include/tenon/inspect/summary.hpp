// summary(module): its parameters by name, with their shapes and sizes; summary(module, x): also what a call costs.
#pragma once
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <tenon/inspect/call_costs.hpp>
#include <tenon/inspect/label_text.hpp>
#include <tenon/inspect/number_text.hpp>
#include <tenon/inspect/type_name.hpp>
#include <tenon/nn/parameters.hpp>

TENON_BEGIN_HEADER
namespace tenon {

namespace inspect {

/// A parameter, or a module with all of its parameters.
struct summary_row {
  /// `W_q.weight`; empty for the whole module.
  std::string name;
  /// The axes of a parameter, or the kind of a module: `[d_model=8, d_model'=8]`, `linear`. Elements that are no float are
  /// named, and memory of others': `[d_ff=32, d_model=8] of bfloat16, borrowed`.
  std::string what;
  index_t parameters, bytes;
  /// Bytes among these that hold no parameter: weights of linear maps lie in panels of 16 outputs.
  index_t padding;
};

/// What one call takes and gives, and what is known of its costs.
struct call_summary {
  std::string inputs, output;
  std::optional<index_t> multiply_adds, scratch_bytes;
};

/// The whole module first, then its parts in the order of their lists.
struct module_summary {
  std::vector<summary_row> rows;
  std::optional<call_summary> call;

  /// The number of all parameters, and the bytes that they take in memory.
  index_t parameters() const { return rows.front().parameters; }
  index_t bytes() const { return rows.front().bytes; }
};

namespace detail {

template <class M, class... X>
concept callable_with = requires(const M& m, const X&... x) { sizeof(m(x...)); };

template <shaped X>
summary_row parameter_row(const std::string& name, const X& x) {
  constexpr index_t element_bytes = static_cast<index_t>(sizeof(value_type_of<X>));
  index_t places = x.size();
  if constexpr (requires { X::capacity; }) places = X::capacity;
  std::string what = written(x.shape());
  if constexpr (!std::is_same_v<value_type_of<X>, float>) what += " of " + written(element_of<value_type_of<X>>());
  if constexpr (tenon::detail::refers_to_elements<X>) what += ", borrowed";
  return {name, what, x.size(), places * element_bytes, (places - x.size()) * element_bytes};
}

template <nn::module M>
void append_rows(std::vector<summary_row>& rows, const M& m, const std::string& name) {
  const std::size_t own = rows.size();
  rows.push_back({name, clean_text(type_name<M>()), 0, 0, 0});
  boost::hana::for_each(boost::hana::accessors<M>(), [&](const auto& accessor) {
    const auto& member = boost::hana::second(accessor)(m);
    const char* const member_name = boost::hana::to<const char*>(boost::hana::first(accessor));
    const std::string path = (name.empty() ? "" : name + ".") + clean_text(member_name);
    const std::size_t first = rows.size();
    if constexpr (shaped<decltype(member)>) rows.push_back(parameter_row(path, member));
    else append_rows(rows, member, path);
    rows[own].parameters += rows[first].parameters;
    rows[own].bytes += rows[first].bytes;
    rows[own].padding += rows[first].padding;
  });
}

/// `name` at the left of its column, and numbers at the right of theirs.
inline std::string table(const module_summary& summary) {
  index_t names = 9, things = 5, counts = 10, bytes = 5;
  const auto widen = [](index_t& column, index_t width) { column = width > column ? width : column; };
  const auto depth = [](const summary_row& row) {
    index_t dots = 0;
    for (const char c : row.name) dots += c == '.';
    return 2 * dots;
  };
  for (const summary_row& row : summary.rows) {
    widen(names, depth(row) + columns_of(row.name));
    widen(things, columns_of(row.what));
    widen(counts, static_cast<index_t>(grouped(row.parameters).size()));
    widen(bytes, static_cast<index_t>(grouped(row.bytes).size()));
  }
  std::string out = summary.rows.front().what + "\n";
  const auto pad = [&](index_t count) { out.append(static_cast<std::size_t>(count > 0 ? count : 0), ' '); };
  const auto line = [&](index_t indent, const std::string& name, const std::string& what, const std::string& count,
                        const std::string& size) {
    pad(2 + indent);
    out += name;
    pad(names - indent - columns_of(name) + 2);
    out += what;
    pad(things - columns_of(what) + 2 + counts - static_cast<index_t>(count.size()));
    out += count;
    pad(2 + bytes - static_cast<index_t>(size.size()));
    out.append(size).push_back('\n');
  };
  line(0, "parameter", "shape", "parameters", "bytes");
  for (std::size_t i = 1; i < summary.rows.size(); ++i) {
    const summary_row& row = summary.rows[i];
    line(depth(row), row.name, row.what, grouped(row.parameters), grouped(row.bytes));
  }
  line(0, "total", "", grouped(summary.parameters()), grouped(summary.bytes()));
  if (const index_t padding = summary.rows.front().padding; padding > 0)
    out += "  (" + grouped(padding) + " bytes pad the panels of weights)\n";
  if (summary.call) {
    const call_summary& call = *summary.call;
    out += "one call on " + call.inputs + " -> " + call.output + "\n";
    if (call.multiply_adds) out += "  multiply-adds  " + grouped(*call.multiply_adds) + "\n";
    if (call.scratch_bytes) out += "  scratch bytes  " + grouped(*call.scratch_bytes) + "\n";
  }
  return out;
}
}  // namespace detail

/// Writes the summary as an aligned table; the flags, width and locale of the stream do not matter.
inline std::ostream& operator<<(std::ostream& out, const module_summary& summary) {
  const std::string text = detail::table(summary);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace inspect

/// The parts of a module and its parameters, by name: `std::cout << summary(attention);`.
template <nn::module M>
[[nodiscard]] inspect::module_summary summary(const M& m) {
  inspect::module_summary result;
  inspect::detail::append_rows(result.rows, m, "");
  return result;
}

/// The same, and what `m(x...)` costs: multiply-adds and bytes of scratch memory, where they are known (`call_costs`).
/// The module is called in thought only. Refused: what the module refuses.
template <nn::module M, shaped... X>
  requires(sizeof...(X) > 0) && inspect::detail::callable_with<M, X...>
[[nodiscard]] inspect::module_summary summary(const M& m, const X&... x) {
  using costs = inspect::call_costs<M>;
  inspect::module_summary result = summary(m);
  inspect::call_summary call;
  ((call.inputs += (call.inputs.empty() ? "" : ", ") + inspect::detail::written(x.shape())), ...);
  call.output = inspect::detail::written(axes_of<decltype(m(x...))>);
  if constexpr (requires { costs::multiply_adds(m, x...); }) call.multiply_adds = costs::multiply_adds(m, x...);
  if constexpr (requires { costs::scratch_bytes(m, x...); }) call.scratch_bytes = costs::scratch_bytes(m, x...);
  result.call = call;
  return result;
}
template <nn::module M, shaped... X>
  requires(sizeof...(X) > 0) && (!inspect::detail::callable_with<M, X...>)
auto summary(const M& m, const X&... x) -> decltype(m(x...));

namespace inspect {
using tenon::summary;
}  // namespace inspect

}  // namespace tenon
TENON_END_HEADER
