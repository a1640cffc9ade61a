// Generated calls of attention, its three modules with masks, biases and causality in mixtures, equal plain loops over
// double; every form of a call gives the same.
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/nn/single_head_attention.hpp>

#include <array>
#include <memory>
#include <tuple>

#include "executors.hpp"
#include "generated.hpp"

using namespace properties;
namespace nn = tenon::nn;

namespace {

// ---- what is drawn ------------------------------------------------------------------------------

enum class form { multi_head, single_head, dot_product };
enum class mask { none, keep, ignore, bias };
enum class causality { none, square, top_left, bottom_right };

struct attention_case {
  form module = form::multi_head;
  index_t heads = 1, width = 1, key_width = 1, value_width = 1, d_k = 1;
  bool own_widths = false, has_bias = true, of_bfloat16 = false, borrowed = false, of_double = false;
  tenon::shape lead;              // batch axes
  axis queries = 1, keys = 1;     // of the inputs
  bool self = false, named = false;
  causality causal = causality::none;
  mask masks[2] = {mask::none, mask::none};
  tenon::shape mask_axes[2];
  int mask_at[2][tenon::max_rank] = {};  // which axis of the scores each axis of a mask is
  constexpr attention_case() = default;

  constexpr tenon::shape input(const axis& rows, index_t columns) const {
    tenon::shape result = lead;
    result.push(rows);
    result.push(axis("width", columns));
    return result;
  }
  /// [batch..., heads, queries, keys], as the weights have it.
  constexpr tenon::shape scores() const {
    tenon::shape result = lead;
    if (module == form::multi_head) result.push(axis("heads", heads));
    result.push(queries);
    result.push(self && named ? tenon::prime(queries) : keys);
    return result;
  }
};

constexpr attention_case drawn_attention(std::uint64_t seed, form module) {
  draw d(seed);
  attention_case c;
  c.module = module;
  c.heads = module == form::multi_head ? d.between(1, 4) : 1;
  constexpr int widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 17};
  c.d_k = widths[d.below(9)];
  c.width = c.heads * c.d_k;
  if (module == form::single_head) c.width = widths[d.below(9)];
  c.key_width = c.value_width = c.width;
  c.self = d.one_in(3);
  c.own_widths = module == form::multi_head && !c.self && d.one_in(3);
  if (c.own_widths) {
    c.key_width = d.between(1, 9);
    c.value_width = d.between(1, 17);
  }
  if (module == form::dot_product && !c.self) c.value_width = widths[d.below(9)];
  c.of_double = d.one_in(8);
  c.has_bias = !d.one_in(4);
  c.of_bfloat16 = !c.of_double && d.one_in(3);
  c.borrowed = d.one_in(3);
  c.named = !d.one_in(3);
  const auto an_axis = [&](const axis& name, int least, int most) {
    const int extent = d.between(least, most);
    const axis a = d.one_in(2) ? axis(tenon::at_most{extent}) : axis(extent);
    return tenon::canonical(c.named ? tenon::renamed(a, name) : a);
  };
  constexpr axis text("text", 1), part("part", 1), asks("asks", 1), told("told", 1);
  const int batch_axes = d.below(3);
  if (batch_axes > 0) c.lead.push(an_axis(text, 1, 3));
  if (batch_axes > 1) c.lead.push(an_axis(part, 1, 2));
  const int most = d.one_in(4) ? 140 : 20;
  c.queries = d.one_in(4) ? an_axis(asks, 1, 1) : an_axis(asks, 1, most);
  c.keys = c.self ? c.queries : an_axis(told, 1, most);
  c.causal = static_cast<causality>(d.below(4));
  if (!c.self && c.causal == causality::square) c.causal = causality::none;
  const tenon::shape scores = c.scores();
  for (int i = 0; i < 2; ++i) {
    if (d.one_in(3)) continue;
    c.masks[i] = static_cast<mask>(d.between(1, 3));
    // By names some of the axes, in their order; without names the last two or all. The keys are always among them.
    const bool whole = d.one_in(2);
    for (int j = 0; j < scores.rank; ++j) {
      const bool last = j + 1 == scores.rank;
      const bool in = last || (c.named ? d.one_in(2) : whole || j + 2 == scores.rank);
      if (!in) continue;
      c.mask_at[i][c.mask_axes[i].rank] = j;
      c.mask_axes[i].push(scores[j]);
    }
  }
  return c;
}

