// A heat map before it is drawn: the values that are shown, thinned out where they are many, their labels and scale.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include <tenon/inspect/heatmap_options.hpp>
#include <tenon/inspect/label_text.hpp>
#include <tenon/inspect/number_text.hpp>
#include <tenon/shape/shaped.hpp>
#include <tenon/shape/strides.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect::detail {

/// A tensor or view of any element type, and the labels of its last two axes; no labels at all stand for positions.
struct heatmap_source {
  shape axes;
  strides steps;
  const void* elements;
  double (*read)(const void* elements, index_t offset);
  std::vector<std::string> query_labels, key_labels;

  template <shaped X>
  explicit heatmap_source(const X& x)
      : axes(x.shape()), steps(x.strides()), elements(x.data()), read([](const void* from, index_t offset) {
          return static_cast<double>(static_cast<const value_type_of<X>*>(from)[offset]);
        }) {}
};

/// A leading axis, such as heads, and how many of its places are drawn.
struct map_axis {
  std::string name;
  index_t extent, shown;
};

/// The queries, or the keys: `step` of them make one row, or column, whose label then says from where to where.
struct cell_axis {
  std::string name, role;
  index_t extent, step;
  std::vector<std::string> labels;
  /// Where a cell of several begins.
  std::vector<std::string> first_labels;

  index_t shown() const { return static_cast<index_t>(labels.size()); }
  /// `seq (query)`
  std::string title() const { return name == role ? name : name + " (" + role + ")"; }
};

struct heatmap_drawing {
  std::string title, axes;
  std::vector<map_axis> maps;
  cell_axis queries, keys;
  /// [maps..., queries, keys], those that are shown.
  std::vector<double> cells;
  /// The ends of the scale, and the least of all finite values.
  double low, high, least;

  index_t map_count() const { return cells_of_map() == 0 ? 0 : static_cast<index_t>(cells.size()) / cells_of_map(); }
  index_t cells_of_map() const { return queries.shown() * keys.shown(); }
  double cell(index_t map, index_t query, index_t key) const {
    return cells[static_cast<std::size_t>((map * queries.shown() + query) * keys.shown() + key)];
  }
  /// Where a finite value stands on the colour scale, from 0 to 1.
  double place(double value) const {
    // The range itself may overflow.
    const double range = high - low, half = high / 2 - low / 2;
    const double at = (std::isfinite)(range) ? (value - low) / range : (value / 2 - low / 2) / half;
    return at > 0 ? at < 1 ? at : 1 : 0;
  }
  /// `batch=0, heads=1`
  std::string name_of_map(index_t map) const {
    std::string result;
    for (std::size_t i = maps.size(); i-- > 0; map /= maps[i].shown)
      result = maps[i].name + "=" + number_text(map % maps[i].shown) + (result.empty() ? "" : ", " + result);
    return result;
  }
  /// What is not drawn one to one; empty where all is.
  std::string note() const {
    std::string result;
    for (const map_axis& axis : maps)
      if (axis.shown < axis.extent)
        result += number_text(axis.shown) + " of " + axis.name + "=" + number_text(axis.extent) + " drawn. ";
    if (queries.step > 1 || keys.step > 1)
      result +=
          "Each cell is the greatest of " + number_text(queries.step) + " x " + number_text(keys.step) + " values. ";
    if (!result.empty()) result.pop_back();
    return result;
  }
};

inline std::string name_or(const axis& a, const std::string& otherwise) {
  return a.named() ? written(name_of{a}) : otherwise;
}

inline cell_axis thinned(const axis& places, const std::string& role, const std::vector<std::string>& labels,
                         index_t most) {
  const index_t extent = places.extent, step = extent > most ? (extent + most - 1) / most : 1;
  cell_axis result{name_or(places, role), role, extent, step, {}, {}};
  const auto label = [&](index_t i) { return labels.empty() ? number_text(i) : labels[static_cast<std::size_t>(i)]; };
  for (index_t first = 0; first < extent; first += step) {
    const index_t last = first + step < extent ? first + step - 1 : extent - 1;
    result.first_labels.push_back(label(first));
    result.labels.push_back(first == last ? label(first) : label(first) + " .. " + label(last));
  }
  return result;
}

