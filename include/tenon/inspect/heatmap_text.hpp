// Heat maps in a terminal.
#pragma once
#include <tenon/inspect/colour_scale.hpp>
#include <tenon/inspect/heatmap_drawing.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// Where cells are as wide as a number, it is written in them; elsewhere they are two columns wide, or one.
enum class cell_width { one = 1, two = 2, number = 6 };

struct text_heatmap {
  const heatmap_drawing& drawing;
  terminal_style style;
  index_t query_width, key_width;
  cell_width width;
  std::string out = {};

  static constexpr index_t longest_label = 16;

  bool numbers() const { return width == cell_width::number; }
  /// The columns of one cell with its distance to the next.
  index_t pitch() const { return numbers() ? key_width + 1 : static_cast<index_t>(width); }
  index_t margin() const { return query_width + 3; }

  void spaces(index_t count) { out.append(static_cast<std::size_t>(count > 0 ? count : 0), ' '); }
  std::string shown(const std::string& text, index_t columns) const {
    const bool ascii = style == terminal_style::ascii;
    return shortened(ascii ? ascii_text(text) : text, columns, ascii ? "~" : "\xe2\x80\xa6");
  }
  void end_line() {
    while (out.back() == ' ') out.pop_back();
    out.push_back('\n');
  }
  void right_aligned(const std::string& text, index_t columns) {
    spaces(columns - columns_of(text));
    out += text;
  }

  /// A shade `count` columns wide: five of block characters, ten of ASCII.
  void shade(double place, index_t count) {
    const char* const blocks[] = {" ", "\xe2\x96\x91", "\xe2\x96\x92", "\xe2\x96\x93", "\xe2\x96\x88"};
    const bool ascii = style == terminal_style::ascii;
    const int steps = ascii ? 10 : 5, step = place >= 1 ? steps - 1 : static_cast<int>(place * steps);
    for (index_t i = 0; i < count; ++i) {
      if (ascii)
        out.push_back(" .:-=+*#%@"[step]);
      else
        out += blocks[step];
    }
  }
  void begin_colour(double place) {
    const colour c = colour_at(dark_scale, place);
    out += "\x1b[48;5;" + number_text(index_t{terminal_colour(c)}) + (is_light(c) ? ";38;5;16m" : ";38;5;231m");
  }
  void end_colour() { out += "\x1b[0m"; }

  void cell(double value) {
    const bool finite = (std::isfinite)(value), coloured = style == terminal_style::colours && finite;
    const bool shaded = style != terminal_style::colours && finite;
    if (coloured) begin_colour(drawing.place(value));
    if (numbers()) {
      const std::string number = short_number(value, drawing.high);
      if (shaded) shade(drawing.place(value), key_width - static_cast<index_t>(number.size()) - 1);
      right_aligned(number, shaded ? static_cast<index_t>(number.size()) + 1 : key_width);
      out.push_back(' ');
    } else if (shaded) {
      shade(drawing.place(value), pitch());
    } else {
      right_aligned(finite ? "" : (std::isnan)(value) ? "?" : "!", pitch());
    }
    if (coloured) end_colour();
  }

  /// The labels of the keys: beside each other where cells are wide, from top to bottom where they are not.
  void key_labels() {
    if (numbers()) {
      spaces(margin());
      for (const std::string& label : drawing.keys.labels) {
        const std::string text = shown(label, key_width);
        const index_t before = (key_width - columns_of(text)) / 2;
        spaces(before);
        out += text;
        spaces(pitch() - before - columns_of(text));
      }
      end_line();
      return;
    }
    std::vector<std::string> texts;
    std::vector<std::vector<letter>> columns;
    std::size_t height = 0;
    texts.reserve(drawing.keys.first_labels.size());
    for (const std::string& label : drawing.keys.first_labels) {
      columns.push_back(letters_of(texts.emplace_back(shown(label, longest_label))));
      height = columns.back().size() > height ? columns.back().size() : height;
    }
    for (std::size_t line = 0; line < height; ++line) {
      spaces(margin());
      for (const auto& letters : columns) {
        const std::size_t above = height - letters.size();
        const letter one = line < above ? letter{" ", 1} : letters[line - above];
        // In cells of one column a letter of two would shift all that follows.
        if (one.columns <= pitch())
          out += one.text;
        else
          out.push_back('*');
        spaces(pitch() - (one.columns <= pitch() ? one.columns : 1));
      }
      end_line();
    }
  }