std::string text_of(const attention_case& c) {
  constexpr const char* of_mask[] = {"", " keep", " ignore", " score_bias"};
  constexpr const char* of_causality[] = {"", " causal", " causal_top_left", " causal_bottom_right"};
  std::ostringstream out;
  out << (c.of_double ? "double" : c.of_bfloat16 ? "bfloat16" : "float") << ", heads " << c.heads << ", width " << c.width
      << ", d_k " << c.d_k << (c.self ? ", self" : ", cross") << (c.borrowed ? ", borrowed" : "") << ';';
  for (int i = 0; i < 2; ++i) out << of_mask[static_cast<int>(c.masks[i])];
  out << of_causality[static_cast<int>(c.causal)];
  return out.str();
}

// ---- the module ---------------------------------------------------------------------------------

template <attention_case C>
using number = std::conditional_t<C.of_double, double, float>;
template <attention_case C>
using storage = std::conditional_t<C.of_bfloat16, tenon::bfloat16, number<C>>;
template <attention_case C>
using bias_option = std::conditional_t<C.has_bias, nn::with_bias, nn::no_bias>;

template <attention_case C, class... More>
struct module_of;
template <attention_case C, class... More>
  requires(C.module == form::multi_head && !C.own_widths)
struct module_of<C, More...> {
  using type = nn::multi_head_attention<number<C>, axis("width", C.width), axis("heads", C.heads), bias_option<C>,
                                        nn::weights<storage<C>>, More...>;
};
template <attention_case C, class... More>
  requires(C.module == form::multi_head && C.own_widths)
struct module_of<C, More...> {
  using type = nn::multi_head_attention<number<C>, axis("width", C.width), axis("heads", C.heads), bias_option<C>,
                                        nn::weights<storage<C>>, nn::key_width<axis("width", C.key_width)>,
                                        nn::value_width<axis("width", C.value_width)>, More...>;
};
template <attention_case C, class... More>
  requires(C.module == form::single_head)
struct module_of<C, More...> {
  using type = nn::single_head_attention<number<C>, axis("width", C.width), axis("d_k", C.d_k), bias_option<C>,
                                         nn::weights<storage<C>>, More...>;
};

/// The parameters of a linear map, lent to another of type To.
template <class To, class From>
auto lent(const From& from) {
  if constexpr (To::has_bias) return typename To::lent{.weight = from.weight, .bias = from.bias};
  else return typename To::lent{.weight = from.weight};
}

/// A module that borrows the parameters of another.
template <class To, class From>
To borrowed(const From& m) {
  using q = std::remove_cvref_t<decltype(std::declval<To>().W_q)>;
  using k = std::remove_cvref_t<decltype(std::declval<To>().W_k)>;
  using v = std::remove_cvref_t<decltype(std::declval<To>().W_v)>;
  if constexpr (requires { m.W_o; }) {
    using o = std::remove_cvref_t<decltype(std::declval<To>().W_o)>;
    return To({.W_q = lent<q>(m.W_q), .W_k = lent<k>(m.W_k), .W_v = lent<v>(m.W_v), .W_o = lent<o>(m.W_o)});
  } else {
    return To({.W_q = lent<q>(m.W_q), .W_k = lent<k>(m.W_k), .W_v = lent<v>(m.W_v)});
  }
}

/// f(module), one that owns its parameters or one that borrows them.
template <attention_case C, class F>
void with_module(draw& now, const F& f) {
  if constexpr (C.module == form::dot_product) {
    f(nn::scaled_dot_product_attention);
  } else {
    using owner = typename module_of<C>::type;
    tenon::random::generator source{now.bits()};
    const auto m = std::make_unique<const owner>(source);
    if constexpr (C.borrowed) f(borrowed<typename module_of<C, nn::borrowed>::type>(*m));
    else f(*m);
  }
}

