// Heat maps in a terminal.
#include <tenon/inspect/heatmap.hpp>

#include <cmath>
#include <ios>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/tensor/tensor.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;
using inspect::heatmap_options, inspect::heatmap_text, inspect::terminal_style;

namespace {

constexpr axis heads{"heads", 2}, seq{"seq", 3}, tokens{"tokens", at_most{8}};
constexpr axis keys = prime(seq);

const tensor<float, seq, keys> diagonal{1, 0, 0, 0.5, 0.5, 0, 0.25, 0.25, 0.5};

template <class... Arguments>
std::string drawn(const Arguments&... arguments) {
  std::ostringstream out;
  heatmap_text(out, arguments...);
  return out.str();
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

}  // namespace

TEST_CASE("a small map shows shades and numbers, and Chinese labels stand above their columns") {
  std::ostringstream out;
  heatmap_text(out, diagonal, {"猫", "吃", "鱼"});
  CHECK(out.str() ==
        "Attention weights [seq=3, seq'=3]\n"
        "seq (query) ↓  seq' (key) →\n"
        "       猫      吃      鱼\n"
        "猫 │ ██ 1.00    0.00    0.00\n"
        "吃 │ ▒▒ 0.50 ▒▒ 0.50    0.00\n"
        "鱼 │ ░░ 0.25 ░░ 0.25 ▒▒ 0.50\n"
        "\n"
        "0   ░░▒▒▓▓██ 1\n");
}

TEST_CASE("plain ASCII is plain ASCII, whatever the labels") {
  std::ostringstream out;
  heatmap_text(out, diagonal, {"猫", "eats", "\x1b"}, {.title = "注意力", .style = terminal_style::ascii});
  const std::string text = out.str();
  for (const char c : text) CHECK((c == '\n' || (c >= 0x20 && c < 0x7f)));
  CHECK(contains(text, "\\u{732b} | @@@ 1.00"));
  CHECK(contains(text, "0   ..::--==++**##%%@@ 1\n"));
}

TEST_CASE("colours are set and reset around every cell") {
  const std::string text = drawn(diagonal, heatmap_options{.style = terminal_style::colours});
  std::size_t set = 0, reset = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    set += text.compare(i, 7, "\x1b[48;5;") == 0;
    reset += text.compare(i, 4, "\x1b[0m") == 0;
  }
  CHECK(set == 9 + 24);
  CHECK(reset == set);
  CHECK(contains(text, "\x1b[48;5;222;38;5;16m   1.00 \x1b[0m"));
}

TEST_CASE("each head is drawn under its name") {
  const std::string text = drawn(tensor<float, heads, seq, keys>{});
  CHECK(contains(text, "\nheads=0\n"));
  CHECK(contains(text, "\nheads=1\n"));
  CHECK(contains(drawn(tensor<float, 2, 2, 1, 1>{}), "\naxis_0=1, head=0\n"));
}

TEST_CASE("a label cannot act on the terminal") {
  std::ostringstream out;
  heatmap_text(out, diagonal, {"\x1b[2J", "a\nb", "\u202e"});
  CHECK_FALSE(contains(out.str(), "\x1b"));
  CHECK(contains(out.str(), "␛[2J │"));
  CHECK(contains(out.str(), "a␊b │"));
  CHECK_FALSE(contains(out.str(), "\u202e"));
}

TEST_CASE("what is not a finite number is marked") {
  const tensor<float, 1, 3> weights{NAN, INFINITY, 0.5f};
  CHECK(contains(drawn(weights), "0 │     nan     inf ██ 0.50\n"));
  const tensor<float, 1, 30> many([](index_t, index_t k) { return k == 3 ? NAN : 1.f; });
  CHECK(contains(drawn(many), "0 │ ██████ ?██"));
}

TEST_CASE("wide maps use two columns a cell, then one, then draw several keys as one") {
  const auto row = [](const std::string& text) { return inspect::detail::columns_of(lines(text).back()); };
  const auto first_row = [&](const auto& weights) {
    for (const std::string& line : lines(drawn(weights)))
      if (contains(line, "│")) return line;
    return std::string();
  };
  const auto ones = [](index_t, index_t) { return 1.f; };
  CHECK(inspect::detail::columns_of(first_row(tensor<float, 1, 32>(ones))) == 4 + 64);
  CHECK(inspect::detail::columns_of(first_row(tensor<float, 1, 64>(ones))) == 4 + 64);
  CHECK(inspect::detail::columns_of(first_row(tensor<float, 1, 512>(ones))) <= 80);
  CHECK(contains(drawn(tensor<float, 512, 512>{}), "Each cell is the greatest of 8 x 8 values."));
  CHECK(row(drawn(tensor<float, 1, 1>{})) > 0);
}

TEST_CASE("a peak is not lost where several values make one cell, nor is not-a-number") {
  tensor<float, 512, 512> weights;
  weights(300, 411) = 1;
  weights(10, 10) = NAN;
  const std::string text = drawn(weights);
  std::size_t peaks = 0, marks = 0;
  for (const std::string& line : lines(text)) {
    if (!contains(line, "│")) continue;
    peaks += contains(line, "█");
    marks += contains(line, "?");
  }
  CHECK(peaks == 1);
  CHECK(marks == 1);
}

TEST_CASE("extents of zero and one are drawn") {
  CHECK(lines(drawn(tensor<float, 1, 1>{0.75f})).size() == 6);
  CHECK(contains(drawn(tensor<float, 1, 1>{0.75f}), "0 │ ██ 0.75"));
  CHECK(contains(drawn(tensor<float, tokens, prime(tokens)>{}), "no weights"));
  CHECK(contains(drawn(tensor<float, tokens, 3, 3>{}), "no weights"));
}

