// numpy's .npy files: one tensor, of versions 1 to 3, in either order of indices and of bytes.
#pragma once
#include <tenon/io/file_bytes.hpp>
#include <tenon/io/npy_header.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

namespace detail {

/// The tensor in these bytes, which are those of one .npy file, to its end.
inline stored_tensor npy_tensor(std::span<const std::byte> bytes, const std::string& source, const std::string& name) {
  if (bytes.empty()) refuse<fault::empty>(source, ": the file is empty");
  refuse_git_lfs_stub(bytes, source);
  constexpr std::string_view magic = "\x93NUMPY";
  for (std::size_t i = 0; i < magic.size() && i < bytes.size(); ++i)
    if (static_cast<char>(bytes[i]) != magic[i])
      refuse<fault::other_format>(source, ": this is no .npy file, it does not begin with \\x93NUMPY");
  if (bytes.size() < 10)
    refuse<fault::truncated>(source, ": the beginning of a .npy file has 10 bytes, this one has ", bytes.size());
  const int major = static_cast<int>(bytes[6]), minor = static_cast<int>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0)
    refuse<fault::other_format>(source, ": this is version ", major, ".", minor,
                                " of .npy, versions 1.0, 2.0 and 3.0 are read");
  const std::size_t begin = major == 1 ? 10 : 12;
  if (bytes.size() < begin)
    refuse<fault::truncated>(source, ": the beginning of a .npy file has 12 bytes, this one has ", bytes.size());
  const std::uint64_t size =
      major == 1 ? bits_at<std::uint16_t>(bytes.data() + 8) : bits_at<std::uint32_t>(bytes.data() + 8);
  constexpr std::uint64_t largest = 65535;
  if (size > largest)
    refuse<fault::oversized_header>(source, ": the header would have ", size, " bytes, more than ", largest);
  if (size > bytes.size() - begin)
    refuse<fault::truncated>(source, ": the header has ", size, " bytes, the file ends after ", bytes.size() - begin,
                             " of them");
  stored_tensor result;
  result.name = name;
  npy_header_reader({reinterpret_cast<const char*>(bytes.data()) + begin, static_cast<std::size_t>(size)}, source,
                    result)
      .read();
  result.bytes = bytes.subspan(begin + size);
  const std::uint64_t expected = bytes_of(result, size_of(result.type), source), found = result.bytes.size();
  if (found < expected)
    refuse<fault::truncated>(source, ": tensor ", quoted{name}, ": ", shown_extents{result.extents}, " of ",
                             result.type_name, " takes ", expected, " bytes, the file has ", found);
  if (found > expected)
    refuse<fault::trailing_bytes>(source, ": tensor ", quoted{name}, ": ", shown_extents{result.extents}, " of ",
                                  result.type_name, " takes ", expected, " bytes, ", found - expected, " more follow");
  return result;
}

inline std::string stem_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string file = slash == path.npos ? path : path.substr(slash + 1);
  return file.ends_with(".npy") ? file.substr(0, file.size() - 4) : file;
}

}  // namespace detail

/// The tensor of a .npy file, under the file's name without its ending. Refused as in `read_safetensors`, and: objects
/// and records, which numpy itself would read by running what they say. Python: numpy.load(path, allow_pickle=False).
[[nodiscard]] inline archive read_npy(const std::string& path, file_memory how = file_memory::read) {
  const detail::kept_bytes file = detail::file_bytes(path, how);
  archive result(path);
  result.add({detail::npy_tensor(file.bytes, path, detail::stem_of(path))}, file.keeper);
  return result;
}

/// The same of bytes in memory, which outlive the archive; the tensor is called `name`.
[[nodiscard]] inline archive read_npy(std::span<const std::byte> bytes, const std::string& name = "memory") {
  archive result(name);
  result.add({detail::npy_tensor(bytes, name, name)}, nullptr);
  return result;
}

}  // namespace tenon::io
TENON_END_HEADER
