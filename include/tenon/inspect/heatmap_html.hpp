// Heat maps as one HTML page that needs nothing from outside.
#pragma once
#include <tenon/inspect/colour_scale.hpp>
#include <tenon/inspect/heatmap_drawing.hpp>
#include <tenon/inspect/heatmap_page.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// What the page's script draws, as JSON: `{"title": ..., "maps": [...], "queries": {...}, ..., "cells": [[...]]}`.
struct page_data {
  const heatmap_drawing& drawing;
  std::string out = {};

  template <class Items, class Write>
  void list(const Items& items, const Write& write) {
    out.push_back('[');
    bool first = true;
    for (const auto& item : items) {
      if (!first) out.push_back(',');
      first = false;
      write(item);
    }
    out.push_back(']');
  }

  void axis(const cell_axis& places) {
    out.append("{\"title\":").append(json_text(places.title())).append(",\"labels\":");
    list(places.labels, [&](const std::string& label) { out += json_text(label); });
    out.push_back('}');
  }

  void scale(const colour_scale& colours) {
    list(colours.points, [&](unsigned point) {
      const colour c = colour_of(point);
      out.append("[").append(number_text(index_t{c.red})).append(",").append(number_text(index_t{c.green}));
      out.append(",").append(number_text(index_t{c.blue})).append("]");
    });
  }

  /// JSON knows neither infinity nor not-a-number.
  void number(double value) {
    const std::string text = number_text(value);
    out += (std::isfinite)(value) ? text : json_text(text);
  }

  const std::string& write() {
    out.append("{\"title\":").append(json_text(drawing.title)).append(",\"maps\":");
    list(drawing.maps, [&](const map_axis& one) {
      out.append("{\"name\":").append(json_text(one.name)).append(",\"extent\":").append(number_text(one.extent));
      out.append(",\"shown\":").append(number_text(one.shown)).append("}");
    });
    out += ",\n\"queries\":";
    axis(drawing.queries);
    out += ",\n\"keys\":";
    axis(drawing.keys);
    out += ",\n\"low\":";
    number(drawing.low);
    out += ",\"high\":";
    number(drawing.high);
    out += ",\"least\":";
    number(drawing.least);
    const auto end = [&](const char* name, double value) {
      out.append(name).append(json_text(brief_number(value)));
    };
    end(",\"ends\":{\"low\":", drawing.low);
    end(",\"middle\":", drawing.low / 2 + drawing.high / 2);
    end(",\"least\":", drawing.least);
    end(",\"upperMiddle\":", drawing.least / 2 + drawing.high / 2);
    out += "},\"hint\":\"Point at a cell, or use the arrow keys.\",\n\"scales\":{\"light\":";
    scale(light_scale);
    out += ",\"dark\":";
    scale(dark_scale);
    out += "},\n\"cells\":[";
    for (index_t map = 0; map < drawing.map_count(); ++map) {
      out += map == 0 ? "\n[" : ",\n[";
      for (index_t i = 0; i < drawing.cells_of_map(); ++i) {
        if (i > 0) out.push_back(',');
        number(drawing.cells[static_cast<std::size_t>(map * drawing.cells_of_map() + i)]);
      }
      out.push_back(']');
    }
    return out += "]}";
  }
};

/// The whole page. Labels reach it as data and are set as text, never as markup; its policy forbids the network.
inline std::string html_of_heatmap(const heatmap_source& source, const heatmap_options& options) {
  const heatmap_drawing drawing = draw(source, options, options.most_cells);
  const std::string title = markup_text(drawing.title);
  page_data data{drawing};
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<title>" + title + "</title>\n<style>" + page_style + "</style>\n</head>\n<body>\n<main>\n";
  out += "<h1>" + title + "</h1>\n<p class=\"axes\">" + markup_text(drawing.axes) + "</p>\n";
  if (!drawing.note().empty()) out += "<p class=\"note\">" + markup_text(drawing.note()) + "</p>\n";
  out +=
      "<noscript><p class=\"note\">This page draws with JavaScript, which is off.</p></noscript>\n"
      "<div id=\"selectors\"></div>\n<div class=\"card\">\n<div class=\"scroll\"><table id=\"map\"></table></div>\n";
  if (drawing.map_count() == 0) out += "<p class=\"note\">There are no weights.</p>\n";
  out +=
      "<div class=\"below\">\n<div class=\"scale\" role=\"group\" aria-label=\"colour scale\">\n"
      "<div class=\"bar\" id=\"bar\"></div>\n<div class=\"ends\"><span id=\"lowest\"></span>";
  out += "<span id=\"middle\"></span><span>" + brief_number(drawing.high) + "</span></div>\n";
  if (drawing.least > drawing.low && drawing.least < drawing.high)
    out += "<label><input type=\"checkbox\" id=\"from-least\">begin at the least value</label>\n";
  out +=
      "<div class=\"not\" id=\"not\" hidden><i></i>not a finite number</div>\n</div>\n"
      "<output id=\"reading\" aria-live=\"polite\"></output>\n</div>\n</div>\n</main>\n";
  out += "<script type=\"application/json\" id=\"data\">" + data.write() + "</script>\n";
  out += std::string("<script>") + page_script + "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
