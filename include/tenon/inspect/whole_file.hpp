// Writes a file whole or not at all.
#pragma once
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include <tenon/inspect/number_text.hpp>
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

/// Under another name first, since half a file must never be seen under its own.
inline bool write_whole_file(const std::string& path, const std::string& content) {
  std::string temporary;
  std::FILE* file = nullptr;
  int reason = 0;
  for (index_t attempt = 0; file == nullptr && attempt < 1000; ++attempt) {
    temporary = path + ".part" + number_text(attempt);
    file = std::fopen(temporary.c_str(), "wbx");
    reason = errno;
    if (file == nullptr && reason != EEXIST) break;
  }
  const auto message = [&] { return std::generic_category().message(reason); };
  if (file == nullptr) return file_refusal(path.c_str(), message());
  bool good = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  if (!good) reason = errno;
  if (std::fclose(file) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && std::rename(temporary.c_str(), path.c_str()) != 0) {
    good = false;
    reason = errno;
  }
  if (good) return true;
  std::remove(temporary.c_str());
  return file_refusal(path.c_str(), message());
}

}  // namespace detail
}  // namespace tenon::inspect
TENON_END_HEADER
