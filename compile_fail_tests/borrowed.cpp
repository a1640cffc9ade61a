// Weights in memory of the user's: panel views, pack_panels, and modules that borrow their parameters.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis in{"in", 3}, out{"out", 19}, d_model{"d_model", 8}, heads{"heads", 2}, tokens{"tokens", at_most{512}};
using borrower = nn::linear<float, in, out, nn::borrowed>;
const float panels[96] = {}, rows[57] = {}, too_few[95] = {}, bias[19] = {}, other_bias[8] = {};
float memory[96];
tensor<float, out, in> w;
tensor<float, out> b;
nn::linear<float, in, out> owner;
nn::linear<float, d_model, d_model> square;
panel_view<float, out, in> window(memory);

void panel_views() {
  panel_view<const float, out, in> short_memory(too_few);
  //~ panel_view: 95 elements are not the 96 that [out=19, in=3] takes in panels
  //= panel_view<const float, out, in> short_memory(panels);
  panel_view<const float, out, in> of_rows(rows);
  //~ panel_view: 57 elements are not the 96 that [out=19, in=3] takes in panels, did you mean pack_panels(memory, w)?
  //= auto of_rows = pack_panels(memory, packed_view<const float, out, in>(rows));
  panel_view<const float, out, in> of_a_tensor(w);
  //~ panel_view: [out=19, in=3] lies row by row, not in panels, did you mean pack_panels(memory, w)?
  //= panel_view<const float, out, in> of_a_tensor = pack_panels(memory, w);
  panel_view<const float, out, in> flipped = panel_tensor<float, in, out>{};
  //~ panel_view: [in=3, out=19] is not [out=19, in=3]: in=3 is not out=19
  //= panel_view<const float, out, in> flipped = owner.weight;
  panel_view<const float, 19, 3> nameless = owner.weight;
  //~ panel_view: [out=19, in=3] is not [19, 3]: the name out would be lost
  //= panel_view<const float, out, in> nameless = owner.weight;
  panel_view<const float, out, in> of_a_temporary = panel_tensor<float, out, in>{};
  //~ panel_view: a temporary is gone before what refers to it, give it a name
  //= panel_view<const float, out, in> of_a_temporary = owner.weight;
  panel_view<float, out, in> writes_constants(panels);
  //~ panel_view: what may only be read is not written through [out=19, in=3], did you mean panel_view<const ...>?
  //= panel_view<float, out, in> writes_constants(memory);
  panel_view<const bfloat16, out, in> other_elements(panels);
  //~ panel_view: elements of float are no elements of bfloat16
  //= panel_view<const float, out, in> other_elements(panels);
  panel_view<const float, out, in> of_nothing;
  //~ panel_view: give the memory where the panels lie, or a weight in panels
  //= panel_view<const float, out, in> of_nothing(panels);
  panel_view<const float, out, in> of_a_number(96);
  //~ panel_view: give the memory where the panels lie, or a weight in panels
  //= panel_view<const float, out, in> of_a_number(panels + 0);
  window = w;  //~ panel_view: it is not assigned to, did you mean pack_panels(memory, w)?
  //= pack_panels(memory, w);
  auto saved = nn::linear<float, in, out>{}.weight.panels();
  //~ panels: a temporary is gone before what refers to it, give it a name
  //= auto saved = owner.weight.panels();
}

void pack() {
  auto short_memory = pack_panels(b, w);  //~ pack_panels: give memory and a weight, as in pack_panels(memory, w)
  //= auto short_memory = pack_panels(memory, w);
  auto constants = pack_panels(panels, w);  //~ pack_panels: the memory for [out=19, in=3] may only be read
  //= auto constants = pack_panels(memory, w);
  float few[57] = {};
  auto unpadded = pack_panels(few, w);
  //~ pack_panels: 57 elements are not the 96 that [out=19, in=3] takes in panels
  //= auto unpadded = pack_panels(memory, w);
  auto vector = pack_panels(memory, b);  //~ pack_panels: [out=19] is no weight [out, in]
  //= auto vector = pack_panels(memory, w);
  auto bounded = pack_panels(memory, tensor<float, tokens, in>{});
  //~ pack_panels: tokens<=512 of [tokens<=512, in=3] is bounded, its extent must be known
  //= auto bounded = pack_panels(memory, tensor<float, axis{"tokens", 32}, in>{});
}

