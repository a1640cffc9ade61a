// What a heat map may be told: its title, its scale, and how much of a large one is drawn.
#pragma once
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

#include <tenon/inspect/number_text.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect {

/// How a heat map is drawn in a terminal: with ASCII alone, with block characters, or with the 256 colours.
enum class terminal_style { ascii, blocks, colours };

/// Numbers are taken as they are, or refused as `out_of_range` before anything is drawn:
/// - `heatmap: most_cells is 0, and at least 1 is needed`, and so `most_maps` and `terminal_columns`
/// - `heatmap: the scale ends at nan, which is no finite number`
/// - `heatmap: the scale ends at low=1 and high=0, did you mean .low = 0, .high = 1?`
struct heatmap_options {
  /// The ends of the colour scale: by default 0, or the least value where that is negative, and the greatest value. Where
  /// they are equal, the scale is drawn a little longer.
  std::optional<double> low = {}, high = {};
  std::string_view title = "Attention weights";
  /// More queries, or keys, than these are drawn together, as many as it takes; a cell is then the greatest of its
  /// values, so that no peak is lost.
  index_t most_cells = 128;
  /// Of more maps than these, one for each head of each text, the first are drawn.
  index_t most_maps = 64;
  /// The style and the width of what is written to a terminal; fewer columns than 20 count as 20.
  terminal_style style = terminal_style::blocks;
  index_t terminal_columns = 80;
};

namespace detail {

/// Refuses what no heat map can be drawn with; the ends of the scale are compared where both are known.
inline void check_options(const heatmap_options& options) {
  const auto check_count = [](const char* name, index_t number) {
    if (number < 1)
      raise<out_of_range>([&](writer& out) { out << "heatmap: " << name << " is " << number << ", and at least 1 is needed"; });
  };
  check_count("most_cells", options.most_cells);
  check_count("most_maps", options.most_maps);
  check_count("terminal_columns", options.terminal_columns);
  for (const std::optional<double>& end : {options.low, options.high})
    if (end && !(std::isfinite)(*end))
      raise<out_of_range>([&](writer& out) {
        out << "heatmap: the scale ends at " << number_text(*end).c_str() << ", which is no finite number";
      });
}

}  // namespace detail

/// The label of one query or key: UTF-8 of any script, which the label does not own.
class label {
 public:
  template <class Text>
    requires std::is_convertible_v<const Text&, std::string_view> && (!std::is_null_pointer_v<Text>)
  constexpr label(const Text& text) : text_(characters_of(text)) {}
  label(const char8_t* text) : text_(reinterpret_cast<const char*>(text)) {}

  constexpr std::string_view text() const { return text_; }

 private:
  /// An array may be full to its end, without a NUL; a null pointer points to no text.
  template <class Text>
  static constexpr std::string_view characters_of(const Text& text) {
    if constexpr (std::is_array_v<Text>) {
      std::size_t size = 0;
      while (size < std::extent_v<Text> && text[size] != '\0') ++size;
      return {text, size};
    } else if constexpr (std::is_pointer_v<Text>) {
      return text == nullptr ? std::string_view() : static_cast<std::string_view>(text);
    } else {
      return static_cast<std::string_view>(text);
    }
  }

  std::string_view text_;
};

/// A list of one label, `{"cat"}`. GCC takes the options `{.title = "Cat"}` for an array of one, but not for this.
struct single_label {
  label labels[1];

  template <class Text>
    requires std::is_convertible_v<const Text&, label>
  constexpr single_label(const Text& text) : labels{text} {}
};

/// Labels in unknown number, such as a std::vector<std::string>.
template <class Range>
concept label_range = !std::is_array_v<Range> && requires(const Range& range) {
  label(*std::begin(range));
  std::end(range);
} && !std::is_convertible_v<const Range&, std::string_view>;

}  // namespace tenon::inspect
TENON_END_HEADER
