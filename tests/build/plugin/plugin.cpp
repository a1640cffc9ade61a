// A plugin with much of Tenon in it: kernels, threads, refusals, printing, and what is written for people.
#include <tenon/inspect/heatmap.hpp>
#include <tenon/inspect/summary.hpp>
#include <tenon/interop/span.hpp>
#include <tenon/tenon.hpp>
#include <tenon/threads/pool.hpp>

#include <sstream>

using namespace tenon;

constexpr axis seq{"seq", 3}, tokens{"tokens", at_most{8}}, heads{"heads", 2}, d_model{"d_model", 16};

/// How many of its parts did what they should.
extern "C" int run_everything() {
  int good = 0;
  const nn::multi_head_attention<float, d_model, heads> attention{};
  const tensor<float, seq, d_model> x{};
  threads::pool pool(2);
  good += attention(x, nn::causal, nn::on(pool))(2, 15) == attention(x)(0, 0);
  const tensor<float, tokens, d_model> few(extents{5});
  good += attention(few).extent(0) == 5;
  try {
    good += (few + tensor<float, tokens, d_model>(extents{3})).extent(0) == 0;
  } catch (const shape_mismatch&) {
    ++good;
  }
  std::ostringstream out;
  out << summary(attention, x) << x << few.shape();
  inspect::heatmap_text(out, softmax<d_model>(x), {.style = inspect::terminal_style::colours});
  inspect::heatmap_html(out, einsum<"ij,kj->ik">(x, rename<seq, prime(seq)>(x)), {"cat", "eats", "\u9c7c"});
  good += out.str().size() > 100;
  return good;
}
