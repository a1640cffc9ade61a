// Results that are thrown away: every compiler warns.
#include <vector>

#include <tenon/interop/span.hpp>
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 2}, seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 16}, heads{"heads", 2},
    d_k{"d_k", 4}, vocab{"vocab", 10}, tokens{"tokens", at_most{16}}, five{"tokens", 5}, all{"all", 24};
using matrix = tensor<float, seq, d_model>;

void elementwise(matrix& x, const matrix& y, const tensor<bool, seq, d_model>& mask) {
  x + y;                   //!
  x - 1;                   //!
  2 * x;                   //!
  x / y;                   //!
  -x;                      //!
  exp(x);                  //!
  abs(x);                  //!
  equal(x, y);             //!
  less(x, 0);              //!
  maximum(x, 0);           //!
  minimum(x, y);           //!
  logical_and(mask, mask);  //!
  logical_not(mask);       //!
  where(mask, x, 0);       //!
  cast<double>(x);         //!
  all_close(x, y);         //!
}

void along_axes(const matrix& x) {
  softmax<d_model>(x);         //!
  normalize<d_model>(x);       //!
  cumulative_sum<seq>(x);      //!
  sum<seq>(x);                 //!
  sum(x);                      //!
  mean<-1>(x);                 //!
  max<seq>(x);                 //!
  min(x);                      //!
  argmax<d_model>(x);          //!
  argmin<0>(x);                //!
  norm(x);                     //!
  dot(row(x, 0), row(x, 1));   //!
  outer(row(x, 0), tensor<float, 2>{1, 2});  //!
  matmul(x, tensor<float, d_model, d_ff>{});  //!
  einsum<"s d, s d -> s">(x, x);  //!
}

void shapes(matrix& x, const tensor<float, tokens>& some, const tensor<float, 1, seq>& wide) {
  transpose<seq, d_model>(x);      //!
  permute<d_model, seq>(x);        //!
  split<d_model, heads, d_k>(x);   //!
  merge<seq, d_model, all>(x);     //!
  rename<seq, keys>(x);            //!
  unnamed(x);                      //!
  unsqueeze<0>(x);                 //!
  squeeze<0>(wide);                //!
  reshape<24>(x);                  //!
  broadcast_to<batch, seq, d_model>(x);  //!
  row(x, 0);                       //!
  slice<seq, 0, 2>(x);             //!
  slice<tokens>(some, 0, 1);       //!
  contiguous(x);                   //!
  concat<seq>(x, x);               //!
  stack<batch>(x, x);              //!
  fix<five>(some);                 //!
  transpose<seq, d_model>(x + x);  //!
}

void made(float* data, const tensor<int, batch>& lengths) {
  arange<seq>();                                //!
  within_lengths<seq>(lengths);                 //!
  from_span<seq>(std::span<float, 3>(data, 3));  //!
  prime(seq);                                   //!
}

void members(matrix& x) {
  x.shape();         //!
  x.strides();       //!
  x.extent(0);       //!
  x.size();          //!
  x.data();          //!
  x(0, 0);           //!
  x.at<seq, d_model>(0, 0);  //!
  row(x, 0).size();  //!
}

void modules(const nn::linear<float, d_model, d_ff>& up, const nn::embedding<float, vocab, d_model>& embed,
             const nn::multi_head_attention<float, d_model, heads>& attention, const matrix& x, matrix& out,
             const tensor<index_t, seq>& ids, const tensor<bool, seq, keys>& mask, nn::workspace<nn::multi_head_attention<float, d_model, heads>, matrix>& scratch) {
  up(x);             //!
  embed(ids);        //!
  attention(x);      //!
  attention(x, nn::with_weights);  //!
  nn::scaled_dot_product_attention(x, rename<seq, keys>(x), rename<seq, keys>(x));  //!
  nn::keep(mask);    //!
  nn::ignore(mask);  //!
  nn::parameter_count(up);  //!
  attention.forward(x, out, scratch);
}

void changes(matrix& x, random::generator& source) {
  x += x;
  x *= 2;
  assign(x, 1);
  x(0, 0) = 3;
  source.random32();
}
