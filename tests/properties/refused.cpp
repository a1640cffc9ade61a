// Extents that show at run time and do not fit raise shape_mismatch before anything is written.
#include <tenon/nn/embedding.hpp>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/assign.hpp>
#include <tenon/ops/bounds.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/concat.hpp>
#include <tenon/ops/einsum.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/softmax.hpp>
#include <tenon/ops/reduce.hpp>
#include <tenon/ops/where.hpp>

#include "generated.hpp"

using namespace properties;
namespace nn = tenon::nn;

namespace {

/// Whether f() raises a shape_mismatch with a sentence that begins so.
template <class F>
bool is_refused(const std::string& operation, const F& f) {
  try {
    f();
  } catch (const tenon::shape_mismatch& refused) {
    return std::string(refused.what()).compare(0, operation.size() + 2, operation + ": ") == 0;
  } catch (...) {
  }
  return false;
}

/// A generated shape with at least one bounded axis of more than one place.
constexpr tenon::shape bounded_shape(std::uint64_t seed) {
  draw d(seed);
  tenon::shape result = drawn_shape(d, {.least_rank = 1, .most_rank = 4, .most_extent = 6, .may_be_bounded = true});
  axis& a = result[d.below(result.rank)];
  const axis wider(tenon::at_most{a.extent + 2});
  a = tenon::canonical(a.named() ? tenon::renamed(wider, a) : wider);
  return result;
}

/// Other extents: one bounded axis differs.
reference::index other_extents(const tenon::shape& axes, reference::index extents, draw& now) {
  while (true) {
    const int i = now.below(axes.rank);
    if (!axes[i].bounded() || axes[i].extent < 2) continue;
    long& extent = extents[static_cast<std::size_t>(i)];
    const long before = extent;
    while (extent == before) extent = now.below(static_cast<int>(axes[i].extent) + 1);
    return extents;
  }
}

}  // namespace

TEST_CASE("extents beyond a bound are refused where a tensor or view is made", "[properties]") {
  each_case<50>([]<std::uint64_t Seed>(draw now) {
    constexpr tenon::shape axes = bounded_shape(follow(Seed, 1));
    using X = typename tenon::tensor_of<float, axes>::type;
    reference::index extents = drawn_extents(axes, now);
    CHECK(extents_of(with_extents<X>(extents)) == extents);
    int at = now.below(axes.rank);
    while (!axes[at].bounded()) at = (at + 1) % axes.rank;
    for (const long wrong : {axes[at].extent + 1, axes[at].extent * 1000003, index_t{-1}, std::numeric_limits<index_t>::max(),
                             std::numeric_limits<index_t>::min()}) {
      extents[static_cast<std::size_t>(at)] = wrong;
      CHECK(is_refused("extents", [&] { static_cast<void>(with_extents<X>(extents)); }));
    }
  });
}

TEST_CASE("operands whose extents differ at run time are refused, and what was to be written is unchanged", "[properties]") {
  each_case<51>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(3), std::tuple<float, int, double>>;
    constexpr tenon::shape axes = bounded_shape(follow(Seed, 1));
    using X = typename tenon::tensor_of<T, axes>::type;
    const reference::index extents = drawn_extents(axes, now), others = other_extents(axes, extents, now);
    auto x = drawn_like<X>(extents, now);
    const auto y = drawn_like<X>(others, now);
    const auto turned = relaid_copy(y);
    const array before = seen(x);
    using mask = typename tenon::tensor_of<bool, axes>::type;
    CHECK(is_refused("add", [&] { static_cast<void>(x + turned); }));
    CHECK(is_refused("less", [&] { static_cast<void>(tenon::less(x, y)); }));
    CHECK(is_refused("where", [&] { static_cast<void>(tenon::where(drawn_like<mask>(others, now), x, x)); }));
    CHECK(is_refused("where", [&] { static_cast<void>(tenon::where(drawn_like<mask>(extents, now), x, y)); }));
    CHECK(is_refused("assign", [&] { tenon::assign(x, turned); }));
    CHECK(is_refused("add in place", [&] { x += y; }));
    CHECK(is_refused("divide in place", [&] { tenon::unnamed(x) /= tenon::unnamed(turned); }));
    CHECK(is_refused("compare", [&] { static_cast<void>(x == y); }));
    CHECK(is_refused("stack", [&] { static_cast<void>(tenon::stack<axis(2)>(x, y)); }));
    CHECK(difference(x, before) == "");
    // A tensor takes the extents of what is assigned to it.
    x = y;
    CHECK(difference(x, seen(y)) == "");
  });
}