// ---- the reference ------------------------------------------------------------------------------

/// x W^T + bias along the last axis.
template <class Linear>
array projected(const Linear& map, const array& x) {
  reference::index extents = x.extents;
  extents.back() = map.weight.extent(0);
  return reference::computed(extents, [&](reference::index at) {
    const long out = at.back();
    double sum = 0;
    for (at.back() = 0; at.back() < x.extents.back(); ++at.back())
      sum += element(x, at) * static_cast<double>(map.weight(out, at.back()));
    if constexpr (Linear::has_bias) sum += static_cast<double>(map.bias(out));
    return sum;
  });
}

/// Which axis of the scores each axis of a mask is. A copy: when a program runs, clang 19 reads arrays of this template
/// argument wrongly.
template <attention_case C, int Which>
constexpr std::array<int, tenon::max_rank> places_of = [] {
  std::array<int, tenon::max_rank> places{};
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = C.mask_at[Which][i];
  return places;
}();

/// What one mask or bias says of one score.
struct mask_values {
  mask kind = mask::none;
  array values;
  const int* at = nullptr;

  double of(const reference::index& score) const {
    reference::index here;
    for (long i = 0; i < values.rank(); ++i) here.push_back(score[static_cast<std::size_t>(at[i])]);
    return element(values, here);
  }
};

/// Which scores count, [batch..., heads, queries, keys] as 0 or 1.
array visible(const attention_case& c, const reference::index& scores, const mask_values (&masks)[2]) {
  const std::size_t rank = scores.size();
  const long behind = c.causal == causality::bottom_right ? scores[rank - 1] - scores[rank - 2] : 0;
  return reference::computed(scores, [&](const reference::index& at) {
    bool seen_here = c.causal == causality::none || at[rank - 1] <= at[rank - 2] + behind;
    for (const mask_values& m : masks) {
      if (m.kind == mask::keep) seen_here = seen_here && m.of(at) != 0;
      if (m.kind == mask::ignore) seen_here = seen_here && m.of(at) == 0;
      if (m.kind == mask::bias) seen_here = seen_here && m.of(at) != -std::numeric_limits<double>::infinity();
    }
    return seen_here ? 1.0 : 0.0;
  });
}

struct attended {
  array output, weights;
};

/// softmax(q k^T / sqrt(d_k) + biases) v of each head, over what is visible. Heads lie side by side in the last axis.
attended attention_of(const attention_case& c, const array& q, const array& k, const array& v, const array& shown,
                      const mask_values (&masks)[2]) {
  const bool by_head = c.module == form::multi_head;
  const std::size_t rank = shown.extents.size(), lead = rank - (by_head ? 3 : 2);
  const long heads = by_head ? c.heads : 1, keys = shown.extents[rank - 1];
  const long d_k = q.extents.back() / heads, d_v = v.extents.back() / heads;
  attended result;
  result.weights = reference::filled(shown.extents);
  reference::index out = q.extents;
  out.back() = v.extents.back();
  result.output = reference::filled(out);
  reference::index lines = shown.extents;
  lines.pop_back();
  reference::each_index(lines, [&](const reference::index& line) {
    reference::index at(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(lead));
    const long head = by_head ? line[lead] : 0, query = line.back();
    const auto at_row = [&](const array& x, long row, long column) {
      reference::index here = at;
      here.push_back(row);
      here.push_back(column);
      return element(x, here);
    };
    reference::index score = line;
    score.push_back(0);
    std::vector<double> row(static_cast<std::size_t>(keys), -std::numeric_limits<double>::infinity());
    bool any = false;
    for (long key = 0; key < keys; ++key) {
      score.back() = key;
      if (element(shown, score) == 0) continue;
      double sum = 0;
      for (long i = 0; i < d_k; ++i) sum += at_row(q, query, head * d_k + i) * at_row(k, key, head * d_k + i);
      sum /= std::sqrt(static_cast<double>(d_k));
      for (const mask_values& m : masks)
        if (m.kind == mask::bias) sum += m.of(score);
      row[static_cast<std::size_t>(key)] = sum;
      any = true;
    }
    if (!any) return;
    reference::softmax(row);
    for (long key = 0; key < keys; ++key) {
      score.back() = key;
      const double weight = row[static_cast<std::size_t>(key)];
      element(result.weights, score) = weight;
      if (element(shown, score) == 0) continue;
      for (long i = 0; i < d_v; ++i) {
        reference::index to = at;
        to.push_back(query);
        to.push_back(head * d_v + i);
        element(result.output, to) += weight * at_row(v, key, head * d_v + i);
      }
    }
  });
  return result;
}

