// Writes a file whole or not at all.
#pragma once
#include <span>
#include <string>
#include <system_error>

#include <tenon/io/whole_file.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect {

/// A file could not be written; the one that was there before is unchanged. `what()` says which, and what the system
/// said.
class file_error : public error {
 public:
  using error::error;
};

namespace detail {

/// Raises `file_error`; without exceptions it returns false.
inline bool file_refusal([[maybe_unused]] const char* path, [[maybe_unused]] const std::string& reason) {
#if defined(__cpp_exceptions)
  raise<file_error>([&](writer& out) { out << "cannot write " << path << ": " << reason.c_str(); });
#else
  return false;
#endif
}

inline bool write_whole_file(const std::string& path, const std::string& content) {
  io::detail::whole_file file(path);
  file.write(std::as_bytes(std::span(content)));
  return file.keep() || file_refusal(path.c_str(), std::generic_category().message(file.reason()));
}

}  // namespace detail
}  // namespace tenon::inspect
TENON_END_HEADER
