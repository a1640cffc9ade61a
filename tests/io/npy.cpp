// numpy's files: orders of indices and of bytes, versions, archives, and what is wrong with them.
#include <tenon/io/npz.hpp>
#include <tenon/io/read_tensor.hpp>

#include <tenon/ops/compare.hpp>

#include "../support/catch.hpp"
#include "files.hpp"

using namespace tenon;
using io::fault;

namespace {

std::string npy(const std::string& header, const std::string& data, int version = 1) {
  return "\x93NUMPY" + files::little(static_cast<unsigned>(version), 2) +
         files::little(header.size(), version == 1 ? 2 : 4) + header + data;
}
std::string header(const std::string& type, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}
template <class Tensor>
Tensor read(const std::string& content) {
  const files::exact_bytes bytes(content);
  return io::read_tensor<Tensor>(io::read_npy(bytes.span(), "x"), "x");
}
void refuses(fault kind, const std::string& sentence, const std::string& content) {
  const files::exact_bytes bytes(content);
  CHECK(files::refused([&] { return io::read_npy(bytes.span(), "x"); }) == files::refusal{kind, "x: " + sentence});
}

/// A zip archive as numpy.savez writes it: nothing is packed.
std::string zip(const std::string& name, const std::string& content, int method = 0, const std::string& packed = "") {
  const std::string& data = method == 0 ? content : packed;
  const files::exact_bytes bytes(content);
  const std::string about = files::little(io::detail::checksum(bytes.span()), 4) + files::little(data.size(), 4) +
                            files::little(content.size(), 4);
  const std::string how = files::little(0, 2) + files::little(static_cast<unsigned>(method), 2) + files::little(0, 4);
  const std::string local = files::little(0x04034b50, 4) + files::little(20, 2) + how + about +
                            files::little(name.size(), 2) + files::little(0, 2) + name;
  const std::string directory = files::little(0x02014b50, 4) + files::little(20, 2) + files::little(20, 2) + how +
                                about + files::little(name.size(), 2) + files::little(0, 4) + files::little(0, 4) +
                                files::little(0, 4) + files::little(0, 4) + name;
  return local + data + directory + files::little(0x06054b50, 4) + files::little(0, 4) + files::little(1, 2) +
         files::little(1, 2) + files::little(directory.size(), 4) + files::little(local.size() + data.size(), 4) +
         files::little(0, 2);
}

const std::string six("\0\1\2\3\4\5", 6);

}  // namespace

TEST_CASE("npy files are read in either order of indices and of bytes") {
  const tensor<std::uint8_t, 2, 3> rows{{0, 1, 2}, {3, 4, 5}}, columns{{0, 2, 4}, {1, 3, 5}};
  for (const int version : {1, 2, 3})
    CHECK(read<tensor<std::uint8_t, 2, 3>>(npy(header("|u1", "(2, 3)"), six, version)) == rows);
  CHECK(read<tensor<std::uint8_t, 2, 3>>(npy(header("|u1", "(2, 3)", "True"), six)) == columns);
  CHECK(read<tensor<std::int16_t, 3>>(npy(header("<i2", "(3,)"), six)) ==
        tensor<std::int16_t, 3>{0x0100, 0x0302, 0x0504});
  CHECK(read<tensor<std::int16_t, 3>>(npy(header(">i2", "(3,)"), six)) ==
        tensor<std::int16_t, 3>{0x0001, 0x0203, 0x0405});
  CHECK(read<tensor<float, 1>>(npy(header(">f4", "(1,)"), std::string("\x3f\x80\0\0", 4)))(0) == 1);
  CHECK(read<tensor<float, 1>>(npy(header("<f2", "(1,)"), std::string("\1\0", 2)))(0) == 0x1p-24f);
  CHECK(read<tensor<double, 1>>(
            npy("{\"shape\":(1,),\"descr\":\">f2\",\"fortran_order\":True}", std::string("\x3c\0", 2)))(0) == 1);
  const files::exact_bytes deep(npy(header("|u1", "(1, 2, 3)", "True"), six));
  CHECK(io::read_numbers<std::uint8_t>(io::read_npy(deep.span(), "x"), "x") ==
        std::vector<std::uint8_t>{0, 2, 4, 1, 3, 5});
}