  void map(index_t index) {
    if (!drawing.maps.empty()) out.append("\n").append(drawing.name_of_map(index)).append("\n");
    const bool ascii = style == terminal_style::ascii;
    out.append(drawing.queries.title()).append(ascii ? " |  " : " \xe2\x86\x93  ");
    out.append(drawing.keys.title()).append(ascii ? " ->\n" : " \xe2\x86\x92\n");
    key_labels();
    for (index_t q = 0; q < drawing.queries.shown(); ++q) {
      right_aligned(shown(drawing.queries.labels[static_cast<std::size_t>(q)], query_width), query_width);
      out += ascii ? " | " : " \xe2\x94\x82 ";
      for (index_t k = 0; k < drawing.keys.shown(); ++k) cell(drawing.cell(index, q, k));
      end_line();
    }
  }

  void legend() {
    out.append("\n").append(brief_number(drawing.low)).append(" ");
    const int steps = style == terminal_style::colours ? 24 : style == terminal_style::ascii ? 10 : 5;
    for (int i = 0; i < steps; ++i) {
      const double place = style == terminal_style::colours ? i / (steps - 1.0) : (i + 0.5) / steps;
      if (style == terminal_style::colours) {
        begin_colour(place);
        out.push_back(' ');
        end_colour();
      } else {
        shade(place, 2);
      }
    }
    out.append(" ").append(brief_number(drawing.high)).append("\n");
  }
};

/// The whole heat map; it reads no locale, and ends with a new line.
inline std::string text_of_heatmap(const heatmap_source& source, const heatmap_options& options) {
  const index_t columns = options.terminal_columns < 20 ? 20 : options.terminal_columns;
  const auto widest = [&](const std::vector<std::string>& labels) {
    index_t result = 1;
    for (const std::string& label : labels) {
      const index_t width = columns_of(options.style == terminal_style::ascii ? ascii_text(label) : label);
      result = width > result ? width : result;
    }
    return result < text_heatmap::longest_label ? result : text_heatmap::longest_label;
  };
  const cell_axis queries = thinned(source.axes.last(1), "query", source.query_labels, options.most_cells);
  const index_t room = columns - 3 - widest(queries.labels);
  const index_t most = room < options.most_cells ? room : options.most_cells;
  const heatmap_drawing drawing = draw(source, options, most);
  const index_t keys = drawing.keys.shown();
  index_t key_width = widest(drawing.keys.labels) > 7 ? widest(drawing.keys.labels) : 7;
  if (keys * (key_width + 1) <= room)
    for (const double value : drawing.cells) {
      const index_t columns_of_number = static_cast<index_t>(short_number(value, drawing.high).size()) + 1;
      key_width = columns_of_number > key_width ? columns_of_number : key_width;
    }
  const cell_width width = keys * (key_width + 1) <= room ? cell_width::number
                           : keys * 2 <= room             ? cell_width::two
                                                          : cell_width::one;
  text_heatmap text{drawing, options.style, widest(drawing.queries.labels), key_width, width};
  const auto legible = [&](const std::string& words) {
    return options.style == terminal_style::ascii ? ascii_text(words) : words;
  };
  text.out = legible(drawing.title) + " " + drawing.axes + "\n";
  if (!drawing.note().empty()) text.out += drawing.note() + "\n";
  const index_t maps = drawing.map_count();
  for (index_t map = 0; map < maps; ++map) text.map(map);
  if (maps == 0)
    text.out += "no weights\n";
  else
    text.legend();
  return text.out;
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
