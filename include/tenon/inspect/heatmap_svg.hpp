// Heat maps as an SVG picture: for papers, and for pages of one's own.
#pragma once
#include <tenon/inspect/colour_scale.hpp>
#include <tenon/inspect/heatmap_drawing.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// Places of one map and of all, in pixels.
struct svg_layout {
  index_t cell, gap, query_room, key_room, columns, map_width, map_height;
  bool upright;

  static constexpr index_t letter_width = 8, title_height = 62, legend_height = 64, edge = 24;

  explicit svg_layout(const heatmap_drawing& drawing) {
    const index_t rows = drawing.queries.shown(), keys = drawing.keys.shown(), longest = rows > keys ? rows : keys;
    cell = longest <= 8 ? 48 : longest <= 16 ? 30 : longest <= 32 ? 18 : longest <= 64 ? 10 : 5;
    // Several large maps are smaller, so that they find a place beside each other.
    if (drawing.map_count() > 1 && longest > 32) cell = longest <= 64 ? 6 : 4;
    gap = cell >= 18 ? 2 : 0;
    const auto room = [](const cell_axis& axis) {
      index_t widest = 1;
      for (const std::string& label : axis.labels) {
        const index_t width = columns_of(std::string_view(label));
        widest = width > widest ? width : widest;
      }
      return (widest < 16 ? widest : 16) * letter_width;
    };
    query_room = room(drawing.queries) + 34;
    upright = room(drawing.keys) <= cell;
    key_room = (upright ? 18 : room(drawing.keys)) + 56;
    map_width = query_room + keys * cell + edge;
    map_height = key_room + rows * cell + edge;
    const index_t maps = drawing.map_count();
    index_t fit = 1280 / map_width;
    fit = fit < 1 ? 1 : fit;
    columns = maps < fit ? (maps < 1 ? 1 : maps) : fit;
  }

  index_t width() const {
    const index_t all = 2 * edge + columns * map_width;
    return all < 420 ? 420 : all;
  }
  index_t height(index_t maps) const {
    return title_height + (maps + columns - 1) / columns * map_height + legend_height;
  }
};

struct svg_picture {
  const heatmap_drawing& drawing;
  svg_layout place;
  std::string out = {};

  void text(index_t x, index_t y, const char* style, std::string_view words) {
    out.append("<text x=\"")
        .append(number_text(x))
        .append("\" y=\"")
        .append(number_text(y))
        .append("\" ")
        .append(style);
    out.append(">").append(markup_text(words)).append("</text>\n");
  }
  void text_upwards(index_t x, index_t y, const char* style, std::string_view words) {
    out.append("<text transform=\"translate(")
        .append(number_text(x))
        .append(" ")
        .append(number_text(y))
        .append(") rotate(-90)\" ");
    out.append(style).append(">").append(markup_text(words)).append("</text>\n");
  }

  void cell(index_t x, index_t y, double value, bool wordy, index_t query, index_t key) {
    const index_t side = place.cell - place.gap;
    const bool finite = (std::isfinite)(value);
    out.append("<rect x=\"").append(number_text(x)).append("\" y=\"").append(number_text(y)).append("\" width=\"");
    out.append(number_text(side)).append("\" height=\"").append(number_text(side)).append("\" fill=\"");
    const colour c = colour_at(light_scale, finite ? drawing.place(value) : 0);
    out.append(finite ? hexadecimal(c) : "url(#tenon-nan)").append(place.cell >= 30 ? "\" rx=\"3\"" : "\"");
    if (!wordy) {
      out += "/>\n";
      return;
    }
    out.append("><title>").append(markup_text(drawing.queries.labels[static_cast<std::size_t>(query)]));
    out.append(" \xe2\x86\x92 ").append(markup_text(drawing.keys.labels[static_cast<std::size_t>(key)])).append(": ");
    out.append(number_text(value)).append("</title></rect>\n");
    if (place.cell >= 48)
      text(x + side / 2, y + side / 2 + 5, finite && !is_light(c) ? "class=\"n w\"" : "class=\"n\"",
           short_number(value, drawing.high));
  }