TEST_CASE("every fault of an npy file has its sentence") {
  refuses(fault::empty, "the file is empty", "");
  refuses(fault::other_format, "this is no .npy file, it does not begin with \\x93NUMPY", "PK\3\4");
  refuses(fault::truncated, "the beginning of a .npy file has 10 bytes, this one has 6", "\x93NUMPY");
  refuses(fault::other_format, "this is version 4.0 of .npy, versions 1.0, 2.0 and 3.0 are read", npy("{}", "", 4));
  refuses(fault::oversized_header, "the header would have 4294967295 bytes, more than 65535",
          "\x93NUMPY" + files::little(2, 2) + "\xff\xff\xff\xff");
  refuses(fault::truncated, "the header has 200 bytes, the file ends after 0 of them",
          "\x93NUMPY" + files::little(1, 2) + files::little(200, 2));
  refuses(fault::truncated, "tensor \"x\": [1000, 1000] of <f4 takes 4000000 bytes, the file has 6",
          npy(header("<f4", "(1000, 1000)"), six));
  refuses(fault::trailing_bytes, "tensor \"x\": [1] of <f4 takes 4 bytes, 2 more follow",
          npy(header("<f4", "(1,)"), six));
  refuses(fault::bad_shape, "the shape holds what is no extent, at byte 51 of the header",
          npy(header("<f4", "(-1,)"), six));
  refuses(fault::bad_shape, "the shape holds an extent that is larger than can be counted",
          npy(header("<f4", "(99999999999999999999,)"), six));
  refuses(fault::bad_shape, "tensor \"x\": the shape [4611686018427387904, 4] has more elements than can be counted",
          npy(header("|u1", "(4611686018427387904, 4)"), six));
  refuses(fault::unknown_element_type, "its elements are Python objects (\"|O\"), which could be any program",
          npy(header("|O", "(1,)"), six));
  refuses(fault::unknown_element_type, "its elements are \"<c8\", which are not read: numbers of numpy and bool are",
          npy(header("<c8", "(1,)"), six));
  refuses(fault::unknown_element_type,
          "its elements are \"<u1\\\"\", which are not read: numbers of numpy and bool are",
          npy(header("<u1\"", "(1,)"), six));
  refuses(fault::unknown_element_type, "its elements are records of several fields",
          npy("{'descr': [('a', '<f4')]}", six));
  refuses(fault::bad_entry, "the header has no fortran_order", npy("{'descr': '|u1', 'shape': (6,)}", six));
  refuses(fault::bad_entry, "the header has \"a\", which is none of descr, fortran_order and shape",
          npy("{'a': 1}", six));
  refuses(fault::duplicate_name, "the header has \"descr\" twice", npy("{'descr': '|u1', 'descr': '|u1'}", six));
}

TEST_CASE("npz files are archives of npy files") {
  const std::string content = npy(header("|u1", "(2, 3)"), six);
  const files::exact_bytes sound(zip("layer.weight.npy", content));
  const io::archive file = io::read_npz(sound.span());
  CHECK(io::read_tensor<tensor<std::uint8_t, 2, 3>>(file, "layer.weight") ==
        tensor<std::uint8_t, 2, 3>{{0, 1, 2}, {3, 4, 5}});

  const auto says = [](fault kind, const std::string& sentence, const std::string& archive) {
    const files::exact_bytes bytes(archive);
    CHECK(files::refused([&] { return io::read_npz(bytes.span(), "x"); }) == files::refusal{kind, "x: " + sentence});
  };
  says(fault::other_format, "this is no .npz file, it does not begin with PK", content);
  says(fault::other_format, "entry \"a.txt\" is no .npy file", zip("a.txt", content));
  says(fault::other_format,
       "entry \"a.npy\" is deflated, did you mean read_npz(path, io::inflate), from <tenon/io/inflate.hpp>, or "
       "numpy.savez without "
       "compression?",
       zip("a.npy", content, 8, "packed"));
  says(fault::other_format, "entry \"a.npy\" is packed by method 12, stored and deflated ones are read",
       zip("a.npy", content, 12, "packed"));
  says(fault::wrong_size, "entry \"a.npy\": no 1 bytes unpack to 5000", zip("a.npy", std::string(5000, 'a'), 8, "p"));
  std::string changed = zip("a.npy", content);
  changed[changed.find("NUMPY") + 70] ^= 1;
  says(fault::wrong_checksum, "entry \"a.npy\": its bytes do not have its checksum", changed);
  says(fault::truncated, "the archive's directory is missing at the file's end", zip("a.npy", content).substr(0, 150));
}

TEST_CASE("broken npy and npz files are refused, or read within their bytes") {
  const std::string content = npy(header("<i2", "(1, 3)"), six);
  std::size_t refused = 0;
  const auto look = [&](const auto& reader) {
    return [&](const std::string& broken) {
      const files::exact_bytes bytes(broken);
      try {
        for (const io::archive file = reader(bytes.span()); const io::stored_tensor& t : file.tensors())
          if (t.type == io::element_type::i16) REQUIRE(io::read_numbers<std::int16_t>(file, t.name).size() == 3);
      } catch (const io::file_error&) {
        ++refused;
      }
    };
  };
  files::for_each_broken(content, content.size() - 6,
                         look([](std::span<const std::byte> bytes) { return io::read_npy(bytes); }));
  CHECK(refused > 1000);
  const std::string archive = zip("a.npy", content);
  refused = 0;
  files::for_each_broken(archive, archive.size(),
                         look([](std::span<const std::byte> bytes) { return io::read_npz(bytes); }));
  CHECK(refused > 3000);
}