TEST_CASE("products and attention refuse extents that differ at run time, and leave their outputs alone", "[properties]") {
  constexpr axis text{"text", tenon::at_most{3}}, tokens{"tokens", tenon::at_most{9}}, src{"src", tenon::at_most{7}},
      d_model{"d_model", 8}, heads{"heads", 2}, vocab{"vocab", 5};
  using module = nn::multi_head_attention<float, d_model, heads>;
  using input = tenon::tensor<float, text, tokens, d_model>;
  using memory_input = tenon::tensor<float, text, src, d_model>;
  static nn::workspace<module, input, memory_input> scratch;
  tenon::random::generator source{7};
  const module m(source);
  nn::embedding<float, vocab, d_model> table(source);
  for (int round = 0; round < 4 * rounds(); ++round) {
    draw now(follow(follow(TENON_PROPERTY_SEED, 52), static_cast<std::uint64_t>(round)));
    INFO("round " << round << " of seed " << TENON_PROPERTY_SEED);
    const long texts = now.between(1, 3), queries = now.between(1, 9), keys = now.between(1, 7);
    const auto wrong = [&](long right, int most) {
      long other = right;
      while (other == right) other = now.between(0, most);
      return other;
    };
    const auto x = drawn_like<input>({texts, queries, 8}, now);
    const auto memory = drawn_like<memory_input>({texts, keys, 8}, now);
    const auto other_batch = drawn_like<memory_input>({wrong(texts, 3), keys, 8}, now);
    const auto other_keys = drawn_like<memory_input>({texts, wrong(keys, 7), 8}, now);
    auto out = drawn_like<input>({texts, queries, 8}, now);
    const array before = seen(out);
    using weights = tenon::tensor<float, text, heads, tokens, src>;
    auto into = drawn_like<weights>({texts, 2, queries, keys}, now);
    const array weights_before = seen(into);
    const auto m_refuses = [&](const auto&... inputs) {
      return is_refused("multi_head_attention", [&] { static_cast<void>(m(inputs...)); }) &&
             is_refused("multi_head_attention", [&] { static_cast<void>(m(inputs..., nn::with_weights)); });
    };
    CHECK(m_refuses(x, other_batch));
    CHECK(m_refuses(x, memory, other_keys));
    CHECK(m_refuses(x, other_keys, memory));
    const tenon::tensor<bool, src> short_mask(tenon::extents{wrong(keys, 7)}, [](index_t) { return true; });
    CHECK(m_refuses(x, memory, nn::keep(short_mask)));
    const tenon::tensor<float, tokens, src> tall_bias(tenon::extents{wrong(queries, 9), keys});
    CHECK(m_refuses(x, memory, nn::score_bias(tall_bias)));
    CHECK(is_refused("multi_head_attention", [&] { m.forward(x, other_batch, out, scratch, nn::weights_into(into)); }));
    CHECK(is_refused("multi_head_attention", [&] { m.forward(x, memory, out, scratch, nn::keep(short_mask)); }));
    CHECK(is_refused("multi_head_attention",
                     [&] { m.forward(x, memory, out, scratch, nn::weights_into(into), nn::score_bias(tall_bias)); }));
    CHECK(is_refused("matmul", [&] { static_cast<void>(tenon::matmul(x, tenon::transpose<src, d_model>(other_batch))); }));
    CHECK(is_refused("einsum", [&] { static_cast<void>(tenon::einsum<"bqd,bkd->bqk">(x, other_batch)); }));
    CHECK(is_refused("einsum", [&] { static_cast<void>(tenon::einsum<"bkd,bkd->bd">(memory, other_keys)); }));
    // Views of outputs keep their extents.
    auto rows = tenon::slice<tokens>(out, 0, queries - 1);
    if (texts == 1) CHECK(is_refused("forward", [&] { m.forward(x, memory, rows, scratch); }));
    auto one_text = tenon::row(out, 0);
    CHECK(is_refused("forward", [&] { m.W_q.forward(tenon::row(x, 0), tenon::slice<tokens>(one_text, 0, queries - 1)); }));
    tenon::tensor<int, tokens> ids(tenon::extents{queries});
    for (int& id : ids) id = now.below(5);
    ids(now.below(static_cast<int>(queries))) = now.one_in(2) ? -1 : 5;
    CHECK(is_out_of_range([&] { table.forward(ids, one_text); }));
    CHECK(is_out_of_range([&] { static_cast<void>(table(ids)); }));
    // Nothing was written by all of these.
    CHECK(difference(out, before) == "");
    CHECK(difference(into, weights_before) == "");
    // No elements to reduce.
    const tenon::tensor<float, tokens, d_model> none(tenon::extents{0});
    CHECK(is_refused("softmax", [&] { static_cast<void>(tenon::softmax<tokens>(none)); }));
    CHECK(is_refused("mean", [&] { static_cast<void>(tenon::mean(none)); }));
    CHECK(is_refused("max", [&] { static_cast<void>(tenon::max<tokens>(none)); }));
    constexpr axis five{"tokens", 5};
    const tenon::tensor<float, tokens, d_model> some(tenon::extents{queries});
    CHECK(is_refused("fix", [&] { static_cast<void>(tenon::fix<five>(some)); }) == (queries != 5));
  }
}
