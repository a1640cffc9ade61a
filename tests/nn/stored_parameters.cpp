// Modules whose parameters lie in memory one behind another: borrowed as they lie, and read row by row.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>
#include <tenon/nn/stored_parameters.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/pack_panels.hpp>

#include <array>
#include <cstddef>
#include <vector>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis vocab{"vocab", 5}, width{"width", 3}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 5};

// A table of 15 elements: of bfloat16, what comes next has to be aligned anew.
template <class... O>
struct encoder {
  using embedding = nn::embedding<float, vocab, width, O...>;
  using map = nn::linear<float, width, d_model, O...>;
  using multi_head = nn::multi_head_attention<float, d_model, heads, O...>;
  using single_head = nn::single_head_attention<float, d_model, d_k, O...>;
  BOOST_HANA_DEFINE_STRUCT(encoder, (embedding, table), (map, up), (multi_head, attention), (single_head, reader));
};
template <class... O>
encoder<O...> seeded() {
  using module = encoder<O...>;
  random::generator source{3};
  return {typename module::embedding(source), typename module::map(source), typename module::multi_head(source),
          typename module::single_head(source)};
}

template <class M, class Other>
bool same_parameters(const M& m, const Other& other) {
  bool same = m.table.weight == other.table.weight && m.up.weight == other.up.weight && m.up.bias == other.up.bias;
  const auto same_map = [&](const auto& a, const auto& b) { same = same && a.weight == b.weight && a.bias == b.bias; };
  same_map(m.attention.W_q, other.attention.W_q);
  same_map(m.attention.W_k, other.attention.W_k);
  same_map(m.attention.W_v, other.attention.W_v);
  same_map(m.attention.W_o, other.attention.W_o);
  same_map(m.reader.W_q, other.reader.W_q);
  same_map(m.reader.W_k, other.reader.W_k);
  same_map(m.reader.W_v, other.reader.W_v);
  return same;
}

template <class M>
std::vector<std::byte> written(const M& m) {
  std::vector<std::byte> file;
  nn::write_parameters(m, [&](std::span<const std::byte> bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  return file;
}

// A module in flash: weights in panels, then the bias.
constexpr auto memory_of_map = [] {
  std::array<float, panel_elements<d_model, width> + 8> memory{};
  pack_panels(std::span(memory).first<panel_elements<d_model, width>>(), tensor<float, d_model, width>([](index_t, index_t) { return 2.0f; }));
  memory[panel_elements<d_model, width>] = 7;
  return memory;
}();
constexpr auto in_flash = nn::borrow<nn::linear<float, width, d_model, nn::borrowed>>(in_panels(memory_of_map));
static_assert(in_flash.weight(7, 2) == 2 && in_flash.bias(0) == 7);

}  // namespace

TEST_CASE("a module is borrowed from what was written of another", "[nn]") {
  const auto floats = seeded<>();
  const auto halves = seeded<nn::weights<bfloat16>>();
  const auto file = written(floats), file_of_halves = written(halves);
  CHECK(static_cast<index_t>(file.size()) == nn::parameter_bytes<encoder<>>);
  CHECK(static_cast<index_t>(file_of_halves.size()) == nn::parameter_bytes<encoder<nn::weights<bfloat16>, nn::borrowed>>);
  CHECK(same_parameters(nn::borrow<encoder<nn::borrowed>>(in_panels(file)), floats));
  CHECK(same_parameters(nn::borrow<encoder<nn::weights<bfloat16>, nn::borrowed>>(in_panels(file_of_halves)), halves));
  // What has no panels says nothing of them.
  const float rows[15] = {1, 2};
  CHECK(nn::borrow<nn::embedding<float, vocab, width, nn::borrowed>>(rows).weight(0, 1) == 2);
}

TEST_CASE("parameters are read row by row in their order", "[nn]") {
  const auto floats = seeded<>();
  std::vector<float> rows;
  nn::for_each_parameter(floats, [&](const auto&, const auto& parameter) {
    const auto packed = contiguous(parameter);
    rows.insert(rows.end(), packed.begin(), packed.end());
  });
  encoder<> read;
  nn::read_rows(read, rows);
  CHECK(same_parameters(read, floats));
  encoder<nn::weights<bfloat16>> rounded;
  nn::read_rows(rounded, std::span<const float>(rows));
  CHECK(rounded.table.weight == cast<bfloat16>(floats.table.weight));
  CHECK(rounded.attention.W_o.weight == cast<bfloat16>(floats.attention.W_o.weight));
  CHECK(rounded.reader.W_v.bias == floats.reader.W_v.bias);
}

TEST_CASE("memory of another size than the parameters take is refused before anything is read or written", "[nn]") {
  using map = nn::linear<float, width, d_model>;
  using borrowing_map = nn::linear<float, width, d_model, nn::borrowed>;
  const auto borrowing = [](auto part) { return refusal([&] { static_cast<void>(nn::borrow<borrowing_map>(part)); }); };
  std::vector<float> memory(56);
  CHECK(borrowing(in_panels(memory)) == "accepted");
  CHECK(borrowing(in_panels(std::span(memory).first(55))) ==
        "borrow: 55 elements are not the 56 of the parameters");
  memory.push_back(0);
  CHECK(borrowing(in_panels(memory)) == "borrow: 57 elements are not the 56 of the parameters");
  const std::span<const std::byte> bytes = std::as_bytes(std::span(memory));
  CHECK(borrowing(in_panels(bytes.first(1))) ==
        "borrow: 1 byte is not the 224 of the parameters");
  CHECK(borrowing(in_panels(bytes.subspan(2, 224))) ==
        "panel_view: elements of float lie at multiples of 4 bytes, this memory does not");
  map m;
  memory.assign(31, 1.0f);
  CHECK(refusal([&] { nn::read_rows(m, memory); }) == "read_rows: 31 elements are not the 32 of the parameters");
  CHECK(m.weight(0, 0) == 0);
  memory.resize(33);
  CHECK(refusal([&] { nn::read_rows(m, memory); }) == "read_rows: 33 elements are not the 32 of the parameters");
  CHECK(m.bias(0) == 0);
}
