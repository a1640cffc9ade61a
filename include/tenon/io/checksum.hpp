// The checksum of zip archives.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

struct checksum_table {
  std::uint32_t at[256];
};
inline constexpr checksum_table checksum_steps = [] {
  checksum_table table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1) != 0 ? 0xedb88320u : 0u);
    table.at[i] = c;
  }
  return table;
}();

/// CRC-32 as in zip, gzip and PNG.
inline std::uint32_t checksum(std::span<const std::byte> bytes) {
  std::uint32_t c = 0xffffffffu;
  for (const std::byte b : bytes) c = checksum_steps.at[(c ^ static_cast<std::uint32_t>(b)) & 0xff] ^ (c >> 8);
  return ~c;
}

}  // namespace tenon::io::detail
TENON_END_HEADER