  void map(index_t index) {
    const index_t left = svg_layout::edge + index % place.columns * place.map_width;
    const index_t top = svg_layout::title_height + index / place.columns * place.map_height;
    const index_t x = left + place.query_room, y = top + place.key_room;
    const index_t rows = drawing.queries.shown(), keys = drawing.keys.shown();
    const std::string name = drawing.name_of_map(index);
    out.append("<g role=\"img\" aria-label=\"")
        .append(markup_text(name.empty() ? drawing.title : name))
        .append("\">\n");
    text(x, top + 14, "class=\"h\"", name);
    text(x, top + 34, "class=\"q\"", drawing.keys.title() + " \xe2\x86\x92");
    text_upwards(left + 12, y, "class=\"q\" text-anchor=\"end\"", "\xe2\x86\x90 " + drawing.queries.title());
    const index_t every = place.cell >= 14 ? 1 : (13 + place.cell) / place.cell;
    for (index_t q = 0; q < rows; q += every)
      text(x - 8, y + q * place.cell + place.cell / 2 + 4, "text-anchor=\"end\"", shown(drawing.queries, q));
    for (index_t k = 0; k < keys; k += every) {
      if (place.upright)
        text(x + k * place.cell + place.cell / 2, y - 9, "text-anchor=\"middle\"", shown(drawing.keys, k));
      else
        text_upwards(x + k * place.cell + place.cell / 2 + 4, y - 8, "", shown(drawing.keys, k));
    }
    // A word for each cell would be most of the file where there are many.
    const bool wordy = place.cell >= 18;
    for (index_t q = 0; q < rows; ++q)
      for (index_t k = 0; k < keys; ++k)
        cell(x + k * place.cell, y + q * place.cell, drawing.cell(index, q, k), wordy, q, k);
    out += "</g>\n";
  }

  static std::string shown(const cell_axis& axis, index_t i) {
    return shortened(axis.labels[static_cast<std::size_t>(i)], 16, "\xe2\x80\xa6");
  }

  void legend(index_t y) {
    const index_t x = svg_layout::edge, width = 240;
    out.append("<rect x=\"").append(number_text(x)).append("\" y=\"").append(number_text(y));
    out.append("\" width=\"")
        .append(number_text(width))
        .append("\" height=\"10\" rx=\"2\" fill=\"url(#tenon-scale)\"/>\n");
    text(x, y + 26, "class=\"q\"", brief_number(drawing.low));
    text(x + width / 2, y + 26, "class=\"q\" text-anchor=\"middle\"", brief_number(drawing.low / 2 + drawing.high / 2));
    text(x + width, y + 26, "class=\"q\" text-anchor=\"end\"", brief_number(drawing.high));
    text(x + width + 20, y + 10, "class=\"q\"", drawing.note());
  }
};

/// The whole picture, in black on white; it names no font that must be loaded and nothing else from outside.
inline std::string svg_of_heatmap(const heatmap_source& source, const heatmap_options& options) {
  const heatmap_drawing drawing = draw(source, options, options.most_cells);
  svg_picture picture{drawing, svg_layout(drawing)};
  const index_t maps = drawing.map_count(), width = picture.place.width(), height = picture.place.height(maps);
  const std::string size = number_text(width) + "\" height=\"" + number_text(height);
  std::string& out = picture.out;
  out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + number_text(width) + " " +
        number_text(height) + "\">\n<title>" + markup_text(drawing.title) +
        "</title>\n<style>"
        "text{font:13px system-ui,sans-serif;fill:#22252b;white-space:pre}.t{font-size:17px;font-weight:600}"
        ".h{font-weight:600}.q{fill:#6b7078;font-size:12px}.n{text-anchor:middle;fill:#111}.w{fill:#fff}</"
        "style>\n<defs>\n"
        "<pattern id=\"tenon-nan\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\">"
        "<rect width=\"6\" height=\"6\" fill=\"#fff\"/><rect width=\"2\" height=\"6\" fill=\"#c2410c\"/></pattern>\n"
        "<linearGradient id=\"tenon-scale\">\n";
  for (int i = 0; i < colour_scale::size; ++i)
    out += "<stop offset=\"" + number_text(i / (colour_scale::size - 1.0)) + "\" stop-color=\"" +
           hexadecimal(colour_of(light_scale.points[i])) + "\"/>\n";
  out += "</linearGradient>\n</defs>\n<rect width=\"" + size + "\" fill=\"#fff\"/>\n";
  picture.text(svg_layout::edge, 28, "class=\"t\"", drawing.title);
  picture.text(svg_layout::edge, 46, "class=\"q\"", drawing.axes);
  for (index_t map = 0; map < maps; ++map) picture.map(map);
  picture.legend(height - 46);
  return out += "</svg>\n";
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