template <attention_case C, class M>
attended wanted_of(const M& m, const array& query, const array& key, const array& value, const array& shown,
                   const mask_values (&masks)[2]) {
  if constexpr (C.module == form::dot_product) {
    return attention_of(C, query, key, value, shown, masks);
  } else {
    attended result = attention_of(C, projected(m.W_q, query), projected(m.W_k, key), projected(m.W_v, value), shown, masks);
    if constexpr (C.module == form::multi_head) result.output = projected(m.W_o, result.output);
    return result;
  }
}

double largest_size(const array& x) {
  double result = 1;
  for (const double value : x.values) result = std::max(result, std::abs(value));
  return result;
}

// ---- the call -----------------------------------------------------------------------------------

template <attention_case C, int Which>
auto drawn_mask(const reference::index& scores, draw& now) {
  constexpr mask kind = C.masks[Which];
  constexpr tenon::shape axes = C.mask_axes[Which];
  reference::index extents;
  for (std::size_t i = 0; i < static_cast<std::size_t>(axes.rank); ++i)
    extents.push_back(scores[static_cast<std::size_t>(places_of<C, Which>[i])]);
  using T = std::conditional_t<kind == mask::bias, number<C>, bool>;
  auto x = drawn_like<typename tenon::tensor_of<T, axes>::type>(extents, now);
  // Among many keys a few are hidden, or most.
  const int hidden = now.between(1, 5);
  if constexpr (kind == mask::bias) {
    for (auto& one : x)
      if (now.one_in(4 * hidden)) one = -std::numeric_limits<T>::infinity();
    // The mask of programs that have no infinity: finite, so that a row of nothing else is even.
    constexpr bool alone = C.masks[1 - Which] != mask::bias;
    if (alone && now.one_in(4))
      for (auto& one : x)
        if (now.one_in(2)) one = -std::numeric_limits<float>::max();
  } else {
    for (bool& one : x) one = (now.one_in(1 + hidden)) == (kind == mask::ignore);
  }
  return x;
}

template <attention_case C, int Which, class X>
auto mask_option(const X& x) {
  if constexpr (C.masks[Which] == mask::keep) return nn::keep(x);
  else if constexpr (C.masks[Which] == mask::ignore) return nn::ignore(x);
  else return nn::score_bias(x);
}

/// The causality of a case, as an option or none.
template <attention_case C>
auto causal_option() {
  if constexpr (C.causal == causality::none) return std::tuple<>{};
  else if constexpr (C.causal == causality::square) return std::tuple(nn::causal);
  else if constexpr (C.causal == causality::top_left) return std::tuple(nn::causal_top_left);
  else return std::tuple(nn::causal_bottom_right);
}

