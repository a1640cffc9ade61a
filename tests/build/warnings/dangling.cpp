// What refers to elements that are gone: clang warns on the marked lines. Of a view of a view, and of a span of an array, it does
// not know.
#include <tenon/interop/span.hpp>
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 4}, all{"all", 24};
constexpr axis tokens{"tokens", at_most{16}}, window{"window", 2};
using matrix = tensor<float, seq, d_model>;

auto transposed() {
  matrix x([](index_t i, index_t j) { return i * 10 + j; });
  return transpose<seq, d_model>(x);  //!
}
auto permuted(matrix x) { return permute<d_model, seq>(x); }         //!
auto split_up(matrix x) { return split<d_model, heads, d_k>(x); }    //!
auto merged(matrix x) { return merge<seq, d_model, all>(x); }        //!
auto renamed(matrix x) { return rename<seq, keys>(x); }              //!
auto nameless(matrix x) { return unnamed(x); }                       //!
auto wider(matrix x) { return unsqueeze<0>(x); }                     //!
auto narrower(tensor<float, 1, seq> x) { return squeeze<0>(x); }     //!
auto reshaped(matrix x) { return reshape<24>(x); }                   //!
auto stretched(tensor<float, seq> x) { return broadcast_to<2, seq>(x); }  //!
auto first(matrix x) { return row(x, 0); }                           //!
auto part(matrix x) { return slice<seq, 0, 2>(x); }                  //!
auto moving(matrix x, index_t i) { return slice<seq, window>(x, i); }  //!
auto some(tensor<float, tokens> x, index_t n) { return slice<tokens>(x, 0, n); }  //!
auto constant(const matrix x) { return transpose<seq, d_model>(x); }  //!
auto twice(matrix x) { return row(transpose<seq, d_model>(x), 0); }
auto seen(tensor<bool, seq, keys> mask) { return nn::keep(mask); }   //!
auto unseen(tensor<bool, seq, keys> mask) { return nn::ignore(mask); }  //!
auto biased(tensor<float, seq, keys> bias) { return nn::score_bias(bias); }  //!
auto target(tensor<float, seq, keys> weights) { return nn::weights_into(weights); }  //!
const float* elements(matrix x) { return x.data(); }                 //!
float* begins(matrix x) { return x.begin(); }                        //!
auto of_array() {
  float memory[24] = {};
  return packed_view<float, seq, d_model>(memory);  //!
}
auto of_spanned_array() {
  float memory[24] = {};
  return from_span<seq, d_model>(std::span(memory));
}