TEST_CASE("the scale begins at zero, at a negative least value, or where it is told") {
  const auto scale = [](const std::string& text) { return lines(text).back(); };
  CHECK(scale(drawn(tensor<float, 1, 2>{0.25f, 0.5f})) == "0   ░░▒▒▓▓██ 0.5");
  CHECK(scale(drawn(tensor<float, 1, 2>{-2, 3})) == "-2   ░░▒▒▓▓██ 3");
  const heatmap_options quarter{.low = 0.25, .high = 1};
  CHECK(scale(drawn(tensor<float, 1, 2>{0.25f, 0.5f}, quarter)) == "0.25   ░░▒▒▓▓██ 1");
  CHECK(scale(drawn(tensor<float, 1, 2>{0, 0})) == "0   ░░▒▒▓▓██ 1");
}

TEST_CASE("values of every size are drawn") {
  const double most = std::numeric_limits<double>::max();
  CHECK(contains(drawn(tensor<double, 1, 2>{-most, most}), "1.7977e+308"));
  CHECK(contains(drawn(tensor<double, 1, 2>{0, std::numeric_limits<double>::denorm_min()}), "0.00"));
}

TEST_CASE("the stream's locale, width and flags do not change a map") {
  struct commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new commas));
  out.width(90);
  out << std::hex << std::showpos;
  heatmap_text(out, diagonal);
  CHECK(out.str() == drawn(diagonal));
}

TEST_CASE("a number that nothing can be drawn with is refused, in every option") {
  const index_t most = std::numeric_limits<index_t>::max(), least = std::numeric_limits<index_t>::min();
  const auto refused = [](const heatmap_options& options, const std::string& sentence) {
    return raises<out_of_range>([&] { drawn(diagonal, options); }, sentence) &&
           raises<out_of_range>([&] { drawn(diagonal, std::vector<std::string>{"a", "b", "c"}, options); }, sentence);
  };
  const auto counts = [&](const char* name, index_t heatmap_options::* option) {
    for (const index_t number : {index_t{0}, index_t{-1}, index_t{-5}, least}) {
      heatmap_options options;
      options.*option = number;
      const std::string sentence = std::string("heatmap: ") + name + " is " + std::to_string(number);
      if (!refused(options, sentence + ", and at least 1 is needed")) return false;
    }
    for (const index_t number : {index_t{1}, index_t{2}, most}) {
      heatmap_options options;
      options.*option = number;
      if (refusal([&] { drawn(diagonal, options); }) != "accepted") return false;
    }
    return true;
  };
  CHECK(counts("most_cells", &heatmap_options::most_cells));
  CHECK(counts("most_maps", &heatmap_options::most_maps));
  CHECK(counts("terminal_columns", &heatmap_options::terminal_columns));

  CHECK(refused({.low = NAN}, "heatmap: the scale ends at nan, which is no finite number"));
  CHECK(refused({.high = NAN}, "heatmap: the scale ends at nan, which is no finite number"));
  CHECK(refused({.low = -HUGE_VAL}, "heatmap: the scale ends at -inf, which is no finite number"));
  CHECK(refused({.high = HUGE_VAL}, "heatmap: the scale ends at inf, which is no finite number"));
  CHECK(refused({.low = 1, .high = 0}, "heatmap: the scale ends at low=1 and high=0, did you mean .low = 0, .high = 1?"));
  CHECK(refused({.high = -2}, "heatmap: the scale ends at low=0 and high=-2, did you mean .low = -2, .high = 0?"));
}

TEST_CASE("a scale has a length, however large its ends") {
  const double largest = std::numeric_limits<double>::max();
  for (const double end : {0.0, -0.0, 1.0, 1e15, 1e16, 1e300, largest, std::numeric_limits<double>::denorm_min()})
    for (const double sign : {1.0, -1.0}) {
      const tensor<double, 2, 2> same{sign * end, sign * end, sign * end, sign * end};
      const std::string by_itself = drawn(same), told = drawn(same, heatmap_options{.low = sign * end, .high = sign * end});
      CHECK(lines(by_itself).size() == 7);
      CHECK(lines(told).size() == 7);
      CHECK_FALSE(contains(by_itself + told, "nan"));
      CHECK_FALSE(contains(by_itself + told, "inf"));
    }
  CHECK(lines(drawn(tensor<double, 1, 2>{-largest, largest})).size() == 6);
  CHECK(contains(drawn(tensor<double, 1, 2>{-1e300, 0.5}), "-1e+300"));
  CHECK(contains(drawn(tensor<double, 1, 2>{1e300, 0.5}, heatmap_options{.low = 0, .high = 1}), "1e+300"));
}

TEST_CASE("a label may be an array without a NUL, a null pointer, empty, or longer than any terminal") {
  const char full[3] = {'c', 'a', 't'};
  const char* const nothing = nullptr;
  const auto row = [](const inspect::label& one) {
    return lines(drawn(tensor<float, 1, 1>{1}, std::vector<inspect::label>{one}))[3];
  };
  CHECK(row(full).substr(0, 7) == "cat │");
  CHECK(row(nothing).substr(0, 5) == "  │");
  CHECK(row("").substr(0, 5) == "  │");
  CHECK(row(std::string(100000, 'x')).substr(0, 22) == "xxxxxxxxxxxxxxx… │");
}
