// Attention weights as heat maps: in the terminal, as an SVG picture, and as an HTML page.
#pragma once
#include <ostream>
#include <string>

#include <tenon/inspect/heatmap_html.hpp>
#include <tenon/inspect/heatmap_options.hpp>
#include <tenon/inspect/heatmap_rule.hpp>
#include <tenon/inspect/heatmap_svg.hpp>
#include <tenon/inspect/heatmap_text.hpp>
#include <tenon/inspect/whole_file.hpp>

TENON_BEGIN_HEADER
namespace tenon::inspect {

namespace detail {

template <std::size_t N>
inline constexpr index_t count = static_cast<index_t>(N);
template <index_t Labels>
TENON_LOCAL inline constexpr rules::heatmap one_list{Labels, Labels, true};
template <index_t QueryLabels, index_t KeyLabels>
TENON_LOCAL inline constexpr rules::heatmap two_lists{QueryLabels, KeyLabels};

template <class Labels>
std::vector<std::string> clean_labels(const Labels& labels) {
  std::vector<std::string> result;
  for (const auto& one : labels) result.push_back(clean_text(label(one).text()));
  return result;
}

template <shaped X>
void check_labels(const X& x, const rules::heatmap& rule) {
  writer counter;
  if (!judge(rule, counter, x.shape()).fits) raise_refusal(rule, x.shape());
}

/// The ways to call a function that draws weights; `Output` has a target, and draws a `heatmap_source` on it.
template <class Output>
struct heatmap_function {
  using target = typename Output::target;
  using options = heatmap_options;

  /// Positions are the labels.
  template <shaped Weights>
    requires fit<rules::heatmap{}, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const options& how = {}) const {
    check_options(how);
    return Output::draw(on, heatmap_source(weights), how);
  }
  /// One list of labels for queries and keys: `{"cat", "eats", "fish"}`.
  template <shaped Weights, std::size_t N>
    requires(N > 1) && fit<one_list<count<N>>, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const label (&labels)[N],
                            const options& how = {}) const {
    return labelled(on, weights, labels, labels, one_list<count<N>>, how);
  }
  template <shaped Weights>
    requires fit<one_list<1>, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const single_label& one, const options& how = {}) const {
    return labelled(on, weights, one.labels, one.labels, one_list<1>, how);
  }
  /// Labels of the queries, then of the keys.
  template <shaped Weights, std::size_t N, std::size_t M>
    requires(M > 1) && fit<two_lists<count<N>, count<M>>, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const label (&queries)[N], const label (&keys)[M],
                            const options& how = {}) const {
    return labelled(on, weights, queries, keys, two_lists<count<N>, count<M>>, how);
  }
  template <shaped Weights, std::size_t N>
    requires fit<two_lists<count<N>, 1>, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const label (&queries)[N], const single_label& key,
                            const options& how = {}) const {
    return labelled(on, weights, queries, key.labels, two_lists<count<N>, 1>, how);
  }
  /// The same with containers of strings; a wrong number of them raises `shape_mismatch`.
  template <shaped Weights, label_range Labels>
    requires fit<rules::heatmap{}, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const Labels& labels, const options& how = {}) const {
    const index_t size = std::distance(std::begin(labels), std::end(labels));
    return labelled(on, weights, labels, labels, rules::heatmap{size, size, true}, how);
  }
  template <shaped Weights, label_range Queries, label_range Keys>
    requires fit<rules::heatmap{}, Weights>
  decltype(auto) operator()(target on, const Weights& weights, const Queries& queries, const Keys& keys,
                            const options& how = {}) const {
    const rules::heatmap rule{std::distance(std::begin(queries), std::end(queries)),
                              std::distance(std::begin(keys), std::end(keys))};
    return labelled(on, weights, queries, keys, rule, how);
  }

  template <shaped Weights>
    requires(!fit<rules::heatmap{}, Weights>)
  TENON_REFUSAL(rules::heatmap{}, Weights) operator()(target, const Weights&, const options& = {}) const;
  template <shaped Weights, std::size_t N>
    requires(N > 1) && (!fit<one_list<count<N>>, Weights>)
  TENON_REFUSAL(one_list<count<N>>, Weights)
  operator()(target, const Weights&, const label (&)[N], const options& = {}) const;
  template <shaped Weights>
    requires(!fit<one_list<1>, Weights>)
  TENON_REFUSAL(one_list<1>, Weights)
  operator()(target, const Weights&, const single_label&, const options& = {}) const;
  template <shaped Weights, std::size_t N>
    requires(!fit<two_lists<count<N>, 1>, Weights>)
  TENON_REFUSAL(two_lists<count<N>, 1>, Weights)
  operator()(target, const Weights&, const label (&)[N], const single_label&, const options& = {}) const;
  template <shaped Weights, std::size_t N, std::size_t M>
    requires(M > 1) && (!fit<two_lists<count<N>, count<M>>, Weights>)
  TENON_REFUSAL(two_lists<count<N>, count<M>>, Weights)
  operator()(target, const Weights&, const label (&)[N], const label (&)[M], const options& = {}) const;

 private:
  template <class Weights, class Queries, class Keys>
  static decltype(auto) labelled(target on, const Weights& weights, const Queries& queries, const Keys& keys,
                                 const rules::heatmap& rule, const options& how) {
    check_labels(weights, rule);
    check_options(how);
    heatmap_source source(weights);
    source.query_labels = clean_labels(queries);
    source.key_labels = clean_labels(keys);
    return Output::draw(on, source, how);
  }
};

