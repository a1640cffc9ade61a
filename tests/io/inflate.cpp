// Deflated entries of .npz files, where zlib is there.
#if defined(TENON_TEST_ZLIB)
#include <tenon/io/inflate.hpp>

#include <string>
#include <vector>

#include "../support/catch.hpp"

TEST_CASE("what zlib has packed is unpacked to exactly its size, or refused") {
  const std::string text(1000, 'x');
  std::vector<std::byte> packed(200), plain(1000);
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string from = text;
  stream.next_in = reinterpret_cast<Bytef*>(from.data());
  stream.avail_in = 1000;
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = 200;
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);

  REQUIRE(tenon::io::inflate(packed, plain));
  CHECK(std::string(reinterpret_cast<const char*>(plain.data()), plain.size()) == text);
  for (const std::size_t size : {0u, 999u, 1001u}) {
    std::vector<std::byte> other(size);
    CHECK(!tenon::io::inflate(packed, other));
  }
  for (std::size_t size = 0; size < packed.size(); ++size)
    CHECK(!tenon::io::inflate(std::span(packed).first(size), plain));
  packed.push_back(std::byte{});
  CHECK(!tenon::io::inflate(packed, plain));
}
#endif
