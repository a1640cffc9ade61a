// What is wrong with a file: an exception with a sentence, of a type of its own for each kind of fault.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// The kinds of faults. Each is raised as `file_fault<fault::...>`, and all of them are a `file_error`.
enum class fault {
  unreadable,
  unwritable,
  empty,
  git_lfs_stub,
  other_format,
  truncated,
  oversized_header,
  invalid_utf8,
  invalid_json,
  header_is_no_object,
  bad_entry,
  duplicate_name,
  bad_shape,
  wrong_size,
  bad_offsets,
  overlap,
  gap,
  trailing_bytes,
  bad_value,
  wrong_checksum,
  unknown_element_type,
  wrong_element_type,
  wrong_shape,
  missing_tensor,
  missing_shard,
  stray_tensor,
  stray_file,
  leaves_folder,
  does_not_fit
};

/// A file that is not what it should be, or does not fit: nothing has been written. `what()` is the sentence, which
/// names the file, the tensor, what was expected and what was found; `kind()` is the fault.
class file_error : public error {
 public:
  file_error(char* sentence, fault of) noexcept : error(sentence), kind_(of) {}
  fault kind() const noexcept { return kind_; }

 private:
  fault kind_;
};

/// A file error of one kind: `catch (const io::file_fault<io::fault::truncated>&)`.
template <fault Kind>
class file_fault final : public file_error {
 public:
  explicit file_fault(char* sentence) noexcept : file_error(sentence, Kind) {}
};

namespace detail {

/// A name out of a file, as a sentence shows it: in quotes, without what a terminal would obey, and cut where it is
/// long.
struct quoted {
  std::string_view name;

  friend writer& operator<<(writer& out, const quoted& q) {
    constexpr std::size_t longest = 120;
    std::size_t size = q.name.size() < longest ? q.name.size() : longest;
    while (size < q.name.size() && size > 0 && (static_cast<unsigned char>(q.name[size]) & 0xc0) == 0x80) --size;
    out << '"';
    for (const char c : q.name.substr(0, size)) {
      const auto byte = static_cast<unsigned char>(c);
      constexpr const char* digits = "0123456789abcdef";
      if (byte < 0x20 || byte == 0x7f)
        out << "\\x" << digits[byte >> 4] << digits[byte & 15];
      else if (c == '"' || c == '\\')
        out << '\\' << c;
      else
        out << c;
    }
    return out << (size < q.name.size() ? "...\"" : "\"");
  }
};

template <class Part>
void put(writer& out, const Part& part) {
  if constexpr (std::is_same_v<Part, std::string>)
    out << part.c_str();
  else if constexpr (std::is_same_v<Part, std::size_t>)
    out << static_cast<std::uint64_t>(part);
  else
    out << part;
}

/// Raises a fault whose sentence is these parts.
template <fault Kind, class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  raise<file_fault<Kind>>([&](writer& out) { (put(out, parts), ...); });
}

}  // namespace detail
}  // namespace tenon::io
TENON_END_HEADER
