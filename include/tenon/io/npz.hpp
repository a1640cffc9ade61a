// numpy's .npz files: zip archives of .npy files.
#pragma once
#include <tenon/io/checksum.hpp>
#include <tenon/io/npy.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// What unpacks a deflated entry: fills `to` from `from`, or returns false. `<tenon/io/inflate.hpp>` has one, of zlib.
using inflater = bool (*)(std::span<const std::byte> from, std::span<std::byte> to);

namespace detail {

/// An entry of the archive's directory.
struct zip_entry {
  std::string name;
  std::uint64_t method = 0, checksum = 0, packed = 0, size = 0, begin = 0, data = 0;
};

class zip_directory {
 public:
  zip_directory(std::span<const std::byte> bytes, const std::string& source) : bytes_(bytes), source_(source) {
    if (bytes.empty()) refuse<fault::empty>(source, ": the file is empty");
    refuse_git_lfs_stub(bytes, source);
    const std::uint64_t end = find_end();
    const auto* record = bytes.data() + end;
    const std::uint64_t count = bits_at<std::uint16_t>(record + 10), size = bits_at<std::uint32_t>(record + 12);
    directory_ = bits_at<std::uint32_t>(record + 16);
    if (count == 0xffff || size == 0xffffffff || directory_ == 0xffffffff) refuse_large();
    if (bits_at<std::uint16_t>(record + 4) != 0 || bits_at<std::uint16_t>(record + 8) != count)
      refuse<fault::bad_entry>(source, ": the archive goes on in another file");
    if (size > end || directory_ != end - size)
      refuse<fault::bad_offsets>(source, ": the directory of ", size, " bytes is not at byte ", directory_,
                                 ", right before its end at ", end);
    std::uint64_t at = directory_;
    for (std::uint64_t i = 0; i < count; ++i) at = read_entry(at, end);
    if (at != end)
      refuse<fault::trailing_bytes>(source, ": ", end - at, " bytes follow the last of ", count,
                                    " entries of the directory");
    refuse_overlaps();
  }

  std::vector<zip_entry> entries;

 private:
  [[noreturn]] void refuse_large() const {
    refuse<fault::other_format>(source_,
                                ": archives and entries beyond 4 GiB (zip64) are not read, did you mean safetensors?");
  }

  /// The record at the file's end; a comment may follow it.
  std::uint64_t find_end() const {
    constexpr std::uint64_t record = 22, longest_comment = 65535;
    if (bytes_.size() < 4 || bits_at<std::uint16_t>(bytes_.data()) != 0x4b50)
      refuse<fault::other_format>(source_, ": this is no .npz file, it does not begin with PK");
    for (std::uint64_t behind = record; behind <= bytes_.size() && behind <= record + longest_comment; ++behind) {
      const auto* at = bytes_.data() + (bytes_.size() - behind);
      if (bits_at<std::uint32_t>(at) == 0x06054b50 && bits_at<std::uint16_t>(at + 20) == behind - record)
        return bytes_.size() - behind;
    }
    refuse<fault::truncated>(source_, ": the archive's directory is missing at the file's end");
  }

