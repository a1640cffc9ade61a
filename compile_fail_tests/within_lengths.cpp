// Masks of lengths that say too little, or do not fit.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, src{"src", 5}, d_model{"d_model", 8}, heads{"heads", 2}, tokens{"tokens", at_most{512}},
    fewer{"tokens", at_most{256}};
tensor<index_t, batch> lengths;
tensor<index_t, axis{"batch", 3}> more_lengths;
tensor<float, batch> fractions;
tensor<float, batch, tokens, d_model> x(extents{4});
tensor<float, batch, fewer, d_model> shorter(extents{4});
nn::multi_head_attention<float, d_model, heads> attention;

void masks() {
  auto of_floats = within_lengths<seq>(fractions);
  //~ within_lengths: lengths are integers, those of [batch=2] are float
  //= auto of_floats = within_lengths<seq>(lengths);
  auto how_long = within_lengths<tokens>(lengths);
  //~ within_lengths: tokens<=512 is known at run time, did you mean within_lengths<tokens>(lengths, x)?
  //= auto how_long = within_lengths<tokens>(lengths, x);
  auto no_such_axis = within_lengths<src>(lengths, x);
  //~ within_lengths: no axis src in [batch=2, tokens<=512, d_model=8]
  //= auto no_such_axis = within_lengths<src>(lengths);
  auto other_bound = within_lengths<tokens>(lengths, shorter);
  //~ within_lengths: tokens<=512 is not tokens<=256 in [batch=2, tokens<=256, d_model=8]
  //= auto other_bound = within_lengths<fewer>(lengths, shorter);
  auto other_batch = within_lengths<tokens>(more_lengths, x);
  //~ within_lengths: lengths [batch=3] are not those of [batch=2, tokens<=512, d_model=8]: batch=3 is not batch=2
  //= auto other_batch = within_lengths<tokens>(lengths, x);
  auto a_number = within_lengths<tokens>(lengths, 4);
  //~ within_lengths: give an axis, lengths, and a tensor where the axis is known at run time, as in
  //~ within_lengths<tokens>(lengths, x)
  //= auto a_number = within_lengths<tokens>(lengths, x);
}

void in_attention() {
  auto hides_queries = attention(x, nn::keep(within_lengths<tokens>(lengths, x)));
  //~ multi_head_attention: keep [batch=2, tokens<=512] has no axis of the keys tokens'<=512, did you mean
  //~ rename<tokens, prime(tokens)>(mask)?
  //= auto hides_queries = attention(x, nn::keep(within_lengths<prime(tokens)>(lengths, x)));
}
