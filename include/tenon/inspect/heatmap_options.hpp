// What a heat map may be told: its title, its scale, and how much of a large one is drawn.
#pragma once
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect {

/// How a heat map is drawn in a terminal: with ASCII alone, with block characters, or with the 256 colours.
enum class terminal_style { ascii, blocks, colours };

struct heatmap_options {
  /// The ends of the colour scale: by default 0, or the least value where that is negative, and the greatest value.
  std::optional<double> low = {}, high = {};
  std::string_view title = "Attention weights";
  /// More queries, or keys, than these are drawn together, as many as it takes; a cell is then the greatest of its
  /// values, so that no peak is lost.
  index_t most_cells = 128;
  /// Of more maps than these, one for each head of each text, the first are drawn.
  index_t most_maps = 64;
  /// The style and the width of what is written to a terminal.
  terminal_style style = terminal_style::blocks;
  index_t terminal_columns = 80;
};

/// The label of one query or key: UTF-8 of any script, which the label does not own.
class label {
 public:
  template <class Text>
    requires std::is_convertible_v<const Text&, std::string_view> && (!std::is_null_pointer_v<Text>)
  constexpr label(const Text& text) : text_(static_cast<std::string_view>(text)) {}
  label(const char8_t* text) : text_(reinterpret_cast<const char*>(text)) {}

  constexpr std::string_view text() const { return text_; }

 private:
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
