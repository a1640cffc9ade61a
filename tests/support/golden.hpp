// PyTorch's own numbers, by name: tests/data/golden.safetensors, made by tools/make_golden.py.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// A tensor of the file: `golden<float>("article/x")`. Values are row-major.
template <class T>
struct golden_tensor {
  std::vector<std::ptrdiff_t> shape;
  std::vector<T> values;

  std::size_t size() const { return values.size(); }
  const T& operator[](std::size_t i) const { return values[i]; }
  auto begin() const { return values.begin(); }
  auto end() const { return values.end(); }
};

namespace golden_detail {

inline std::string read(const std::string& name) {
  std::ifstream file(TENON_TEST_DATA "/" + name, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " TENON_TEST_DATA "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct safetensors {
  std::string bytes = read("golden.safetensors");
  std::size_t data_begin = 0;
  nlohmann::json header;

  safetensors() {
    std::uint64_t header_size = 0;
    std::memcpy(&header_size, bytes.data(), sizeof header_size);
    data_begin = sizeof header_size + header_size;
    header = nlohmann::json::parse(bytes.substr(sizeof header_size, header_size));
  }
};

inline const safetensors& file() {
  static const safetensors opened;
  return opened;
}

template <class T>
constexpr const char* type_name() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint8_t>);
  return std::is_same_v<T, float> ? "F32" : std::is_same_v<T, std::int64_t> ? "I64" : "U8";
}

}  // namespace golden_detail

/// Whether the file holds a tensor of this name: `golden_has("mha_no_bias/W_q.bias")` is false.
inline bool golden_has(const std::string& name) { return golden_detail::file().header.contains(name); }

/// The tensor of this name; T is float, std::int64_t or std::uint8_t (masks: 1 keeps).
template <class T = float>
golden_tensor<T> golden(const std::string& name) {
  const auto& file = golden_detail::file();
  if (!golden_has(name)) throw std::runtime_error("golden.safetensors has no tensor " + name);
  const auto& entry = file.header.at(name);
  if (entry.at("dtype") != golden_detail::type_name<T>()) {
    throw std::runtime_error(name + " holds " + entry.at("dtype").get<std::string>());
  }
  const auto begin = entry.at("data_offsets").at(0).get<std::size_t>();
  const auto end = entry.at("data_offsets").at(1).get<std::size_t>();
  golden_tensor<T> result{entry.at("shape").get<std::vector<std::ptrdiff_t>>(),
                          std::vector<T>((end - begin) / sizeof(T))};
  std::memcpy(result.values.data(), file.bytes.data() + file.data_begin + begin, end - begin);
  return result;
}

/// What golden.json says of a case: `golden_case("mha_plain").at("heads").get<int>()`.
inline nlohmann::json golden_case(const std::string& name) {
  static const auto cases = nlohmann::json::parse(golden_detail::read("golden.json"));
  return cases.at(name);
}
