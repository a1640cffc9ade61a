// Models in several files: what an index may say, and each way in which it can be wrong.
#include <tenon/io/open.hpp>
#include <tenon/io/read_tensor.hpp>

#include "../support/catch.hpp"
#include "files.hpp"

using namespace tenon;
using io::fault;

namespace {

const char* const one = "model-00001-of-00002.safetensors";
const char* const two = "model-00002-of-00002.safetensors";

std::string tensors(const std::string& first, const std::string& second = "") {
  std::string header = "{\"" + first + R"(":{"dtype":"U8","shape":[1],"data_offsets":[0,1]})";
  if (!second.empty()) header += ",\"" + second + R"(":{"dtype":"U8","shape":[1],"data_offsets":[1,2]})";
  return files::safetensors(header + "}", second.empty() ? "a" : "ab");
}

}  // namespace

TEST_CASE("an index reads its shards, and says what is wrong with them") {
  const files::folder here;
  here.write(one, tensors("a", "b"));
  here.write(two, tensors("c"));
  const auto index = [&](const std::string& text) { return here.write("model.safetensors.index.json", text); };
  const auto map = [&](const std::string& more) {
    return index(R"({"metadata":{"total_size":3,"deep":[{"x":[null,1.5,true]}]},"weight_map":{"a":")" +
                 std::string(one) + R"(","c":")" + two + "\"" + more + "}}");
  };
  const std::string b = std::string(R"(,"b":")") + one + "\"";
  const auto refuses = [&](fault kind, const std::string& sentence, const std::string& path) {
    CHECK(files::refused([&] { return io::open(path); }) == files::refusal{kind, path + ": " + sentence});
  };

  for (const io::file_memory how : {io::file_memory::read, io::mapped}) {
    const io::archive file = io::open(map(b), how);
    CHECK(file.tensors().size() == 3);
    CHECK(io::read_numbers<std::uint8_t>(file, "b") == std::vector<std::uint8_t>{'b'});
  }
  refuses(fault::stray_tensor, "\"" + std::string(one) + "\" holds tensor \"b\", which the index does not name",
          map(""));
  refuses(fault::missing_tensor, "tensor \"d\" is not in \"" + std::string(one) + "\", where it should be",
          map(b + R"(,"d":")" + one + "\""));
  refuses(fault::missing_shard, "there is no shard \"none.safetensors\", where tensor \"d\" should be",
          map(b + R"(,"d":"none.safetensors")"));
  for (const char* away :
       {"../x.safetensors", "/etc/x.safetensors", "a/../../x", ".", "..", "", "a/", "C:x", "a\\\\x"}) {
    const std::string shown = std::string(away) == "a\\\\x" ? "a\\\\x" : away;
    refuses(fault::leaves_folder,
            "tensor \"d\" would be in \"" + shown + "\", which is no file in the folder of the index",
            map(b + ",\"d\":\"" + away + "\""));
  }
  refuses(fault::duplicate_name, "the index has tensor \"b\" twice", map(b + b));
  refuses(fault::bad_entry, "tensor \"d\" is in a number, not in a file", map(R"(,"d":1)"));
  refuses(fault::bad_entry, "tensor \"d\" is in an object, not in a file", map(R"(,"d":{})"));
  refuses(fault::bad_entry, "tensor \"d\" is in a list, not in a file", map(R"(,"d":[])"));
  refuses(fault::bad_entry, "the index has no weight_map", index("{}"));
  refuses(fault::bad_entry, "weight_map is a list, not an object", index(R"({"weight_map":[]})"));
  refuses(fault::bad_entry, "weight_map is a string, not an object", index(R"({"weight_map":"x"})"));
  refuses(fault::duplicate_name, "the index has weight_map twice", index(R"({"weight_map":{},"weight_map":{}})"));
  refuses(fault::header_is_no_object, "the index is no JSON object, it does not begin with {", index("[]"));
  refuses(fault::invalid_json, "the index is no valid JSON at its byte 16", index(R"({"weight_map":{)"));

  here.write("model-00003-of-00003.safetensors", tensors("x"));
  const std::string path = map(b);
  refuses(fault::stray_file,
          "beside it lies \"model-00003-of-00003.safetensors\", which the index does not name, did you mean "
          "io::stray_files::allowed?",
          path);
  CHECK(io::read_safetensors_index(path, io::mapped, io::stray_files::allowed).tensors().size() == 3);

  // A tensor in two shards; what is wrong with a shard names the shard.
  here.write(two, tensors("c", "a"));
  refuses(fault::stray_tensor,
          "\"" + std::string(two) + "\" holds tensor \"a\", which the index has in \"" + one + "\"", path);
  here.write(two, tensors("c") + "x");
  CHECK(files::refused([&] { return io::open(path); }).sentence ==
        here.path(two) + ": the tensors end at byte 1 behind the header, 1 bytes follow");
}
