// Deflated entries of .npz files, by zlib: who includes this links it.
#pragma once
#include <zlib.h>

#include <span>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// Unpacks what was deflated, to exactly the size of `to`; for `read_npz(path, io::inflate)`.
inline bool inflate(std::span<const std::byte> from, std::span<std::byte> to) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  // An entry has less than 4 GiB, as the numbers of a stream have.
  std::byte none{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(from.data()));
  stream.avail_in = static_cast<uInt>(from.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.empty() ? &none : to.data());
  stream.avail_out = static_cast<uInt>(to.size());
  const int result = ::inflate(&stream, Z_FINISH);
  const bool whole = result == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  return whole;
}

}  // namespace tenon::io
TENON_END_HEADER