void linear_maps() {
  borrower of_nothing;  //~ linear: its parameters are borrowed, give each, as in linear({.weight = w, .bias = b})
  //= borrower of_nothing({.weight = in_panels(panels), .bias = bias});
  borrower of_a_weight(in_panels(panels));
  //~ linear: its parameters are borrowed, give each, as in linear({.weight = w, .bias = b})
  //= nn::linear<float, in, out, nn::borrowed, nn::no_bias> of_a_weight(in_panels(panels));
  borrower without_names(in_panels(panels), bias);
  //~ linear: arguments are worked out in any order, did you mean linear({.weight = w, .bias = b}), where they have names?
  //= borrower without_names({.weight = in_panels(panels), .bias = bias});
  borrower of_rows({.weight = w, .bias = bias});
  //~ panel_view: [out=19, in=3] lies row by row, not in panels, did you mean pack_panels(memory, w)?
  //= borrower of_rows({.weight = pack_panels(memory, w), .bias = bias});
  borrower other_size({.weight = in_panels(panels), .bias = other_bias});
  //~ packed_view: 8 elements are not the 19 of [out=19]
  //= borrower other_size({.weight = in_panels(panels), .bias = bias});
  borrower of_a_temporary({.weight = owner.weight, .bias = tensor<float, out>{}});
  //~ packed_view: a temporary is gone before what refers to it, give it a name
  //= borrower of_a_temporary({.weight = owner.weight, .bias = owner.bias});
  nn::linear<float, in, out, nn::borrowed, nn::no_bias> with_a_bias(in_panels(panels), bias);
  //~ linear: it has no bias, give a weight, as in linear(w)
  //= nn::linear<float, in, out, nn::borrowed> with_a_bias({.weight = in_panels(panels), .bias = bias});
  nn::linear<float, in, out> owns(in_panels(panels), bias);
  //~ linear: it owns its parameters, assign them, or say nn::borrowed in its type
  //= nn::linear<float, in, out, nn::borrowed> owns({.weight = in_panels(panels), .bias = bias});
}

using borrowing_attention = nn::multi_head_attention<float, d_model, heads, nn::borrowed>;

void attention() {
  borrowing_attention of_nothing;
  //~ multi_head_attention: its parameters are borrowed, give each, as in multi_head_attention({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}, .W_o = {w, b}})
  //= nn::multi_head_attention<float, d_model, heads> of_nothing;
  borrowing_attention without_names({square.weight, square.bias}, {square.weight, square.bias}, {square.weight, square.bias}, {square.weight, square.bias});
  //~ multi_head_attention: its parameters are borrowed, give each, as in multi_head_attention({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}, .W_o = {w, b}})
  //= borrowing_attention without_names({.W_q = {square.weight, square.bias}, .W_k = {square.weight, square.bias}, .W_v = {square.weight, square.bias}, .W_o = {square.weight, square.bias}});
  nn::single_head_attention<float, d_model, d_model, nn::borrowed> of_another(nn::single_head_attention<float, d_model>{});
  //~ single_head_attention: its parameters are borrowed, give each, as in single_head_attention({.W_q = {w, b}, .W_k = {w, b}, .W_v = {w, b}})
  //= nn::single_head_attention<float, d_model> of_another(nn::single_head_attention<float, d_model>{});
}

static constexpr float three[3] = {};

void arrays() {
  packed_view<const float, out> few(three);  //~ packed_view: 3 elements are not the 19 of [out=19]
  //= packed_view<const float, axis{"out", 3}> few(three);
}
