// save: the parameters of a module as a safetensors file, the same bytes every time.
#pragma once
#include <algorithm>
#include <bit>
#include <functional>
#include <system_error>

#include <tenon/io/load_report.hpp>
#include <tenon/io/names.hpp>
#include <tenon/io/parameter_slot.hpp>
#include <tenon/io/utf8.hpp>
#include <tenon/io/whole_file.hpp>
#include <tenon/ops/contiguous.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

namespace detail {

/// A tensor to be written: how it is called, what it is, and who writes its elements row by row.
struct saved_tensor {
  std::string name;
  element_type type;
  shape axes;
  std::function<void(whole_file&)> write;

  std::uint64_t bytes() const { return static_cast<std::uint64_t>(axes.size()) * size_of(type); }
};

/// A string of JSON; names that a user gave may hold anything.
inline std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    constexpr const char* digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (byte < 0x20)
      ((result += "\\u00") += digits[byte >> 4]) += digits[byte & 15];
    else
      result += c;
  }
  return result += '"';
}

/// The header, padded so that what follows lies on a multiple of 8.
inline std::string header_of(const std::vector<saved_tensor>& tensors) {
  std::string header = "{";
  std::uint64_t at = 0;
  for (const saved_tensor& t : tensors) {
    if (header.size() > 1) header += ',';
    header += json_string(t.name) + ":{\"dtype\":\"" + name_of(t.type) + "\",\"shape\":[";
    for (int i = 0; i < t.axes.rank; ++i) header += (i == 0 ? "" : ",") + std::to_string(t.axes[i].extent);
    header += "],\"data_offsets\":[" + std::to_string(at) + ',' + std::to_string(at + t.bytes()) + "]}";
    at += t.bytes();
  }
  header += '}';
  header.append((8 - header.size() % 8) % 8, ' ');
  return header;
}

/// Elements as a file has them, the lowest byte first.
template <class T>
void write_elements(whole_file& file, const T* elements, std::size_t count) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(elements, count));
  if constexpr (std::endian::native == std::endian::little || sizeof(T) == 1) {
    file.write(bytes);
  } else {
    std::vector<std::byte> exchanged(bytes.begin(), bytes.end());
    for (std::size_t i = 0; i < exchanged.size(); i += sizeof(T))
      std::reverse(exchanged.begin() + static_cast<std::ptrdiff_t>(i),
                   exchanged.begin() + static_cast<std::ptrdiff_t>(i + sizeof(T)));
    file.write(exchanged);
  }
}

inline void write_safetensors(std::vector<saved_tensor> tensors, const std::string& path) {
  // Large elements first, so that all are aligned; then by name.
  std::sort(tensors.begin(), tensors.end(), [](const saved_tensor& a, const saved_tensor& b) {
    return size_of(a.type) != size_of(b.type) ? size_of(a.type) > size_of(b.type) : a.name < b.name;
  });
  std::vector<std::string_view> called;
  for (const saved_tensor& t : tensors) called.push_back(t.name);
  std::sort(called.begin(), called.end());
  const auto twice = std::adjacent_find(called.begin(), called.end());
  if (twice != called.end()) refuse<fault::duplicate_name>("save: two parameters would be called ", quoted{*twice});
  for (const std::string_view name : called) {
    if (end_of_utf8(name) != name.size())
      refuse<fault::invalid_utf8>("save: the name ", quoted{name}, " is no valid UTF-8 at its byte ",
                                  end_of_utf8(name));
    if (name == "__metadata__")
      refuse<fault::bad_entry>("save: no parameter can be called \"__metadata__\", which is another part of the file");
  }
  const std::string header = header_of(tensors);
  whole_file file(path);
  std::byte size[8];
  for (int i = 0; i < 8; ++i) size[i] = static_cast<std::byte>(static_cast<std::uint64_t>(header.size()) >> 8 * i);
  file.write(size);
  file.write(std::as_bytes(std::span(header)));
  for (const saved_tensor& t : tensors)
    if (file.reason() == 0) t.write(file);
  if (!file.keep())
    refuse<fault::unwritable>("cannot write ", path, ": ", std::generic_category().message(file.reason()));
}

template <class M>
consteval auto save_sentence() {
  if constexpr (!nn::module<M>)
    return text{"save: give a module and a path, as in io::save(m, path)"};
  else if constexpr (kinds_of<std::remove_cvref_t<M>>.without_type)
    return text{"save: a parameter has elements of a type that files do not have"};
  else if constexpr (kinds_of<std::remove_cvref_t<M>>.bounded)
    return text{"save: a parameter has a bounded axis, which a file cannot tell"};
  else
    return text<1>{};
}

}  // namespace detail

/// Writes the parameters of a module as a safetensors file, which `load` and Python's safetensors read: `io::save(m,
/// path);`. Weights are written row by row, in the type that they are stored as. The file has the same bytes every
/// time, and takes the place of one that is there only when it is complete. `how` gives other names, by `prefix` and
/// `rename`. Refused: what the system refuses, `cannot write model.safetensors: No space left on device`; two
/// parameters of one name; parts and transposed weights, which are read and not written. PyTorch:
/// safetensors.torch.save_file(m.state_dict(), path).
template <class M>
  requires(detail::save_sentence<M>().size() == 0)
void save(const M& m, const std::string& path, const names& how = {}) {
  if (!how.transposed_paths().empty())
    detail::refuse<fault::does_not_fit>("save: ", detail::quoted{how.transposed_paths().front()},
                                        " is written as it is, not transposed");
  for (const names::renaming& r : how.renamings())
    if (r.parts != 1)
      detail::refuse<fault::does_not_fit>("save: ", detail::quoted{r.parameter}, " is written whole, not as a part");
  std::vector<detail::saved_tensor> tensors;
  nn::for_each_parameter(m, [&]<class P>(const nn::parameter_name& name, const P& parameter) {
    using T = std::remove_const_t<value_type_of<P>>;
    tensors.push_back({how.tensors_of(detail::sentence(name)).front(), detail::element_type_of<T>(), P::axes,
                       [&parameter](detail::whole_file& file) {
                         tenon::detail::with_packed(parameter, [&](const T* elements) {
                           detail::write_elements(file, elements, static_cast<std::size_t>(parameter.size()));
                         });
                       }});
  });
  detail::write_safetensors(std::move(tensors), path);
}
template <class M>
  requires(detail::save_sentence<M>().size() > 0)
TENON_SHAPE_ERROR(detail::save_sentence<M>())
save(const M&, const std::string&, const names& = {});

/// Any other call.
template <auto...>
TENON_SHAPE_ERROR("save: give a module and a path, as in io::save(m, path)")
save(tenon::detail::anything, tenon::detail::anything = {}, tenon::detail::anything = {});

}  // namespace tenon::io
TENON_END_HEADER