/// The greatest of the values that make a cell; not-a-number where one of them is, so that none stays unseen.
inline double greatest(const heatmap_source& source, index_t offset, index_t queries, index_t keys) {
  const int rank = source.axes.rank;
  double result = -HUGE_VAL;
  for (index_t q = 0; q < queries; ++q)
    for (index_t k = 0; k < keys; ++k) {
      const double value =
          source.read(source.elements, offset + q * source.steps[rank - 2] + k * source.steps[rank - 1]);
      if ((std::isnan)(value)) return value;
      result = value > result ? value : result;
    }
  return result;
}

inline void choose_scale(heatmap_drawing& drawing, const heatmap_options& options) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const double value : drawing.cells)
    if ((std::isfinite)(value)) {
      least = value < least ? value : least;
      most = value > most ? value : most;
    }
  drawing.low = options.low.value_or(least < 0 ? least : 0);
  drawing.high = options.high.value_or(most > drawing.low ? most : drawing.low);
  drawing.least = (std::isfinite)(least) ? least : drawing.low;
  if (drawing.high < drawing.low)
    raise<out_of_range>([&](writer& out) {
      const std::string low = number_text(drawing.low), high = number_text(drawing.high);
      out << "heatmap: the scale ends at low=" << low.c_str() << " and high=" << high.c_str() << ", did you mean .low = "
          << high.c_str() << ", .high = " << low.c_str() << "?";
    });
  if (drawing.high > drawing.low) return;
  // Beside a large number, 1 is nothing.
  const double size = (std::abs)(drawing.low), apart = size < 1e15 ? 1 : size / 1e6;
  if ((std::isfinite)(drawing.low + apart))
    drawing.high = drawing.low + apart;
  else
    drawing.low -= apart;
}

/// What is shown of a heat map where at most `most_cells` queries, or keys, find a place.
inline heatmap_drawing draw(const heatmap_source& source, const heatmap_options& options, index_t most_cells) {
  const shape& axes = source.axes;
  const index_t most = most_cells < 1 ? 1 : most_cells;  // a narrow terminal may have no room at all
  heatmap_drawing result{clean_text(options.title),
                         written(axes),
                         {},
                         thinned(axes.last(1), "query", source.query_labels, most),
                         thinned(axes.last(0), "key", source.key_labels, most),
                         {},
                         0,
                         1,
                         0};
  index_t count = 1, allowed = options.most_maps;
  for (int i = axes.rank - 3; i >= 0; --i) {
    const index_t extent = axes[i].extent, shown = extent < allowed ? extent : allowed;
    const std::string unnamed = i == axes.rank - 3 ? "head" : "axis_" + number_text(index_t{i});
    result.maps.insert(result.maps.begin(), map_axis{name_or(axes[i], unnamed), extent, shown});
    allowed = shown > 0 ? allowed / shown : allowed;
    count *= shown;
  }
  const index_t q_stride = source.steps[axes.rank - 2], k_stride = source.steps[axes.rank - 1];
  const index_t q_step = result.queries.step, k_step = result.keys.step;
  result.cells.reserve(static_cast<std::size_t>(count * result.cells_of_map()));
  for (index_t map = 0; map < count; ++map) {
    index_t offset = 0, rest = map;
    for (int i = axes.rank - 3; i >= 0; --i) {
      const index_t shown = result.maps[static_cast<std::size_t>(i)].shown;
      offset += rest % shown * source.steps[i];
      rest /= shown;
    }
    for (index_t q = 0; q < result.queries.extent; q += q_step)
      for (index_t k = 0; k < result.keys.extent; k += k_step) {
        const index_t queries = result.queries.extent - q, keys = result.keys.extent - k;
        result.cells.push_back(greatest(source, offset + q * q_stride + k * k_stride,
                                        queries < q_step ? queries : q_step, keys < k_step ? keys : k_step));
      }
  }
  choose_scale(result, options);
  return result;
}

}  // namespace tenon::inspect::detail
TENON_END_HEADER
