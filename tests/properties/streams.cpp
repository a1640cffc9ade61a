// What is printed reads back as the same numbers, and random numbers are those of independent generators.
#include <tenon/random/uniform.hpp>
#include <tenon/tensor/print.hpp>

#include <random>

#include "../support/printed.hpp"
#include "generated.hpp"

using namespace properties;

namespace {

/// The first line of what is printed, and the numbers after it.
struct read_back {
  std::string header;
  std::vector<std::string> numbers;
};

read_back read(const std::string& text) {
  read_back result;
  const std::size_t end = text.find('\n');
  result.header = text.substr(0, end);
  std::string word;
  for (const char c : text.substr(end)) {
    if (c != '[' && c != ']' && c != ',' && c != ' ' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      result.numbers.push_back(word);
      word.clear();
    }
  }
  return result;
}

template <class T>
T number(const std::string& text) {
  if constexpr (std::is_same_v<T, double>) return std::strtod(text.c_str(), nullptr);
  else if constexpr (tenon::has_fraction<T>) return static_cast<T>(std::strtof(text.c_str(), nullptr));
  else if constexpr (std::is_signed_v<T>) return static_cast<T>(std::strtoll(text.c_str(), nullptr, 10));
  else return static_cast<T>(std::strtoull(text.c_str(), nullptr, 10));
}

/// Any bits that are a number of T.
template <class T>
T any_bits(draw& now) {
  const std::uint64_t bits = now.bits();
  if constexpr (std::is_same_v<T, bool>) return (bits & 1u) != 0;
  T value{};
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
bool same_number(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

}  // namespace

TEST_CASE("printed numbers, of any bits, read back as the same numbers", "[properties]") {
  each_case<70>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(8), std::tuple<float, double, tenon::bfloat16, std::int8_t, std::uint8_t,
                                                                             std::int64_t, std::uint64_t, bool>>;
    constexpr tenon::shape axes = [] {
      draw d(follow(Seed, 1));
      return drawn_shape(d);
    }();
    auto x = drawn_tensor<typename tenon::tensor_of<T, axes>::type>(now);
    for (auto& one : x) {
      if constexpr (std::is_same_v<T, bool>) one = now.one_in(2);
      else if (now.one_in(2)) one = any_bits<T>(now);
    }
    through_views<follow(Seed, 2), draw(follow(Seed, 3)).between(0, 2)>(x, seen(x), now, [&](auto& v, const array&) {
      const read_back text = read(printed(v));
      CHECK(text.header == printed(v.shape()).substr(0, text.header.size()));
      std::vector<T> elements;
      reference::each_index(extents_of(v), [&](const reference::index& at) { elements.push_back(element_at(v, at)); });
      CHECK(text.numbers.size() == elements.size());
      for (std::size_t i = 0; i < elements.size() && i < text.numbers.size(); ++i) {
        INFO(text.numbers[i]);
        CHECK(same_number<T>(number<T>(text.numbers[i]), elements[i]));
      }
    });
  });
}

TEST_CASE("uniform numbers are those of the standard's twister, however many are drawn at a time", "[properties]") {
  for (int round = 0; round < rounds(); ++round) {
    draw now(follow(follow(TENON_PROPERTY_SEED, 71), static_cast<std::uint64_t>(round)));
    INFO("round " << round << " of seed " << TENON_PROPERTY_SEED);
    const auto seed = static_cast<std::uint32_t>(now.bits());
    std::mt19937 twister(seed);
    tenon::random::generator source{seed};
    for (int part = 0; part < 20; ++part) {
      const int count = now.below(40);
      const float low = static_cast<float>(now.between(-4, 0)), high = low + static_cast<float>(now.between(1, 8));
      std::vector<float> numbers(static_cast<std::size_t>(count));
      tenon::random::fill_uniform(numbers.data(), count, low, high, source);
      int differences = 0;
      for (const float value : numbers) {
        const double fraction = static_cast<double>(twister() & 0xffffffu) * 0x1p-24;
        differences += std::abs(value - (low + (high - low) * fraction)) <= 1e-6 && value >= low && value <= high ? 0 : 1;
      }
      CHECK(differences == 0);
      CHECK(source.random32() == twister());
    }
  }
}
