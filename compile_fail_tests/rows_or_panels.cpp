// Memory says whether rows or panels lie in it, even where both have as many elements.
#include <tenon/tenon.hpp>

#include <algorithm>
#include <span>
#include <vector>
using namespace tenon;

constexpr axis in{"in", 8}, out{"out", 32};
using borrower = nn::linear<float, in, out, nn::borrowed>;
using half_borrower = nn::linear<float, in, out, nn::borrowed, nn::weights<bfloat16>, nn::no_bias>;
const float plain[256] = {}, bias[32] = {};
const bfloat16 plain_halves[256] = {};
std::vector<float> container(256);
float memory[256];
nn::linear<float, in, out> owner;
nn::linear<float, in, out, nn::weights<bfloat16>> half_owner;

void where_panels_are_read() {
  borrower of_an_array({.weight = plain, .bias = bias});
  //~ linear: the memory of a weight says how it lies, did you mean in_panels(memory), or pack_panels(memory, w) where it lies
  //~ row by row?
  //= borrower of_an_array({.weight = in_panels(plain), .bias = bias});
  borrower of_a_vector({.weight = container, .bias = bias});
  //~ linear: the memory of a weight says how it lies, did you mean in_panels(memory), or pack_panels(memory, w) where it lies
  //~ row by row?
  //= borrower of_a_vector({.weight = in_panels(container), .bias = bias});
  borrower of_an_old_call(plain, bias);
  //~ linear: the memory of a weight says how it lies, did you mean in_panels(memory), or pack_panels(memory, w) where it lies
  //~ row by row?
  //= borrower of_an_old_call({.weight = in_panels(plain), .bias = bias});
  half_borrower of_halves(plain_halves);
  //~ linear: the memory of a weight says how it lies, did you mean in_panels(memory), or pack_panels(memory, w) where it lies
  //~ row by row?
  //= half_borrower of_halves(in_panels(plain_halves));
  borrower of_rows({.weight = packed_view<const float, out, in>(plain), .bias = bias});
  //~ panel_view: [out=32, in=8] lies row by row, not in panels, did you mean pack_panels(memory, w)?
  //= borrower of_rows({.weight = pack_panels(memory, packed_view<const float, out, in>(plain)), .bias = bias});
  auto pointer = in_panels(&memory[0]);
  //~ in_panels: a pointer does not say how many there are, did you mean panel_view<const T, out, in>(pointer)?
  //= auto pointer = panel_view<const float, out, in>(&memory[0]);
  auto gone = in_panels(std::vector<float>(256));
  //~ in_panels: a temporary is gone before what refers to it, give it a name
  //= auto gone = in_panels(container);
}

void where_rows_are_read() {
  packed_view<const float, out, in> of_a_weight(owner.weight);
  //~ packed_view: a weight in panels is not read row by row, did you mean contiguous(w)?
  //= auto of_a_weight = contiguous(owner.weight);
  packed_view<const float, out, in> of_panels(owner.weight.panels());
  //~ packed_view: a weight in panels is not read row by row, did you mean contiguous(w)?
  //= panel_view<const float, out, in> of_panels(owner.weight.panels());
  std::copy(plain, plain + 256, owner.weight.data());
  //~ data: a weight lies in panels, did you mean contiguous(w), or w.panel_data() for them as they lie?
  //= owner.weight = packed_view<const float, out, in>(plain);
  const bfloat16* halves = half_owner.weight.data();
  //~ data: a weight lies in panels, did you mean contiguous(w), or w.panel_data() for them as they lie?
  //= const bfloat16* halves = half_owner.weight.panel_data();
  nn::embedding<float, out, in, nn::borrowed> table(owner.weight);
  //~ packed_view: [out=32, in=8] lies in panels, not row by row, did you mean contiguous(w)?
  //= nn::embedding<float, out, in, nn::borrowed> table(plain);
  nn::embedding<float, out, in, nn::borrowed> of_memory(owner.weight.panels());
  //~ packed_view: this memory lies in panels, [out=32, in=8] row by row, did you mean panel_view<...>?
  //= nn::embedding<float, out, in, nn::borrowed> of_memory(plain);
  borrower bias_in_panels({.weight = owner.weight, .bias = in_panels(bias)});
  //~ packed_view: this memory lies in panels, [out=32] row by row, did you mean panel_view<...>?
  //= borrower bias_in_panels({.weight = owner.weight, .bias = bias});
}

void all_parameters() {
  std::span<const float> file(container);
  auto unsaid = nn::borrow<borrower>(file);
  //~ borrow: memory says how weights lie in it, did you mean in_panels(memory), or read_rows(m, memory) where they lie row by
  //~ row?
  //= auto unsaid = nn::borrow<borrower>(in_panels(file));
  auto owned = nn::borrow<nn::linear<float, in, out>>(in_panels(file));
  //~ borrow: the module owns its parameters, say nn::borrowed in its type, or read_rows(m, memory)
  //= auto owned = nn::borrow<nn::linear<float, in, out, nn::borrowed>>(in_panels(file));
  auto mixed = nn::borrow<nn::linear<float, in, out, nn::borrowed, nn::weights<bfloat16>>>(in_panels(file));
  //~ borrow: the parameters are of other elements, give their memory as std::span<const std::byte>
  //= auto mixed = nn::borrow<nn::linear<float, in, out, nn::borrowed, nn::weights<bfloat16>>>(in_panels(std::as_bytes(file)));
  nn::read_rows(owner, in_panels(file));
  //~ read_rows: this memory holds weights in panels, did you mean borrow<M>(memory)?
  //= nn::read_rows(owner, file);
}
