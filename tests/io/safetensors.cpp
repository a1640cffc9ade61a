// safetensors files: values of every type, every fault by its own sentence, and thousands of broken files.
#include <tenon/io/read_tensor.hpp>
#include <tenon/io/safetensors.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <tenon/ops/compare.hpp>

#include "../support/catch.hpp"
#include "../support/golden.hpp"
#include "files.hpp"

using namespace tenon;
using io::fault;

namespace {

io::archive parsed(const std::string& content) {
  // The test looks at values at once, and the bytes are kept for it.
  static std::vector<files::exact_bytes> kept;
  if (kept.size() > 64) kept.clear();
  kept.emplace_back(content);
  return io::read_safetensors(kept.back().span(), "x.safetensors");
}

template <class T>
std::vector<T> numbers(const std::string& type, const std::string& shape, const std::string& data) {
  return io::read_numbers<T>(parsed(files::one_tensor(type, shape, data)), "x");
}

void refuses(fault kind, const std::string& sentence, const std::string& content) {
  CHECK(files::refused([&] { return parsed(content); }) == files::refusal{kind, "x.safetensors: " + sentence});
}

std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }

}  // namespace

TEST_CASE("float16 and bfloat16 become float exactly") {
  CHECK(numbers<float>("F16", "[6]", std::string("\x01\x00\xff\x03\x00\x04\x00\x3c\xff\x7b\x01\x80", 12)) ==
        std::vector<float>{5.9604645e-8f, 6.0975552e-5f, 6.1035156e-5f, 1, 65504, -5.9604645e-8f});
  // Every float16, against the rule of its three fields.
  for (unsigned h = 0; h < 0x10000; ++h) {
    const int exponent = static_cast<int>(h >> 10 & 31);
    const int fraction = static_cast<int>(h & 1023);
    const float x = io::float_of_float16(static_cast<std::uint16_t>(h));
    if (exponent == 31) {
      if (fraction != 0)
        REQUIRE(std::isnan(x));
      else
        REQUIRE(std::isinf(x));
    } else {
      const double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
      REQUIRE(static_cast<double>(std::abs(x)) == magnitude);
    }
    REQUIRE(std::signbit(x) == (h >= 0x8000));
  }
  static_assert(io::float_of_float16(0x3c00) == 1);
  const auto b = numbers<float>("BF16", "[4]", std::string("\x01\x00\x80\x3f\xc1\x7f\x00\x80", 8));
  CHECK(bits(b[0]) == 0x00010000);
  CHECK(b[1] == 1);
  CHECK(bits(b[2]) == 0x7fc10000);
  CHECK(bits(b[3]) == 0x80000000);
  CHECK(numbers<double>("F16", "[1]", std::string("\x01\x00", 2))[0] == 0x1p-24);
  CHECK(numbers<bfloat16>("F32", "[2]", files::little(bits(1.00390625f), 4) + files::little(bits(1.01171875f), 4)) ==
        std::vector<bfloat16>{bfloat16(1.0f), bfloat16(1.015625f)});  // ties to even
}

TEST_CASE("numbers of every type are read as they are") {
  CHECK(numbers<float>("F32", "[]", files::little(bits(2.5f), 4)) == std::vector<float>{2.5f});
  CHECK(numbers<double>("F64", "[1]", files::little(__builtin_bit_cast(std::uint64_t, 0.1), 8)) ==
        std::vector<double>{0.1});
  CHECK(numbers<std::int64_t>("I64", "[2]", files::little(1ull << 63, 8) + files::little(5, 8)) ==
        std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(), 5});
  CHECK(numbers<std::uint64_t>("U64", "[1]", files::little(~0ull, 8)) == std::vector<std::uint64_t>{~0ull});
  CHECK(numbers<std::int32_t>("I32", "[1]", files::little(0xfffffffe, 4)) == std::vector<std::int32_t>{-2});
  CHECK(numbers<std::uint32_t>("U32", "[1]", files::little(0xfffffffe, 4)) == std::vector<std::uint32_t>{0xfffffffe});
  CHECK(numbers<std::int16_t>("I16", "[1]", "\xfe\xff") == std::vector<std::int16_t>{-2});
  CHECK(numbers<std::uint16_t>("U16", "[1]", "\xfe\xff") == std::vector<std::uint16_t>{0xfffe});
  CHECK(numbers<std::int8_t>("I8", "[1]", "\xfe") == std::vector<std::int8_t>{-2});
  CHECK(numbers<std::uint8_t>("U8", "[1, 1]", "\xfe") == std::vector<std::uint8_t>{0xfe});
  CHECK(numbers<float>("F32", "[0, 3]", "").empty());
  const auto yes =
      io::read_tensor<tensor<bool, 2>>(parsed(files::one_tensor("BOOL", "[2]", std::string("\x01\x00", 2))), "x");
  CHECK((yes(0) && !yes(1)));
}

