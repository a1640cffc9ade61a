// Spans that do not hold the axes, and tensors of which no span can be.
#include <vector>

#include <tenon/interop/span.hpp>
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 2}, tokens{"tokens", at_most{4}}, batch{"batch", at_most{2}};
float values[6];
const char* texts[3];
tensor<float, seq, d_model> x;
nn::linear<float, d_model, axis{"d_ff", 8}> projection;

void from() {
  auto five = from_span<seq, d_model>(std::span(values).first<5>());
  //~ from_span: 5 elements are not the 6 of [seq=3, d_model=2]
  //= auto five = from_span<seq, d_model>(std::span(values));
  auto part_of_a_row = from_span<tokens, d_model>(std::span(values).first<5>());
  //~ from_span: 5 elements are no whole number of rows of [tokens<=4, d_model=2]
  //= auto part_of_a_row = from_span<tokens, d_model>(std::span(values).first<4>());
  auto over_the_bound = from_span<tokens>(std::span(values));
  //~ from_span: 6 elements are more than the 4 of [tokens<=4]
  //= auto over_the_bound = from_span<tokens>(std::span(values).first<4>());
  auto two_open = from_span<batch, tokens>(std::span(values));
  //~ from_span: [batch<=2, tokens<=4] has two bounded axes, did you mean packed_view<...>(data, extents{...})?
  //= auto two_open = packed_view<float, batch, tokens>(values, extents{2, 3});
  auto of_texts = from_span<seq>(std::span(texts));
  //~ from_span: the elements of [seq=3] are neither numbers nor bool
  //= auto of_texts = from_span<6>(std::span(values));
  auto no_axes = from_span(std::span(values));
  //~ from_span: give the axes, as in from_span<seq, d_model>(std::span(values))
  //= auto no_axes = from_span<seq, d_model>(std::span(values));
  std::vector<float> many(6);
  auto no_axes_of_many = from_span(std::span(many));
  //~ from_span: give the axes, as in from_span<seq, d_model>(std::span(values))
  //= auto no_axes_of_many = from_span<seq, d_model>(std::span(many));
  packed_view<float> no_axes_in_view(values);
  //~ packed_view: give the axes, as in packed_view<const float, seq, d_model>(data)
  //= packed_view<float, seq, d_model> no_axes_in_view(values);
  auto no_span = from_span<seq>(std::vector<float>(3));
  //~ from_span: give a std::span and the axes, as in from_span<seq, d_model>(std::span(values))
  //= auto no_span = from_span<seq>(std::span(values).first<3>());
  tensor<float, d_model, seq> other_names = from_span<seq, d_model>(std::span(values));
  //~ cannot store [seq=3, d_model=2] in [d_model=2, seq=3]: seq=3 is not d_model=2, did you mean
  //~ transpose<seq, d_model>(x)?
  //= tensor<float, seq, d_model> other_names = from_span<seq, d_model>(std::span(values));
}

void to() {
  auto turned = to_span(transpose<0, 1>(x));
  //~ to_span: [d_model=2, seq=3] is not contiguous, did you mean contiguous(x)?
  //= auto turned = to_span(x);
  auto dangling = to_span(x + x);
  //~ to_span: [seq=3, d_model=2] is a temporary, a view of it would dangle, did you mean to give it a name?
  //= auto dangling = to_span(x);
  auto panels = to_span(projection.weight);
  //~ to_span: the weight [d_ff=8, d_model=2] lies in panels, did you mean contiguous(w)?
  //= auto panels = to_span(projection.bias);
  auto no_tensor = to_span(values);  //~ to_span: give one tensor or view, as in to_span(x)
  //= auto no_tensor = std::span(values);
}
