// forward(x, out, workspace): the operands that it refuses.
#include <tenon/tenon.hpp>

using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2};
using attention_t = nn::multi_head_attention<float, d_model, heads>;
using input_t = tensor<float, seq, d_model>;
using wide_t = tensor<float, seq, d_ff>;
using turned_t = tensor<float, d_model, seq>;

extern const wide_t wide_input;
extern wide_t wide;
extern turned_t turned;
extern nn::workspace<attention_t, wide_t> other_memory;
extern decltype(transpose<0, 1>(turned)) turned_view;

void forwards(const attention_t& attention, const input_t& input, input_t& output) {
  nn::workspace<attention_t, input_t> memory;
  attention.forward(input, wide, memory);  //~ forward: the output is [seq=3, d_model=8], not [seq=3, d_ff=32]
  //= attention.forward(input, output, memory);
  attention.forward(wide_input, output, other_memory);
  //~ multi_head_attention: [seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8
  //= attention.forward(input, output, memory);
  attention.forward(input, output);  //~ forward: give x, out and an nn::workspace<M, X>, then options such as nn::causal
  //= attention.forward(input, output, memory);
  attention.forward(input, turned_view, memory);
  //~ forward: an operand is not contiguous, did you mean contiguous(x)?
  //= attention.forward(input, output, memory);
}
