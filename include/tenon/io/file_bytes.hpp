// The bytes of a file, read at once or mapped, and what keeps them.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <system_error>

#include <tenon/io/file_error.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// How a file is held: `read` copies it into memory; `mapped` lets the system bring what is looked at. A mapped file
/// must not become shorter while it is in use: the system then ends the program.
enum class file_memory { read, mapped };

/// As the last argument: `io::read_safetensors(path, io::mapped)`.
inline constexpr file_memory mapped = file_memory::mapped;

namespace detail {

/// Bytes, and what keeps them where they are.
struct kept_bytes {
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> keeper;
};

[[noreturn]] inline void refuse_unreadable(const std::string& path, int reason) {
  refuse<fault::unreadable>("cannot read ", path, ": ", std::generic_category().message(reason));
}

/// Closes a file at the end of its scope.
class open_file {
 public:
  explicit open_file(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

/// The whole of a regular file; its size is asked of the system, so that no header can demand memory.
inline kept_bytes file_bytes(const std::string& path, file_memory how) {
  const open_file file(path);
  if (file.number() < 0) refuse_unreadable(path, errno);
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) refuse_unreadable(path, errno);
  if (!S_ISREG(status.st_mode)) refuse<fault::unreadable>("cannot read ", path, ": it is no regular file");
  if (status.st_size <= 0) refuse<fault::empty>(path, ": the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (how == file_memory::mapped) {
    void* const first = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (first == MAP_FAILED) refuse_unreadable(path, errno);
    return {{static_cast<const std::byte*>(first), size},
            std::shared_ptr<const void>(first, [size](const void* p) { ::munmap(const_cast<void*>(p), size); })};
  }
  std::byte* const first = new (std::nothrow) std::byte[size];
  if (first == nullptr) refuse<fault::unreadable>("cannot read ", path, ": no memory for its ", size, " bytes");
  kept_bytes whole{{first, size}, std::shared_ptr<const void>(first, [](const void* p) {
                     delete[] static_cast<const std::byte*>(p);
                   })};
  for (std::size_t at = 0; at < size;) {
    const ssize_t count = ::read(file.number(), first + at, size - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse_unreadable(path, errno);
    if (count == 0)
      refuse<fault::truncated>(path, ": the file became shorter while it was read: ", at, " of ", size, " bytes");
    at += static_cast<std::size_t>(count);
  }
  return whole;
}

/// An unsigned number of these bytes, the lowest first unless `big_endian`.
template <class Bits>
constexpr Bits bits_at(const std::byte* from, bool big_endian = false) {
  Bits bits = 0;
  for (std::size_t i = 0; i < sizeof(Bits); ++i)
    bits = static_cast<Bits>(
        bits | static_cast<Bits>(static_cast<Bits>(from[i]) << 8 * (big_endian ? sizeof(Bits) - 1 - i : i)));
  return bits;
}

/// What git leaves in the place of a large file that it has not fetched.
inline void refuse_git_lfs_stub(std::span<const std::byte> bytes, const std::string& source) {
  constexpr std::string_view stub = "version https://git-lfs.github.com/spec/";
  if (bytes.size() < stub.size()) return;
  for (std::size_t i = 0; i < stub.size(); ++i)
    if (static_cast<char>(bytes[i]) != stub[i]) return;
  refuse<fault::git_lfs_stub>(source, ": this is a git-lfs stub of ", bytes.size(),
                              " bytes in the place of the file, did you mean to run git lfs pull?");
}

}  // namespace detail
}  // namespace tenon::io
TENON_END_HEADER
