// forward(x, out, workspace): the operands that it refuses.
#include <tenon/tenon.hpp>

using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2}, vocab{"vocab", 10};
constexpr axis wide_head{"wide", 520};
using attention_t = nn::multi_head_attention<float, d_model, heads>;
using single_t = nn::single_head_attention<float, d_model>;
using input_t = tensor<float, seq, d_model>;
using wide_t = tensor<float, seq, d_ff>;
using turned_t = tensor<float, d_model, seq>;
using weights_t = tensor<float, heads, seq, prime(seq)>;
using precise_t = tensor<double, seq, d_model>;
using wide_head_t = tensor<float, seq, wide_head>;

extern const wide_t wide_input;
extern wide_t wide;
extern turned_t turned;
extern decltype(transpose<0, 1>(turned)) turned_view;
extern precise_t precise;
extern const input_t constant;
extern wide_head_t wide_heads;
extern nn::workspace<single_t, input_t> memory_of_another;
extern nn::linear<float, d_model, d_ff> up;
extern nn::embedding<float, vocab, d_model> table;
extern tensor<int, seq> ids;

void outputs(const attention_t& attention, const input_t& input, input_t& output) {
  nn::workspace<attention_t, tensor<float, 5, seq, d_model>> memory;
  attention.forward(input, wide, memory);  //~ forward: the output is [seq=3, d_model=8], not [seq=3, d_ff=32]
  //= attention.forward(input, output, memory);
  attention.forward(wide_input, output, memory);
  //~ multi_head_attention: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= attention.forward(input, output, memory);
  attention.forward(input, output);  //~ forward: give x, out and an nn::workspace<M, X>, then options such as nn::causal
  //= attention.forward(input, output, memory);
  attention.forward(input, turned_view, memory);
  //~ forward: an operand is not contiguous, did you mean contiguous(x)?
  //= attention.forward(input, output, memory);
  attention.forward(input, precise, memory);
  //~ forward: the elements of the output [seq=3, d_model=8] are double, those of the result float
  //= attention.forward(input, output, memory);
  attention.forward(input, constant, memory);  //~ forward: the output [seq=3, d_model=8] can only be read
  //= attention.forward(input, output, memory);
  attention.forward(input, input_t(), memory);  //~ forward: the output [seq=3, d_model=8] is a temporary
  //= attention.forward(input, packed_view<float, seq, d_model>(output.data()), memory);
  attention.forward(input, 1.0F, memory);  //~ forward: the output is no tensor
  //= attention.forward(input, output, memory);
}

void options(const attention_t& attention, const input_t& input, input_t& output, weights_t& weights,
             const tensor<double, seq, prime(seq)>& bias) {
  nn::workspace<attention_t, input_t> memory;
  attention.forward(input, output, memory, nn::with_weights);
  //~ forward: with_weights returns the weights, did you mean weights_into(w)?
  //= attention.forward(input, output, memory, nn::weights_into(weights));
  tensor<float, heads, seq, src> of_memory;
  attention.forward(input, output, memory, nn::weights_into(of_memory));
  //~ forward: the weights are [heads=2, seq=3, seq'=3], not [heads=2, seq=3, src=3]
  //= attention.forward(input, output, memory, nn::weights_into(weights));
  attention.forward(input, output, memory, nn::score_bias(bias));
  //~ forward: kernels take a score_bias of float, not of double
  //= attention.forward(input, output, memory, nn::score_bias(cast<float>(bias)));
  auto target = nn::weights_into(weights_t());
  //~ weights_into: give one tensor that has a name, as in weights_into(weights)
  //= auto target = nn::weights_into(weights);
}

void memories(const single_t& single, const attention_t& attention, const input_t& input, input_t& output,
              tensor<float, 5, seq, d_model>& outputs) {
  const tensor<float, 5, seq, d_model> inputs;
  single.forward(inputs, outputs, memory_of_another);  //~ forward: the workspace has 288 bytes, the call needs 1440
  //= nn::workspace<single_t, tensor<float, 5, seq, d_model>> memory; single.forward(inputs, outputs, memory);
  attention.forward(input, output, 1);  //~ forward: give x, out and an nn::workspace<M, X>, then options such as nn::causal
  //= attention.forward(input, output, memory_of_another);
}

void kernels_only(const nn::multi_head_attention<double, d_model, heads>& attention) {
  nn::workspace<attention_t, input_t> memory;
  attention.forward(precise, precise, memory);  //~ forward: kernels take float, not double
  //= auto output = attention(precise);
  nn::scaled_dot_product_attention.forward(wide_heads, wide_heads, wide_heads, wide_heads);
  //~ forward: kernels take heads of at most 512, not wide=520
  //= auto of_wide_heads = nn::scaled_dot_product_attention(wide_heads, wide_heads, wide_heads);
}