TEST_CASE("what would be read as something else is refused") {
  const auto says = [](const auto& call, fault kind, const std::string& sentence) {
    CHECK(files::refused(call) == files::refusal{kind, "x.safetensors: tensor \"x\"" + sentence});
  };
  const io::archive integers = parsed(files::one_tensor("I64", "[1]", std::string(8, '\1')));
  says([&] { return io::read_numbers<float>(integers, "x"); }, fault::wrong_element_type,
       " has elements of \"I64\", which are not read as float");
  says([&] { return io::read_numbers<double>(integers, "x"); }, fault::wrong_element_type,
       " has elements of \"I64\", which are not read as double");
  says([&] { return io::read_numbers<std::uint64_t>(integers, "x"); }, fault::wrong_element_type,
       " has elements of \"I64\", which are not read as uint64");
  const io::archive doubles = parsed(files::one_tensor("F64", "[1]", std::string(8, '\1')));
  says([&] { return io::read_numbers<float>(doubles, "x"); }, fault::wrong_element_type,
       " has elements of \"F64\", which are not read as float");
  const io::archive odd = parsed(files::one_tensor("F8_E4M3", "[2]", "ab"));
  CHECK(odd.find("x")->bytes.size() == 2);
  says([&] { return io::read_numbers<float>(odd, "x"); }, fault::unknown_element_type,
       " has elements of \"F8_E4M3\", which are not read");
  const io::archive unheard = parsed(files::one_tensor("Q5", "[7]", "abc"));
  CHECK(unheard.find("x")->type_name == "Q5");
  says([&] { return io::read_numbers<float>(unheard, "x"); }, fault::unknown_element_type,
       " has elements of \"Q5\", which are not read");
  const io::archive two = parsed(files::one_tensor("BOOL", "[2]", "\1\2"));
  says([&] { return io::read_tensor<tensor<bool, 2>>(two, "x"); }, fault::bad_value,
       ": byte 1 of a tensor of bool is 2, neither 0 nor 1");
  const io::archive some = parsed(files::one_tensor("F32", "[3, 9]", std::string(108, '\0')));
  says(
      [&] {
        return io::read_tensor<tensor<float, axis{"seq", 3}, axis{"d_model", 8}>>(some, "x");
      },
      fault::wrong_shape, ": the file has [3, 9], wanted is [seq=3, d_model=8]");
  CHECK(files::refused([&] { return io::read_numbers<float>(some, "xs"); }).sentence ==
        "x.safetensors: there is no tensor \"xs\", did you mean \"x\"?");
}

