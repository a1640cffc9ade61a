// Heat maps as files: SVG and HTML as text, and what happens where a file cannot be written.
#include <tenon/inspect/heatmap.hpp>

#include <unistd.h>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/tensor/tensor.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;
using inspect::heatmap_html, inspect::heatmap_options, inspect::heatmap_svg, inspect::write_heatmap;

namespace {

constexpr axis heads{"heads", 2}, seq{"seq", 3};
constexpr axis keys = prime(seq);

const tensor<float, heads, seq, keys> weights([](index_t h, index_t q, index_t k) {
  return float(h) / 4 + float(q) / 16 + float(k) / 64;
});

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++result;
  return result;
}
bool contains(const std::string& text, std::string_view part) { return count(text, part) > 0; }

/// An empty folder of this test, gone when it ends.
struct folder {
  std::filesystem::path path;

  folder() {
    static int made = 0;
    path = std::filesystem::temp_directory_path() /
           ("tenon_heatmap_" + std::to_string(::getpid()) + "_" + std::to_string(made++));
    std::filesystem::create_directory(path);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() { std::filesystem::remove_all(path); }

  std::string operator/(const char* name) const { return (path / name).string(); }
  std::size_t files() const {
    const std::filesystem::directory_iterator all(path);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("the ending of a file's name chooses what is drawn") {
  const folder here;
  CHECK(write_heatmap(here / "a.html", weights, {"猫", "吃", "鱼"}));
  CHECK(write_heatmap(here / "a.svg", weights, {"猫", "吃", "鱼"}));
  CHECK(write_heatmap(here / "a.txt", weights, {"猫", "吃", "鱼"}));
  CHECK(here.files() == 3);
  std::ostringstream html, svg, text;
  heatmap_html(html, weights, {"猫", "吃", "鱼"});
  heatmap_svg(svg, weights, {"猫", "吃", "鱼"});
  inspect::heatmap_text(text, weights, {"猫", "吃", "鱼"});
  CHECK(content(here / "a.html") == html.str());
  CHECK(content(here / "a.svg") == svg.str());
  CHECK(content(here / "a.txt") == text.str());
  CHECK(html.str().substr(0, 15) == "<!DOCTYPE html>");
}

TEST_CASE("a file that cannot be written is reported, and nothing is left of it") {
  const folder here;
  CHECK(raises<inspect::file_error>([&] { write_heatmap(here / "none/a.html", weights); },
                                    "cannot write " + (here / "none/a.html") + ": No such file or directory"));
  CHECK(
      raises<inspect::file_error>([&] { write_heatmap(here / "a.png", weights); },
                                  "cannot write " + (here / "a.png") + ": its name ends in none of .html, .svg, .txt"));
  const std::string inside = (here / "a.svg") + std::string("\0.html", 6);
  CHECK(raises<inspect::file_error>([&] { write_heatmap(inside, weights); },
                                    "cannot write " + (here / "a.svg") + "\u2400.html: its name has a NUL inside"));
  CHECK(raises<out_of_range>([&] { write_heatmap(here / "a.txt", weights, heatmap_options{.most_cells = 0}); },
                             "heatmap: most_cells is 0, and at least 1 is needed"));
  CHECK(here.files() == 0);
  std::filesystem::create_directories(here / "folder.html/inside");
  CHECK(refusal([&] { write_heatmap(here / "folder.html", weights); }) != "accepted");
  CHECK(here.files() == 1);
}

TEST_CASE("a file that is there is replaced as a whole, or stays as it was") {
  const folder here;
  std::ofstream(here / "a.svg") << "before";
  CHECK(refusal([&] { write_heatmap(here / "a.svg", weights, std::vector<std::string>(2)); }) ==
        "heatmap: 2 labels for seq=3 of [heads=2, seq=3, seq'=3]");
  CHECK(content(here / "a.svg") == "before");
  std::ofstream(here / "a.svg.part0") << "of another program";
  CHECK(write_heatmap(here / "a.svg", weights));
  CHECK(contains(content(here / "a.svg"), "</svg>"));
  CHECK(content(here / "a.svg.part0") == "of another program");
  CHECK(here.files() == 2);
}

TEST_CASE("an SVG picture has a cell for each weight, with its value") {
  std::ostringstream out;
  heatmap_svg(out, weights, {"猫", "吃", "鱼"});
  const std::string svg = out.str();
  CHECK(count(svg, "</title></rect>") == 18);
  CHECK(contains(svg, "<title>吃 → 鱼: 0.34375</title>"));
  CHECK(contains(svg, "aria-label=\"heads=1\""));
  CHECK(contains(svg, "seq&#39; (key)"));
  CHECK(count(svg, "<text") == count(svg, "</text>"));
  CHECK(count(svg, "http") == 1);  // the name of the SVG language
}

TEST_CASE("an SVG picture marks what is not a finite number, and thins out what is large") {
  std::ostringstream marked, large;
  heatmap_svg(marked, tensor<float, 1, 2>{NAN, 1});
  CHECK(contains(marked.str(), "url(#tenon-nan)"));
  heatmap_svg(large, tensor<float, 512, 512>{});
  CHECK(count(large.str(), "<rect") < 128 * 128 + 10);
  CHECK(contains(large.str(), "Each cell is the greatest of 4 x 4 values."));
}

TEST_CASE("labels and titles cannot leave the place that they are written in") {
  const char* const hostile = "</script></title></text><script>alert(1)</script>\"'&<!--]]>\x01";
  std::ostringstream html, svg;
  heatmap_html(html, tensor<float, 1, 1>{1}, {hostile}, heatmap_options{.title = hostile});
  heatmap_svg(svg, tensor<float, 1, 1>{1}, {hostile}, heatmap_options{.title = hostile});
  CHECK_FALSE(contains(html.str(), "<script>alert"));
  CHECK(count(html.str(), "</script>") == 2);
  CHECK_FALSE(contains(html.str(), "<!--"));
  CHECK_FALSE(contains(svg.str(), "<script"));
  CHECK_FALSE(contains(html.str() + svg.str(), "\x01"));
}

TEST_CASE("of many maps the first are drawn, and the page says so") {
  std::ostringstream out;
  heatmap_html(out, tensor<float, 100, 8, 2, 2>{});
  CHECK(contains(out.str(), "8 of axis_0=100 drawn."));
  CHECK(contains(out.str(), "{\"name\":\"head\",\"extent\":8,\"shown\":8}"));
}
