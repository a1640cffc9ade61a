// load and save: modules from files by name, all faults at once, nothing half written.
#include <tenon/io/load.hpp>
#include <tenon/io/open.hpp>
#include <tenon/io/read_tensor.hpp>
#include <tenon/io/save.hpp>
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>

#include <boost/hana/define_struct.hpp>

#include <tenon/ops/compare.hpp>

#include "../support/catch.hpp"
#include "../support/golden.hpp"
#include "files.hpp"

using namespace tenon;
using io::fault;

namespace io_test {

constexpr axis seq{"seq", 3}, d_model{"d_model", 8}, heads{"heads", 2}, vocab{"vocab", 10}, d_ff{"d_ff", 20};

struct net {
  BOOST_HANA_DEFINE_STRUCT(net, (nn::embedding<float, vocab, d_model, nn::weights<bfloat16>>, words),
                           (nn::multi_head_attention<float, d_model, heads>, attention),
                           (nn::single_head_attention<float, d_model>, single),
                           (nn::linear<float, d_model, d_ff, nn::weights<bfloat16>>, up),
                           (nn::linear<double, d_ff, d_model, nn::no_bias>, down), (tensor<std::int64_t, seq>, ids),
                           (tensor<bool, seq>, mask), (tensor<float>, scale));
};

inline net random_net() {
  random::generator source(7);
  return {nn::embedding<float, vocab, d_model, nn::weights<bfloat16>>(source),
          nn::multi_head_attention<float, d_model, heads>(source),
          nn::single_head_attention<float, d_model>(source),
          nn::linear<float, d_model, d_ff, nn::weights<bfloat16>>(source),
          nn::linear<double, d_ff, d_model, nn::no_bias>(source),
          {1, -2, 3},
          {true, false, true},
          tensor<float>{2.5f}};
}

inline bool same(const net& a, const net& b) {
  bool result = true;
  nn::for_each_parameter(a, [&]<class P>(const nn::parameter_name& name, const P& p) {
    nn::for_each_parameter(b, [&]<class Q>(const nn::parameter_name& other, const Q& q) {
      if constexpr (std::is_same_v<P, Q>)
        if (io::detail::sentence(name) == io::detail::sentence(other)) result = result && p == q;
    });
  });
  return result;
}

using map = nn::linear<float, d_model, d_ff>;

struct two_maps {
  BOOST_HANA_DEFINE_STRUCT(two_maps, (nn::linear<float, d_model, d_ff, nn::no_bias>, a),
                           (nn::linear<float, d_model, d_ff, nn::no_bias>, b));
};
struct several {
  BOOST_HANA_DEFINE_STRUCT(several, (map, up), (map, down), (tensor<std::int64_t, seq>, ids),
                           (tensor<float, vocab>, scale));
};
struct of_two_types {
  using rounded = nn::linear<float, axis{"n", 2}, axis{"m", 1}, nn::no_bias, nn::weights<bfloat16>>;
  BOOST_HANA_DEFINE_STRUCT(of_two_types, (tensor<float, axis{"n", 2}>, a), (rounded, b));
};

inline std::string floats(const std::vector<float>& numbers) {
  std::string bytes;
  for (const float x : numbers) bytes += files::little(__builtin_bit_cast(std::uint32_t, x), 4);
  return bytes;
}
inline std::string two(const std::string& first, const std::string& first_shape, const std::vector<float>& a,
                       const std::string& second, const std::string& second_shape, const std::vector<float>& b) {
  const std::string middle = std::to_string(4 * a.size()), end = std::to_string(4 * (a.size() + b.size()));
  return files::safetensors("{\"" + first + R"(":{"dtype":"F32","shape":)" + first_shape + R"(,"data_offsets":[0,)" +
                                middle + "]},\"" + second + R"(":{"dtype":"F32","shape":)" + second_shape +
                                R"(,"data_offsets":[)" + middle + "," + end + "]}}",
                            floats(a) + floats(b));
}

inline std::vector<float> counted(std::size_t count) {
  std::vector<float> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(static_cast<float>(i));
  return result;
}

}  // namespace io_test

using namespace io_test;

TEST_CASE("what is saved is loaded again, bit for bit, and the bytes are the same every time") {
  const files::folder here;
  const net trained = random_net();
  io::save(trained, here.path("a.safetensors"));
  io::save(trained, here.path("b.safetensors"));
  CHECK(here.read("a.safetensors") == here.read("b.safetensors"));
  CHECK(here.count() == 2);
  CHECK(static_cast<unsigned char>(here.read("a.safetensors")[0]) % 8 == 0);
  for (const io::file_memory how : {io::file_memory::read, io::mapped}) {
    net m{};
    CHECK(!same(m, trained));
    const io::load_report report = io::load(m, io::open(here.path("a.safetensors"), how));
    CHECK(report.converted.empty());
    CHECK(same(m, trained));
  }
  net renamed{};
  const auto names = io::names().prefix("model.").rename("attention.W_q", "attn.query");
  io::save(trained, here.path("a.safetensors"), names);  // in the place of the other
  const io::archive file = io::open(here.path("a.safetensors"));
  CHECK(file.find("model.attn.query.weight") != nullptr);
  io::load(renamed, file, names);
  CHECK(same(renamed, trained));
}

TEST_CASE("a file that cannot be written changes nothing") {
  const files::folder here;
  const net m = random_net();
  CHECK(files::refused([&] { io::save(m, here.path("none/a.safetensors")); }) ==
        files::refusal{fault::unwritable,
                       "cannot write " + here.path("none/a.safetensors") + ": No such file or directory"});
  std::filesystem::create_directories(here.path("b.safetensors/full"));  // no file takes its place
  CHECK(files::refused([&] { io::save(m, here.path("b.safetensors")); }).kind == fault::unwritable);
  CHECK(here.count() == 1);
  CHECK(files::refused([&] { io::save(m, here.path("c"), io::names().rename("up.bias", "x").rename("ids", "x")); }) ==
        files::refusal{fault::duplicate_name, "save: two parameters would be called \"x\""});
  CHECK(files::refused([&] { io::save(m, here.path("c"), io::names().part("up.weight", "x", 0, 3)); }).sentence ==
        "save: \"up.weight\" is written whole, not as a part");
  CHECK(files::refused([&] { io::save(m, here.path("c"), io::names().rename("ids", "a\xff")); }).kind ==
        fault::invalid_utf8);
  CHECK(files::refused([&] { io::save(m, here.path("c"), io::names().rename("ids", "__metadata__")); }).kind ==
        fault::bad_entry);
  io::save(m, here.path("d.safetensors"), io::names().prefix("\n\"\\\u00e4\x01"));  // what JSON must escape
  CHECK(io::open(here.path("d.safetensors"))
            .find("\n\"\\\u00e4\x01"
                  "ids") != nullptr);
  std::filesystem::remove(here.path("d.safetensors"));
  CHECK(here.count() == 1);
}

TEST_CASE("parameters are PyTorch's, by prefix, in parts and transposed") {
  nn::multi_head_attention<float, d_model, heads> article;
  const io::archive file = io::open(TENON_TEST_DATA "/golden.safetensors");
  io::load(article, file, io::names().prefix("article/").ignore_unread());
  const auto wanted = golden("article/W_v.weight");
  for (index_t o = 0; o < 8; ++o)
    for (index_t i = 0; i < 8; ++i) REQUIRE(article.W_v.weight(o, i) == wanted[static_cast<std::size_t>(8 * o + i)]);

  nn::multi_head_attention<float, axis{"d_model", 16}, axis{"heads", 2}> block;
  auto names = io::names().prefix("block_pre_gelu/self_attn.").rename("W_o", "out_proj").ignore_unread();
  const char* const maps[] = {"W_q", "W_k", "W_v"};
  for (std::uint64_t i = 0; i < 3; ++i)
    names.part(std::string(maps[i]) + ".weight", "in_proj_weight", i, 3)
        .part(std::string(maps[i]) + ".bias", "in_proj_bias", i, 3);
  io::load(block, file, names);
  const auto in_proj = golden("block_pre_gelu/self_attn.in_proj_weight");
  CHECK(block.W_q.weight(0, 1) == in_proj[1]);
  CHECK(block.W_k.weight(3, 2) == in_proj[(16 + 3) * 16 + 2]);
  CHECK(block.W_v.weight(15, 15) == in_proj[48 * 16 - 1]);
  CHECK(block.W_v.bias(2) == golden("block_pre_gelu/self_attn.in_proj_bias")[34]);

  map m;
  const files::exact_bytes transposed(two("kernel", "[8, 20]", counted(160), "bias", "[20]", counted(20)));
  io::load(m, io::read_safetensors(transposed.span()), io::names().rename("weight", "kernel").transposed(""));
  CHECK(m.weight(3, 5) == 5 * 20 + 3);
  CHECK(m.bias(3) == 3);

  // GPT-2's c_attn: three weights side by side, with inputs first.
  two_maps both;
  const files::exact_bytes joined(two("c_attn", "[8, 40]", counted(320), "gone", "[0]", {}));
  io::load(both, io::read_safetensors(joined.span()),
           io::names()
               .part("a.weight", "c_attn", 0, 2)
               .part("b.weight", "c_attn", 1, 2)
               .transposed("a")
               .transposed("b")
               .ignore("gone"));
  CHECK(both.a.weight(3, 5) == 5 * 40 + 3);
  CHECK(both.b.weight(3, 5) == 5 * 40 + 23);

  const files::exact_bytes aliased(two("old.gamma", "[20, 8]", counted(160), "old.beta", "[20]", counted(20)));
  io::load(m, io::read_safetensors(aliased.span()),
           io::names().prefix("old.").rename("weight", {"weight", "gamma"}).rename("bias", {"bias", "beta"}));
  CHECK(m.weight(3, 5) == 29);
}

TEST_CASE("all that does not fit is said at once, and nothing is written") {
  several m{};
  m.scale(0) = 5;
  const std::string header = R"({"down.weigth":{"dtype":"F32","shape":[20,8],"data_offsets":[0,640]},)"
                             R"("up.weight":{"dtype":"F32","shape":[8,20],"data_offsets":[640,1280]},)"
                             R"("up.bias":{"dtype":"F32","shape":[60],"data_offsets":[1280,1520]},)"
                             R"("ids":{"dtype":"F32","shape":[3],"data_offsets":[1520,1532]},)"
                             R"("scale":{"dtype":"I64","shape":[10],"data_offsets":[1532,1612]},)"
                             R"("pooler.bias":{"dtype":"F16","shape":[1],"data_offsets":[1612,1614]}})";
  const files::exact_bytes bytes(files::safetensors(header, std::string(1614, '\0')));
  const io::archive file = io::read_safetensors(bytes.span(), "x.safetensors");
  const std::string faults[] = {
      "up.weight: the file has [8, 20], the module [d_ff=20, d_model=8], did you mean "
      "names().transposed(\"up.weight\")?",
      "up.bias: the file has [60], the module [d_ff=20], did you mean names().part(\"up.bias\", \"up.bias\", 0, 3)?",
      "down.weight [d_ff=20, d_model=8] is missing: the file has no tensor \"down.weight\", did you mean "
      "\"down.weigth\"?",
      "down.bias [d_ff=20] is missing: the file has no tensor \"down.bias\", did you mean \"up.bias\"?",
      "ids: the file has elements of \"F32\", the module of int64, as which they are not read",
      "scale: the file has elements of \"I64\", the module of float, as which they are not read",
      "the file's tensor \"down.weigth\" [20, 8] is read by no parameter, did you mean names().ignore(name), or "
      "ignore_unread()?",
      "the file's tensor \"pooler.bias\" [1] is read by no parameter",
      "names: the module has no parameter \"upp\", did you mean \"up\"?"};
  std::string sentence = "load: x.safetensors does not fit the module, nothing is written:";
  for (const std::string& f : faults) sentence += "\n  " + f;
  CHECK(files::refused([&] { io::load(m, file, io::names().rename("upp", "up")); }) ==
        files::refusal{fault::does_not_fit, sentence});
  CHECK(m.scale(0) == 5);
  const io::load_report report = io::compare(m, file, io::names().ignore("pooler").ignore("down.weigth"));
  CHECK(report.faults.size() == 6);
  CHECK(report.unread == std::vector<std::string>{"down.weigth", "pooler.bias"});

  map alone;
  const files::exact_bytes parts(two("weight", "[40, 8]", counted(320), "bias", "[20]", counted(20)));
  const auto wrong = [&](const io::names& how) {
    return io::compare(alone, io::read_safetensors(parts.span()), how).faults;
  };
  CHECK(wrong(io::names().part("weight", "weight", 0, 2)) ==
        std::vector<std::string>{"of the file's tensor \"weight\" only 1 of 2 parts are read"});
  CHECK(wrong(io::names().part("weight", "weight", 2, 2)).front() ==
        "weight: there is no part 2 of 2, they are counted from 0");
  CHECK(wrong(io::names().part("weight", "weight", 0, std::uint64_t{1} << 63)).front() ==
        "weight: the file has [40, 8] of which part 0 of 9223372036854775808 is read, the module [d_ff=20, d_model=8]");
  CHECK(wrong(io::names().part("weight", "weight", 0, 3)).front() ==
        "weight: the file has [40, 8] of which part 0 of 3 is read, the module [d_ff=20, d_model=8]");
  CHECK(wrong(io::names().prefix("x.")).front() ==
        "weight [d_ff=20, d_model=8] is missing: the file has no tensor \"x.weight\", did you mean \"weight\"?");
}

TEST_CASE("float16 becomes float exactly, float is rounded to weights of bfloat16, and both are said") {
  of_two_types m{};
  const files::exact_bytes bytes(files::safetensors(
      R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"b.weight":{"dtype":"F32","shape":[1,2],"data_offsets":[4,12]}})",
      std::string("\x01\x00\xff\x03", 4) + floats({1.00390625f, 3})));
  const io::load_report report = io::load(m, io::read_safetensors(bytes.span()));
  CHECK(report.converted == std::vector<std::string>{"a: F16 read as float", "b.weight: F32 read as bfloat16"});
  CHECK(m.a(0) == 5.9604645e-8f);
  CHECK(m.a(1) == 6.0975552e-5f);
  CHECK(float(m.b.weight(0, 0)) == 1);
  CHECK(float(m.b.weight(0, 1)) == 3);
}