TEST_CASE("every fault of a file has its sentence") {
  const auto entry = [](const std::string& text, const std::string& data = "") {
    return files::safetensors("{" + text + "}", data);
  };
  refuses(fault::empty, "the file is empty", "");
  refuses(fault::truncated, "a safetensors file begins with the 8 bytes of its header's size, this one has 7",
          "1234567");
  refuses(fault::git_lfs_stub,
          "this is a git-lfs stub of 54 bytes in the place of the file, did you mean to run git lfs pull?",
          "version https://git-lfs.github.com/spec/v1\noid sha256:");
  refuses(fault::truncated, "the header has 9 bytes, the file ends after 2 of them", files::little(9, 8) + "{}");
  refuses(fault::oversized_header,
          "the header would have 9223372036854775807 bytes, more than 100000000: is this a safetensors file?",
          files::little(~0ull >> 1, 8) + "{}");
  refuses(fault::invalid_json, "the header is no valid JSON at its byte 6", files::safetensors("{\"a\":}}"));
  refuses(fault::invalid_json, "the header is no valid JSON at its byte 2",
          files::safetensors(std::string("{}\0}", 4)));
  refuses(fault::invalid_json, "the header is no valid JSON at its byte 4", files::safetensors("{} {"));
  refuses(fault::invalid_utf8, "the header is no valid UTF-8 at its byte 2", entry("\"\xc0\xaf\":1"));
  refuses(fault::invalid_utf8, "the header is no valid UTF-8 at its byte 2", entry("\"\xed\xa0\x80\":1"));
  refuses(fault::header_is_no_object, "the header is no JSON object, it does not begin with {",
          files::safetensors("[]"));
  refuses(fault::header_is_no_object, "the header is no JSON object, it does not begin with {", files::safetensors(""));
  refuses(fault::bad_entry, "\"x\" is a number, not an object with dtype, shape and data_offsets", entry(R"("x":1)"));
  refuses(fault::bad_entry, "\"x\" is a list, not an object with dtype, shape and data_offsets", entry(R"("x":[])"));
  refuses(fault::bad_entry, "tensor \"x\" has no dtype", entry(R"("x":{"shape":[],"data_offsets":[0,0]})"));
  refuses(fault::bad_entry, "tensor \"x\" has no shape", entry(R"("x":{"dtype":"F32","data_offsets":[0,0]})"));
  refuses(fault::bad_entry, "tensor \"x\" has no data_offsets", entry(R"("x":{"dtype":"F32","shape":[]})"));
  refuses(fault::bad_entry, "tensor \"x\": \"a\" is none of dtype, shape and data_offsets", entry(R"("x":{"a":1})"));
  refuses(fault::bad_entry, "tensor \"x\": its dtype is null", entry(R"("x":{"dtype":null})"));
  refuses(fault::bad_entry, "tensor \"x\": its dtype is a list", entry(R"("x":{"dtype":["F32"]})"));
  refuses(fault::bad_entry, "tensor \"x\": its shape is an object", entry(R"("x":{"shape":{}})"));
  refuses(fault::bad_entry, "__metadata__ holds strings, \"a\" is a number", entry(R"("__metadata__":{"a":1})"));
  refuses(fault::duplicate_name, "tensor \"x\" has dtype twice", entry(R"("x":{"dtype":"F32","dtype":"F32"})"));
  refuses(
      fault::duplicate_name, "tensor \"x\" is there twice",
      entry(
          R"("x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"x":{"dtype":"U8","shape":[1],"data_offsets":[1,2]})",
          "ab"));
  refuses(
      fault::duplicate_name, "tensor \"x\" is there twice",  // by another spelling
      entry(
          R"("x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"\u0078":{"dtype":"U8","shape":[1],"data_offsets":[1,2]})",
          "ab"));
  refuses(fault::duplicate_name, "__metadata__ has \"a\" twice", entry(R"("__metadata__":{"a":"1","a":"2"})"));

  const auto tensor = [&](const std::string& shape, const std::string& offsets, const std::string& data = "1234") {
    return entry(R"("w":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}", data);
  };
  refuses(fault::wrong_size, "tensor \"w\": [1000, 1000] of F32 takes 4000000 bytes, the file gives it 4",
          tensor("[1000,1000]", "[0,4]"));
  refuses(fault::truncated, "tensor \"w\" ends at byte 4000000 behind the header, the file has 4 there",
          tensor("[1000,1000]", "[0,4000000]"));
  refuses(fault::bad_shape, "tensor \"w\": -1 in its shape is no extent", tensor("[-1]", "[0,4]"));
  refuses(fault::bad_shape, "tensor \"w\": 1.0 in its shape is no extent", tensor("[1.0]", "[0,4]"));
  refuses(fault::bad_shape, "tensor \"w\": 18446744073709551617 in its shape is no extent",
          tensor("[18446744073709551617]", "[0,4]"));
  refuses(fault::bad_shape, "tensor \"w\": a string in its shape is no extent", tensor("[\"1\"]", "[0,4]"));
  refuses(fault::bad_shape, "tensor \"w\": the shape [4294967296, 4294967296] has more elements than can be counted",
          tensor("[4294967296,4294967296]", "[0,0]", ""));
  refuses(fault::bad_shape,
          "tensor \"w\": the shape [4611686018427387905] has more elements than can be counted",  // times 4 is 4
          tensor("[4611686018427387905]", "[0,4]"));
  refuses(fault::bad_shape, "tensor \"w\": the shape [0, 4294967296, 4294967296] has more elements than can be counted",
          tensor("[0,4294967296,4294967296]", "[0,0]", ""));
  refuses(fault::bad_offsets, "tensor \"w\": data_offsets are a begin and an end, not 1 numbers", tensor("[1]", "[4]"));
  refuses(fault::bad_offsets, "tensor \"w\": data_offsets are a begin and an end, not 3 numbers",
          tensor("[1]", "[0,4,4]"));
  refuses(fault::bad_offsets, "tensor \"w\": -4 in its data_offsets is no offset", tensor("[1]", "[-4,0]"));
  refuses(fault::bad_offsets, "tensor \"w\" begins at byte 4 and ends before, at 0", tensor("[1]", "[4,0]"));
  refuses(fault::gap, "tensor \"w\" begins at byte 4, and what is before it ends at 0",
          tensor("[1]", "[4,8]", "12345678"));
  refuses(fault::trailing_bytes, "the tensors end at byte 4 behind the header, 1 bytes follow",
          tensor("[1]", "[0,4]", "12345"));
  refuses(fault::trailing_bytes, "the tensors end at byte 0 behind the header, 2 bytes follow", entry("", "12"));
  refuses(
      fault::overlap, "tensors \"a\" and \"b\" overlap: one ends at byte 4, the other begins at 2",
      entry(
          R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]})",
          "123456"));
  // Names out of a file cannot write to a terminal, nor fill it.
  refuses(fault::bad_entry, "\"a\\x1b[2J\\\"\" is a number, not an object with dtype, shape and data_offsets",
          entry("\"a\\u001b[2J\\\"\":1"));
  CHECK(files::refused([&] { return parsed(entry("\"" + std::string(5000, 'n') + "\":1")); }).sentence.size() < 250);
}