/// f(masks, options...) of a case, over masks that live as long as the call.
template <attention_case C, class F>
void with_options(const reference::index& scores, draw& now, const F& f) {
  mask_values masks[2];
  const auto drawn = [&]<int Which>(std::integral_constant<int, Which>) {
    if constexpr (C.masks[Which] == mask::none) {
      return std::tuple<>{};
    } else {
      auto x = drawn_mask<C, Which>(scores, now);
      constexpr mask kind = C.masks[Which];
      masks[Which] = {kind, seen(x), places_of<C, Which>.data()};
      return std::tuple(std::move(x));
    }
  };
  const auto first = drawn(std::integral_constant<int, 0>{});
  const auto second = drawn(std::integral_constant<int, 1>{});
  const auto one = std::apply([](const auto&... x) { return std::tuple(mask_option<C, 0>(x)...); }, first);
  const auto other = std::apply([](const auto&... x) { return std::tuple(mask_option<C, 1>(x)...); }, second);
  const auto call = [&](const auto&... options) { f(masks, options...); };
  if constexpr (C.causal == causality::square) std::apply(call, std::tuple_cat(one, causal_option<C>(), other));
  else if constexpr (C.causal == causality::top_left) std::apply(call, std::tuple_cat(causal_option<C>(), one, other));
  else std::apply(call, std::tuple_cat(one, other, causal_option<C>()));
}

/// The bits of x, and NaN for whatever else could be read: nothing hidden may show.
template <class X>
void poison(X& x, std::size_t keys_at, const std::vector<bool>& hidden, draw& now) {
  constexpr float poisons[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e10f, -1e30f};
  reference::each_index(extents_of(x), [&](const reference::index& at) {
    if (!hidden[static_cast<std::size_t>(at[keys_at])]) return;
    long place = reference::offset(extents_of(x), at);
    x.data()[place] = static_cast<typename X::value_type>(poisons[now.below(4)]);
  });
}

