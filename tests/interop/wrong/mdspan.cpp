// Mdspans that do not have the axes, and tensors that no mdspan can see.
#include "../mdspan_stand_in.hpp"

#include <tenon/interop/mdspan.hpp>
#include <tenon/ops/arithmetic.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 4};
float values[12];
using fixed = std::extents<index_t, 3, 4>;
std::mdspan<float, fixed> m(values, fixed{});
tensor<float, seq, d_model> x;

void refused() {
  auto turned = from_mdspan<d_model, seq>(m);  //~ from_mdspan: [3, 4] is not [d_model=4, seq=3]: 3 is not d_model=4
  //= auto turned = from_mdspan<seq, d_model>(m);
  auto one_axis = from_mdspan<seq>(m);  //~ from_mdspan: [3, 4] is not [seq=3]: 2 axes are not 1
  //= auto one_axis = from_mdspan<seq, d_model>(m);
  auto no_axes = from_mdspan(m);  //~ from_mdspan: give the axes, as in from_mdspan<seq, d_model>(m)
  //= auto no_axes = from_mdspan<seq, d_model>(m);
  auto no_mdspan = from_mdspan<seq>(values);
  //~ from_mdspan: give an mdspan and the axes, as in from_mdspan<seq, d_model>(m)
  //= auto no_mdspan = from_mdspan<seq, d_model>(m);
  auto dangling = to_mdspan(x + x);
  //~ to_mdspan: [seq=3, d_model=4] is a temporary, a view of it would dangle, did you mean to give it a name?
  //= auto dangling = to_mdspan(x);
}