TEST_CASE("faults are caught by their kind") {
  CHECK_THROWS_AS(parsed(""), io::file_fault<fault::empty>);
  CHECK_THROWS_AS(parsed(""), io::file_error);
  CHECK_THROWS_AS(parsed(""), tenon::error);
}

TEST_CASE("files that are sound are read, however they are written") {
  const io::archive spaced = parsed(
      files::safetensors(R"( { "__metadata__" : {"format":"pt"}, "b":{"data_offsets":[2,6],"shape":[1],"dtype":"F32"},
    "a\u00e4":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}, "none":{"dtype":"F64","shape":[0],"data_offsets":[2,2]} }   )",
                         "ab" + files::little(bits(7.5f), 4)));
  CHECK(spaced.metadata().at("format") == "pt");
  CHECK(spaced.tensors().size() == 3);
  CHECK(io::read_numbers<float>(spaced, "b") == std::vector<float>{7.5f});  // on no multiple of 4
  CHECK(io::read_numbers<std::uint8_t>(spaced, "a\u00e4") == std::vector<std::uint8_t>{'a', 'b'});
  CHECK(io::read_numbers<double>(spaced, "none").empty());
  CHECK(parsed(files::safetensors("{}")).tensors().empty());
}

TEST_CASE("a deep header and one of many tensors cost no more than their size") {
  refuses(fault::bad_entry, "\"x\" is a list, not an object with dtype, shape and data_offsets",
          files::safetensors("{\"x\":" + std::string(100000, '[')));
  std::string header = "{";
  for (int i = 0; i < 5000; ++i)
    header += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  CHECK(parsed(files::safetensors(header + "}")).tensors().size() == 5000);
}

TEST_CASE("a file, read and mapped, is PyTorch's golden file") {
  for (const io::file_memory how : {io::file_memory::read, io::mapped}) {
    const io::archive file = io::read_safetensors(TENON_TEST_DATA "/golden.safetensors", how);
    std::size_t compared = 0;
    for (const io::stored_tensor& t : file.tensors()) {
      if (t.type != io::element_type::f32) continue;
      REQUIRE(io::read_numbers<float>(file, t.name) == golden<float>(t.name).values);
      ++compared;
    }
    CHECK(compared > 200);
  }
  const files::folder here;
  const auto cannot = [&](const std::string& path, fault kind, const std::string& sentence) {
    for (const io::file_memory how : {io::file_memory::read, io::mapped})
      CHECK(files::refused([&] { return io::read_safetensors(path, how); }) == files::refusal{kind, sentence});
  };
  cannot(here.path("none"), fault::unreadable, "cannot read " + here.path("none") + ": No such file or directory");
  cannot(here.path(""), fault::unreadable, "cannot read " + here.path("") + ": it is no regular file");
  cannot("/dev/zero", fault::unreadable, "cannot read /dev/zero: it is no regular file");
  cannot(here.write("empty", ""), fault::empty, here.path("empty") + ": the file is empty");
}

TEST_CASE("a broken file is refused, or read within its bytes") {
  const std::string sound = files::safetensors(
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F16","shape":[1,3],"data_offsets":[8,14]}})",
      "12345678abcdef");
  std::size_t refused = 0, read = 0;
  files::for_each_broken(sound, sound.size() - 14, [&](const std::string& broken) {
    const files::exact_bytes bytes(broken);
    try {
      const io::archive file = io::read_safetensors(bytes.span());
      ++read;
      std::size_t sum = 0;
      for (const io::stored_tensor& t : file.tensors()) {
        sum += t.bytes.size();
        if (io::detail::reads_as(t.type, io::element_type::f32))
          REQUIRE(io::read_numbers<float>(file, t.name).size() <= 14);
      }
      REQUIRE(sum == 14);
    } catch (const io::file_error& e) {
      ++refused;
      REQUIRE(std::string(e.what()).starts_with("memory: "));
    }
  });
  CHECK(refused > 2000);
  CHECK(read > 10);  // other names
}