  std::uint64_t read_entry(std::uint64_t at, std::uint64_t end) {
    constexpr std::uint64_t fixed = 46;
    if (end - at < fixed || bits_at<std::uint32_t>(bytes_.data() + at) != 0x02014b50)
      refuse<fault::bad_entry>(source_, ": entry ", entries.size(), " of the directory is none");
    const auto* record = bytes_.data() + at;
    const std::uint64_t name_size = bits_at<std::uint16_t>(record + 28);
    const std::uint64_t size =
        fixed + name_size + bits_at<std::uint16_t>(record + 30) + bits_at<std::uint16_t>(record + 32);
    if (size > end - at)
      refuse<fault::truncated>(source_, ": entry ", entries.size(), " of the directory goes beyond its end");
    zip_entry e;
    e.name.assign(reinterpret_cast<const char*>(record) + fixed, name_size);
    const unsigned flags = bits_at<std::uint16_t>(record + 8);
    e.method = bits_at<std::uint16_t>(record + 10);
    e.checksum = bits_at<std::uint32_t>(record + 16);
    e.packed = bits_at<std::uint32_t>(record + 20);
    e.size = bits_at<std::uint32_t>(record + 24);
    e.begin = bits_at<std::uint32_t>(record + 42);
    if (e.packed == 0xffffffff || e.size == 0xffffffff || e.begin == 0xffffffff) refuse_large();
    if ((flags & 1) != 0) refuse<fault::other_format>(source_, ": entry ", quoted{e.name}, " is encrypted");
    if (e.method != 0 && e.method != 8)
      refuse<fault::other_format>(source_, ": entry ", quoted{e.name}, " is packed by method ", e.method,
                                  ", stored and deflated ones are read");
    if (e.method == 0 && e.packed != e.size)
      refuse<fault::wrong_size>(source_, ": entry ", quoted{e.name}, " is stored: ", e.packed, " bytes for ", e.size);
    // Deflate makes at most 1032 bytes of one.
    if (e.size / 1032 > e.packed)
      refuse<fault::wrong_size>(source_, ": entry ", quoted{e.name}, ": no ", e.packed, " bytes unpack to ", e.size);
    constexpr std::uint64_t local = 30;
    if (e.begin > directory_ || directory_ - e.begin < local ||
        bits_at<std::uint32_t>(bytes_.data() + e.begin) != 0x04034b50)
      refuse<fault::bad_offsets>(source_, ": entry ", quoted{e.name}, " is not at byte ", e.begin,
                                 ", where it should be");
    const auto* head = bytes_.data() + e.begin;
    const std::uint64_t local_name = bits_at<std::uint16_t>(head + 26);
    const std::uint64_t head_size = local + local_name + bits_at<std::uint16_t>(head + 28);
    if (directory_ - e.begin < head_size || directory_ - e.begin - head_size < e.packed)
      refuse<fault::truncated>(source_, ": entry ", quoted{e.name}, ": the ", e.packed, " bytes at ", e.begin,
                               " go beyond ", directory_);
    if (std::string_view(reinterpret_cast<const char*>(head) + local, local_name) != e.name ||
        bits_at<std::uint16_t>(head + 8) != e.method)
      refuse<fault::bad_entry>(source_, ": entry ", quoted{e.name},
                               " is another one in the directory than at its place");
    e.data = e.begin + head_size;
    entries.push_back(std::move(e));
    return at + size;
  }

  void refuse_overlaps() {
    std::sort(entries.begin(), entries.end(), [](const zip_entry& a, const zip_entry& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < entries.size(); ++i)
      if (entries[i].begin < entries[i - 1].data + entries[i - 1].packed)
        refuse<fault::overlap>(source_, ": entries ", quoted{entries[i - 1].name}, " and ", quoted{entries[i].name},
                               " overlap");
  }

  std::span<const std::byte> bytes_;
  const std::string& source_;
  std::uint64_t directory_ = 0;
};

inline archive read_npz(const kept_bytes& file, const std::string& source, inflater inflate) {
  archive result(source);
  std::vector<stored_tensor> tensors;
  for (const zip_entry& e : zip_directory(file.bytes, source).entries) {
    if (!e.name.ends_with(".npy")) refuse<fault::other_format>(source, ": entry ", quoted{e.name}, " is no .npy file");
    std::span<const std::byte> bytes = file.bytes.subspan(e.data, e.packed);
    if (e.method == 8) {
      if (inflate == nullptr)
        refuse<fault::other_format>(source, ": entry ", quoted{e.name},
                                    " is deflated, did you mean read_npz(path, io::inflate), from "
                                    "<tenon/io/inflate.hpp>, or numpy.savez without compression?");
      const auto unpacked = std::make_shared<std::vector<std::byte>>(e.size);
      if (!inflate(bytes, *unpacked))
        refuse<fault::bad_value>(source, ": entry ", quoted{e.name}, ": ", e.packed, " bytes do not unpack to ",
                                 e.size);
      bytes = *unpacked;
      result.keep(unpacked);
    }
    if (checksum(bytes) != e.checksum)
      refuse<fault::wrong_checksum>(source, ": entry ", quoted{e.name}, ": its bytes do not have its checksum");
    tensors.push_back(npy_tensor(bytes, source + ": entry " + e.name, e.name.substr(0, e.name.size() - 4)));
  }
  result.add(std::move(tensors), file.keeper);
  return result;
}

}  // namespace detail

/// The tensors of a .npz file, under the names of its entries without `.npy`. What numpy.savez_compressed has written
/// needs `io::inflate` of <tenon/io/inflate.hpp>, which asks for zlib. Refused as in `read_npy`, and: checksums that do
/// not hold, entries that overlap, are encrypted, or are no .npy files. Python: numpy.load(path).
[[nodiscard]] inline archive read_npz(const std::string& path, inflater inflate = nullptr) {
  return detail::read_npz(detail::file_bytes(path, file_memory::read), path, inflate);
}

/// The same of bytes in memory, which outlive the archive.
[[nodiscard]] inline archive read_npz(std::span<const std::byte> bytes, const std::string& source = "memory",
                                      inflater inflate = nullptr) {
  return detail::read_npz({bytes, nullptr}, source, inflate);
}

}  // namespace tenon::io
TENON_END_HEADER
