// safetensors files, read: from a path, mapped, or from memory; nothing is believed before it is checked.
#pragma once
#include <tenon/io/file_bytes.hpp>
#include <tenon/io/safetensors_header.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

namespace detail {

/// The largest header that is read, as in the reference implementation.
inline constexpr std::uint64_t largest_header = 100'000'000;

/// Gives each entry its bytes; refused are sizes that are not those of shape and type, overlaps, gaps, and what lies
/// behind.
inline std::vector<stored_tensor> placed_tensors(std::vector<header_entry> entries, std::span<const std::byte> data,
                                                 const std::string& source) {
  for (header_entry& e : entries) {
    stored_tensor& t = e.tensor;
    const named_type* const type = find_type(t.type_name);
    const std::uint64_t begin = e.offsets[0], end = e.offsets[1];
    if (begin > end)
      refuse<fault::bad_offsets>(source, ": tensor ", quoted{t.name}, " begins at byte ", begin,
                                 " and ends before, at ", end);
    if (type != nullptr) t.type = type->type;
    const std::uint64_t expected = bytes_of(t, type != nullptr ? type->bytes : 1, source);
    if (type != nullptr && expected != end - begin)
      refuse<fault::wrong_size>(source, ": tensor ", quoted{t.name}, ": ", shown_extents{t.extents}, " of ",
                                t.type_name, " takes ", expected, " bytes, the file gives it ", end - begin);
    if (end > data.size())
      refuse<fault::truncated>(source, ": tensor ", quoted{t.name}, " ends at byte ", end,
                               " behind the header, the file has ", data.size(), " there");
    t.bytes = data.subspan(begin, end - begin);
  }
  std::sort(entries.begin(), entries.end(),
            [](const header_entry& a, const header_entry& b) { return a.offsets < b.offsets; });
  std::uint64_t at = 0;
  const char* const first = "the header";
  std::string before = first;
  for (const header_entry& e : entries) {
    if (e.offsets[0] < at)
      refuse<fault::overlap>(source, ": tensors ", quoted{before}, " and ", quoted{e.tensor.name},
                             " overlap: one ends at byte ", at, ", the other begins at ", e.offsets[0]);
    if (e.offsets[0] > at)
      refuse<fault::gap>(source, ": tensor ", quoted{e.tensor.name}, " begins at byte ", e.offsets[0],
                         ", and what is before it ends at ", at);
    at = e.offsets[1];
    before = e.tensor.name;
  }
  if (at != data.size())
    refuse<fault::trailing_bytes>(source, ": the tensors end at byte ", at, " behind the header, ", data.size() - at,
                                  " bytes follow");
  std::vector<stored_tensor> tensors;
  tensors.reserve(entries.size());
  for (header_entry& e : entries) tensors.push_back(std::move(e.tensor));
  return tensors;
}

inline archive read_safetensors(const kept_bytes& file, const std::string& source) {
  if (file.bytes.empty()) refuse<fault::empty>(source, ": the file is empty");
  refuse_git_lfs_stub(file.bytes, source);
  if (file.bytes.size() < 8)
    refuse<fault::truncated>(source, ": a safetensors file begins with the 8 bytes of its header's size, this one has ",
                             file.bytes.size());
  const auto size = bits_at<std::uint64_t>(file.bytes.data());
  const auto rest = file.bytes.subspan(8);
  if (size > largest_header)
    refuse<fault::oversized_header>(source, ": the header would have ", size, " bytes, more than ", largest_header,
                                    ": is this a safetensors file?");
  if (size > rest.size())
    refuse<fault::truncated>(source, ": the header has ", size, " bytes, the file ends after ", rest.size(),
                             " of them");
  header_reader header(source);
  header.read({reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(size)});
  archive result(source);
  result.add(placed_tensors(std::move(header.entries), rest.subspan(size), source), file.keeper);
  result.add_metadata(std::move(header.metadata));
  return result;
}

}  // namespace detail

/// The tensors of a safetensors file, read, or with `io::mapped` mapped. Every length is checked before it is used, and
/// no memory is asked for that the file's own size does not justify. Refused, each as a `file_fault` of its own:
/// `model.safetensors: tensor "weight": [1000, 1000] of F32 takes 4000000 bytes, the file gives it 4`, and what
/// docs/files.md lists. Python: safetensors.safe_open.
[[nodiscard]] inline archive read_safetensors(const std::string& path, file_memory how = file_memory::read) {
  return detail::read_safetensors(detail::file_bytes(path, how), path);
}

/// The same of bytes in memory, which outlive the archive; `source` names them in sentences.
[[nodiscard]] inline archive read_safetensors(std::span<const std::byte> bytes, const std::string& source = "memory") {
  return detail::read_safetensors({bytes, nullptr}, source);
}

}  // namespace tenon::io
TENON_END_HEADER