template <std::uint64_t Seed, form Module>
void check_attention(draw now) {
  constexpr attention_case c = drawn_attention(Seed, Module);
  using T = number<c>;
  using query_type = typename tenon::tensor_of<T, c.input(c.queries, c.width)>::type;
  using key_type = typename tenon::tensor_of<T, c.input(c.keys, c.key_width)>::type;
  using value_type = typename tenon::tensor_of<T, c.input(c.keys, c.value_width)>::type;
  // Extents that agree.
  reference::index query_extents = drawn_extents(query_type::axes, now), key_extents = query_extents;
  if (!c.self) {
    const std::size_t rows = key_extents.size() - 2;
    key_extents[rows] = c.keys.bounded() ? drawn_extent(now, c.keys.extent) : c.keys.extent;
    key_extents.back() = c.key_width;
  }
  reference::index scores(query_extents.begin(), query_extents.end() - 2);
  if constexpr (Module == form::multi_head) scores.push_back(c.heads);
  scores.push_back(query_extents[query_extents.size() - 2]);
  scores.push_back(key_extents[key_extents.size() - 2]);
  INFO(text_of(c) << ", scores " << listed(scores));
  auto query = drawn_like<query_type>(query_extents, now);
  auto key = drawn_like<key_type>(key_extents, now);
  auto value = drawn_like<value_type>(key_extents, now);
  const auto with_inputs = [&](const auto& call, const auto&... options) {
    if constexpr (Module == form::dot_product) {
      if constexpr (c.self) return call(query, query, query, options...);
      else return call(query, key, value, options...);
    } else {
      if constexpr (c.self) return call(query, options...);
      else if constexpr (c.own_widths) return call(query, key, value, options...);
      else return call(query, key, options...);
    }
  };
  const auto& key_used = [&]() -> const auto& {
    if constexpr (c.self) return query;
    else return key;
  }();
  const auto& value_used = [&]() -> const auto& {
    if constexpr (c.self) return query;
    else if constexpr (Module != form::dot_product && !c.own_widths) return key;
    else return value;
  }();
  with_module<c>(now, [&](const auto& m) {
    with_options<c>(scores, now, [&](const mask_values (&masks)[2], const auto&... options) {
      const array shown = visible(c, scores, masks);
      const attended wanted = wanted_of<c>(m, seen(query), seen(key_used), seen(value_used), shown, masks);
      const double share = c.of_double ? 1e-12 : 1e-5, bound = share * largest_size(wanted.output);
      on_each_instruction_set([&] {
        const auto call = [&](const auto&... arguments) { return m(arguments...); };
        const auto [output, weights] = with_inputs(call, options..., nn::with_weights);
        CHECK(difference(output, wanted.output, bound) == "");
        CHECK(difference(weights, wanted.weights, share) == "");
        const auto plain = with_inputs(call, options...);
        CHECK(same_bits(plain, output));
        constexpr int other = draw(follow(Seed, 31)).below(4);
        if constexpr (!c.of_double && other != 3) {
          // Into memory of the caller's, on an executor of every temper.
          using Output = std::remove_cvref_t<decltype(plain)>;
          using Weights = typename tenon::tensor_of<T, c.scores()>::type;
          auto out = std::make_unique<Output>();
          auto into = std::make_unique<Weights>();
          const auto forward = [&](auto& executor) {
            if constexpr (Module == form::dot_product) {
              with_inputs([&](const auto& a, const auto& b, const auto& v,
                              const auto&... o) { m.forward(a, b, v, *out, o...); },
                          options..., nn::on(executor), nn::weights_into(*into));
            } else if constexpr (c.self) {
              static nn::workspace<std::remove_cvref_t<decltype(m)>, query_type> memory;
              m.forward(query, *out, memory, options..., nn::on(executor), nn::weights_into(*into));
            } else if constexpr (c.own_widths) {
              static nn::workspace<std::remove_cvref_t<decltype(m)>, query_type, key_type, value_type> memory;
              m.forward(query, key, value, *out, memory, options..., nn::on(executor), nn::weights_into(*into));
            } else {
              static nn::workspace<std::remove_cvref_t<decltype(m)>, query_type, key_type> memory;
              m.forward(query, key, *out, memory, options..., nn::on(executor), nn::weights_into(*into));
            }
            CHECK(same_bits(*out, output));
            CHECK(difference(*into, wanted.weights, share) == "");
          };
          if constexpr (other == 0) {
            backwards executor;
            forward(executor);
          } else if constexpr (other == 1) {
            fickle executor{draw(now.bits())};
            forward(executor);
          } else {
            some_threads executor{now.between(1, 5)};
            forward(executor);
          }
        } else if constexpr (!c.of_double && Module != form::dot_product) {
          const auto composed = m.composed(query, key_used, value_used, options...);
          CHECK(difference(composed.output, wanted.output, bound) == "");
          CHECK(difference(composed.weights, wanted.weights, share) == "");
        }
        // What is hidden from every query has no influence, whatever it is.
        if constexpr (!c.self) {
          std::vector<bool> hidden(static_cast<std::size_t>(scores.back()), true);
          reference::each_index(scores, [&](const reference::index& at) {
            if (reference::element(shown, at) != 0) hidden[static_cast<std::size_t>(at.back())] = false;
          });
          const std::size_t keys_at = key_extents.size() - 2;
          const auto before_key = key;
          const auto before_value = value;
          draw poisons(now.bits());
          poison(key, keys_at, hidden, poisons);
          poison(value, keys_at, hidden, poisons);
          CHECK(same_bits(with_inputs(call, options...), output));
          key = before_key;
          value = before_value;
        }
      });
    });
  });
}

}  // namespace

TEST_CASE("multi-head attention, called in every way, equals plain loops", "[properties]") {
  each_case<30, (TENON_PROPERTY_CASES + 1) / 2>([]<std::uint64_t Seed>(draw now) { check_attention<Seed, form::multi_head>(now); });
}

TEST_CASE("single-head attention, called in every way, equals plain loops", "[properties]") {
  each_case<31, (TENON_PROPERTY_CASES + 1) / 4>([]<std::uint64_t Seed>(draw now) { check_attention<Seed, form::single_head>(now); });
}

TEST_CASE("scaled dot-product attention, called in every way, equals plain loops", "[properties]") {
  each_case<32, (TENON_PROPERTY_CASES + 1) / 2>([]<std::uint64_t Seed>(draw now) { check_attention<Seed, form::dot_product>(now); });
}