void without_workspace(const input_t& input, input_t& output) {
  up.forward(input, output);  //~ forward: the output is [seq=3, d_ff=32], not [seq=3, d_model=8]
  //= up.forward(input, wide);
  up.forward(wide_input, wide);  //~ linear: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= up.forward(input, wide);
  up.forward(transpose<0, 1>(turned), wide);  //~ forward: an operand is not contiguous, did you mean contiguous(x)?
  //= up.forward(contiguous(transpose<0, 1>(turned)), wide);
  up.forward(input);  //~ forward: give x and out, as in linear.forward(x, out), then a workspace or nn::on(executor)
  //= up.forward(input, wide);
  table.forward(ids, turned);  //~ forward: the output is [seq=3, d_model=8], not [d_model=8, seq=3]
  //= table.forward(ids, output);
  table.forward(input, output);  //~ embedding: ids are integers, those of [seq=3, d_model=8] are float
  //= table.forward(ids, output);
  table.forward(ids);  //~ forward: give ids and out, as in embedding.forward(ids, out)
  //= table.forward(ids, output);
  nn::scaled_dot_product_attention.forward(input, input, input, wide);
  //~ forward: the output is [seq=3, d_model=8], not [seq=3, d_ff=32]
  //= nn::scaled_dot_product_attention.forward(input, input, input, output);
  nn::scaled_dot_product_attention.forward(input, input, output);
  //~ forward: give query, key, value and out, then options such as nn::causal
  //= nn::scaled_dot_product_attention.forward(input, input, input, output);
}

void workspaces() {
  constexpr index_t of_no_input = nn::workspace_bytes<attention_t>;
  //~ workspace: give a module and the types of its inputs, as in nn::workspace<encoder, input>
  //= constexpr index_t of_no_input = nn::workspace_bytes<attention_t, input_t>;
  nn::workspace<input_t, input_t> of_no_module;
  //~ workspace: give a module and the types of its inputs, as in nn::workspace<encoder, input>
  //= nn::workspace<attention_t, input_t> of_no_module;
  nn::workspace<attention_t, tensor<float, d_model>> of_one_token;
  //~ multi_head_attention: [d_model=8] has no two axes to be tokens and d_model=8
  //= nn::workspace<attention_t, tensor<float, 1, d_model>> of_one_token;
  nn::workspace<attention_t, wide_t> of_others;
  //~ multi_head_attention: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= nn::workspace<attention_t, input_t> of_others;
  nn::workspace<single_t, input_t, wide_t> of_a_memory;
  //~ single_head_attention: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= nn::workspace<single_t, input_t, input_t> of_a_memory;
  nn::workspace<decltype(up), wide_t> of_a_map;
  //~ linear: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= nn::workspace<decltype(up), input_t> of_a_map;
  nn::workspace<decltype(table), input_t> of_a_table;
  //~ embedding: ids are integers, those of [seq=3, d_model=8] are float
  //= nn::workspace<decltype(table), tensor<int, seq>> of_a_table;
}

void executors(const attention_t& attention, const input_t& input, kernels::serial& executor,
               const kernels::dealt_call<kernels::serial>& constant_executor) {
  auto a_number = attention(input, nn::on(2));
  //~ on: give an executor that has a name, is not const, and has width() and for_each(count, f), such as a threads::pool
  //= auto a_number = attention(input, nn::on(executor));
  auto a_temporary = attention(input, nn::on(kernels::serial{}));
  //~ on: give an executor that has a name, is not const, and has width() and for_each(count, f), such as a threads::pool
  //= auto a_temporary = attention(input, nn::on(constant_executor));
  auto two = attention(input, nn::on(executor), nn::on(executor));
  //~ multi_head_attention: two executors, give one nn::on(executor)
  //= auto two = attention(input, nn::on(executor));
  auto weights_twice = attention(input, nn::with_weights, nn::with_weights);
  //~ multi_head_attention: the weights are asked for twice
  //= auto weights_twice = attention(input, nn::with_weights);
  auto mapped = up(input, nn::on(executor), nn::on(executor));
  //~ linear: two executors, give one nn::on(executor)
  //= auto mapped = up(input, nn::on(executor));
  up.forward(input, wide, nn::on(executor), nn::on(executor));  //~ linear: two executors, give one nn::on(executor)
  //= up.forward(input, wide, nn::on(executor));
}

constexpr axis endless{"endless", at_most{index_t{1} << 57}}, at_most_nine{"few", at_most{9}};
using endless_view = packed_view<const float, endless, axis{"d_model", 8}>;
using nine_view = packed_view<const float, at_most_nine, axis{"d_model", 8}>;
using eight_wide = nn::single_head_attention<float, axis{"d_model", 8}>;

void bytes_that_overflow() {
  auto bytes = nn::workspace_bytes<eight_wide, endless_view>;
  //~ workspace: inputs [endless<=144115188075855872, d_model=8] need more bytes than can be counted
  //= auto bytes = nn::workspace_bytes<eight_wide, nine_view>;
}