/// Draws to a stream, in one piece: the flags, width and locale of the stream do not matter.
template <auto Drawing>
struct to_stream {
  using target = std::ostream&;
  static std::ostream& draw(std::ostream& out, const heatmap_source& source, const heatmap_options& options) {
    const std::string text = Drawing(source, options);
    return out.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
};

struct to_file {
  using target = const std::string&;
  static bool draw(const std::string& path, const heatmap_source& source, const heatmap_options& options) {
    if (path.find('\0') != std::string::npos) return file_refusal(clean_text(path).c_str(), "its name has a NUL inside");
    const auto ends_in = [&](std::string_view end) { return std::string_view(path).ends_with(end); };
    if (ends_in(".html")) return write_whole_file(path, html_of_heatmap(source, options));
    if (ends_in(".svg")) return write_whole_file(path, svg_of_heatmap(source, options));
    if (ends_in(".txt")) return write_whole_file(path, text_of_heatmap(source, options));
    return file_refusal(path.c_str(), "its name ends in none of .html, .svg, .txt");
  }
};

}  // namespace detail

/// Draws weights [axes..., queries, keys] into a file: an HTML page, an SVG picture or plain text, as its name ends in
/// .html, .svg or .txt.
///
///     write_heatmap("attention.html", weights);                                        // positions as labels
///     write_heatmap("attention.html", weights, {"cat", "eats", "fish"});               // of queries and keys
///     write_heatmap("attention.html", weights, {"cat", "eats"}, {"le", "chat"});       // of queries, of keys
///     write_heatmap("attention.html", weights, tokens, {.title = "Layer 3"});          // tokens: any range of strings
///
/// Weights may be a tensor or a view of any element type and layout, with or without names. Labels are UTF-8 in any
/// script; nothing in them can act on a page or a terminal. Refused, by the compiler where both numbers are known, else
/// by `shape_mismatch`: `heatmap: 2 labels for seq=3 of [heads=2, seq=3, seq'=3]` and the like; options that are no number
/// to draw with, by `out_of_range` (`heatmap_options`).
/// Returns true; a file that cannot be written is a `file_error`, or where exceptions are off false, and the file that
/// was there stays as it was.
TENON_LOCAL inline constexpr detail::heatmap_function<detail::to_file> write_heatmap{};

/// The same to a stream, as an HTML page: `heatmap_html(std::cout, weights, {"cat", "eats", "fish"})`.
TENON_LOCAL inline constexpr detail::heatmap_function<detail::to_stream<&detail::html_of_heatmap>> heatmap_html{};
/// The same to a stream, as an SVG picture.
TENON_LOCAL inline constexpr detail::heatmap_function<detail::to_stream<&detail::svg_of_heatmap>> heatmap_svg{};
/// The same to a stream, for a terminal: `heatmap_text(std::cout, weights, {.style = terminal_style::colours})`.
TENON_LOCAL inline constexpr detail::heatmap_function<detail::to_stream<&detail::text_of_heatmap>> heatmap_text{};

}  // namespace tenon::inspect
TENON_END_HEADER
